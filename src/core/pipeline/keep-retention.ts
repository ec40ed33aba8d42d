import { DAY_MS } from '../../platform/iso-instant.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import type { PipelineContext } from './process-tenant.ts';
import { type RetentionStep, removeEvents, removeScoreHistory } from './retention.sql.ts';

/** A turn looks at 5,000 principals and as many grants, 500 at a time: milliseconds where nothing is old. */
const OWNERS_AT_ONCE = 500;
const STEPS_PER_TURN = 10;

const WALKS = {
  events: { days: 'events_days', remove: removeEvents },
  score_history: { days: 'history_days', remove: removeScoreHistory },
} as const;
type Walk = keyof typeof WALKS;

/** Where each walk of each tenant has come to. A process that ends begins again, which costs looks and nothing else. */
const positions = new Map<string, string>();

/**
 * Removes what a tenant does not want to keep any longer, whatever others want: the next piece of all of it. No score
 * changes: what a use or a change of the past means is in the row of its grant. The audit trail stays.
 */
export async function keepRetention(
  context: PipelineContext,
  tenantId: number,
  longestEventsDays: number,
): Promise<number> {
  const { policy } = await loadPolicy(context.db.tenant(tenantId));
  let removed = 0;
  for (const walk of Object.keys(WALKS) as Walk[]) {
    // Nobody keeps them for longer: whole months go at once, for nothing.
    if (walk === 'events' && policy.retention.events_days >= longestEventsDays) continue;
    const before = new Date(context.now() - policy.retention[WALKS[walk].days] * DAY_MS).toISOString();
    for (let step = 0; step < STEPS_PER_TURN; step += 1) {
      const done = await takeStep(context, tenantId, walk, before);
      removed += done.removed;
      if (done.isOver) break;
    }
  }
  return removed;
}

async function takeStep(
  { db }: PipelineContext,
  tenantId: number,
  walk: Walk,
  before: string,
): Promise<{ removed: number; isOver: boolean }> {
  const key = `${tenantId} ${walk}`;
  const after = positions.get(key) ?? '';
  const { removed, looked, last }: RetentionStep = await db.transaction(tenantId, (tx) =>
    WALKS[walk].remove(tx, { after, before, owners: OWNERS_AT_ONCE }),
  );
  const isOver = last === null || (looked < OWNERS_AT_ONCE && last !== after);
  if (isOver) positions.delete(key);
  else positions.set(key, last);
  return { removed, isOver };
}
