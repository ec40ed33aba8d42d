import type { Querier } from '../../platform/database/database.ts';
import { readEventLine } from './event-lines.ts';
import { ingestEvents } from './ingest-events.ts';
import { keptReason, notWholeReason, REPLAYED_MAX } from './rejection.rules.ts';
import { closeRejections } from './rejection-writes.sql.ts';
import { type LockedRejection, lockRejections } from './rejections.sql.ts';

/** Judges events that were refused once more. Those that are right now go into the inbox, each exactly once. */
export async function replayRejections(
  tx: Querier,
  ids: readonly string[] | null,
  now: number,
): Promise<{ replayed: number; rejected: number }> {
  const rows = await lockRejections(tx, { ids, limit: REPLAYED_MAX });
  const refused = rows
    .filter((row) => row.is_cut)
    .map(({ id, reason }) => ({ id, reason: notWholeReason(reason) }));
  const accepted: string[] = [];
  const whole = rows.filter((row) => !row.is_cut);
  const verdicts = await ingestEvents(
    { read: tx, write: tx, makeId: (index) => (whole[index] as LockedRejection).id },
    whole.map((row) => readEventLine(row.payload, now)),
  );
  verdicts.forEach((verdict, index) => {
    const { id } = whole[index] as LockedRejection;
    if ('event' in verdict) accepted.push(id);
    else refused.push({ id, reason: keptReason(verdict.reason) });
  });
  await closeRejections(tx, { accepted, refused });
  return { replayed: accepted.length, rejected: refused.length };
}
