import type { Querier } from '../../../platform/database/database.ts';
import { groupedBy } from '../../../platform/grouped-by.ts';
import { requestRecalculation } from '../../scores/apply/recalculations.sql.ts';
import { takeDeadLetters } from '../dead-letters.sql.ts';
import { readEvent, readEventLine, readToldEvent } from '../event-lines.ts';
import { appendToInbox } from '../inbox.sql.ts';
import { ingestEvents } from '../ingest-events.ts';
import { keptReason, notWholeReason, REPLAYED_MAX } from './rejection.rules.ts';
import { closeRejections, type LockedRejection, lockRejections } from './rejections.sql.ts';

/** Has what was set aside tried again, each exactly once. Without ids: the oldest ones. */
export async function replayDeadLetters(tx: Querier, ids: readonly string[] | null): Promise<number> {
  const letters = await takeDeadLetters(tx, { ids, limit: REPLAYED_MAX });
  const events = letters.flatMap(({ event, recalculation }) => (recalculation === null ? [event] : []));
  if (events.length > 0) await appendToInbox(tx, events);
  const recalculations = letters.flatMap(({ recalculation }) => recalculation ?? []);
  for (const [cause, same] of groupedBy(recalculations, (each) => each.cause)) {
    const grantIds = same.map((each) => each.grant_id);
    await requestRecalculation(tx, cause, grantIds);
  }
  return letters.length;
}

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
    whole.map(({ payload, source }) =>
      readEventLine(payload, now, source === 'connector' ? readToldEvent : readEvent),
    ),
  );
  verdicts.forEach((verdict, index) => {
    const { id } = whole[index] as LockedRejection;
    if ('event' in verdict) accepted.push(id);
    else refused.push({ id, reason: keptReason(verdict.reason) });
  });
  await closeRejections(tx, { accepted, refused });
  return { replayed: accepted.length, rejected: refused.length };
}
