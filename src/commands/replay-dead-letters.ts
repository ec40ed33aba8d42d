import type { Querier } from '../store/database.ts';
import { takeDeadLetters } from '../store/dead-letters.ts';
import { appendToInbox } from '../store/inbox.ts';

export const REPLAYED_MAX = 500;

/** Puts events that were set aside back into the inbox, each exactly once. Without ids: the oldest ones. */
export async function replayDeadLetters(tx: Querier, ids: readonly string[] | null): Promise<number> {
  const events = await takeDeadLetters(tx, { ids, limit: REPLAYED_MAX });
  if (events.length > 0) await appendToInbox(tx, events);
  return events.length;
}
