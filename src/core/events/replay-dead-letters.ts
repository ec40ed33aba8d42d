import type { Querier } from '../../platform/database/database.ts';
import { type RecalculationCause, requestRecalculation } from '../scores/apply/recalculations.sql.ts';
import { takeDeadLetters } from './dead-letters.sql.ts';
import { appendToInbox } from './inbox.sql.ts';
import { REPLAYED_MAX } from './rejection.rules.ts';

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
