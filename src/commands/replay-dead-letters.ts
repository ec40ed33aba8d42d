import type { Querier } from '../store/database.ts';
import { takeDeadLetters } from '../store/dead-letters.ts';
import { appendToInbox } from '../store/inbox.ts';
import { type RecalculationCause, requestRecalculation } from '../store/recalculations.ts';

export const REPLAYED_MAX = 500;

/** Has what was set aside tried again, each exactly once. Without ids: the oldest ones. */
export async function replayDeadLetters(tx: Querier, ids: readonly string[] | null): Promise<number> {
  const letters = await takeDeadLetters(tx, { ids, limit: REPLAYED_MAX });
  const events = letters.flatMap(({ event, recalculation }) => (recalculation === null ? [event] : []));
  if (events.length > 0) await appendToInbox(tx, events);
  const grants = new Map<RecalculationCause, string[]>();
  for (const { recalculation } of letters) {
    if (recalculation === null) continue;
    const { cause, grant_id } = recalculation;
    grants.set(cause, [...(grants.get(cause) ?? []), grant_id]);
  }
  for (const [cause, grantIds] of grants) await requestRecalculation(tx, cause, grantIds);
  return letters.length;
}
