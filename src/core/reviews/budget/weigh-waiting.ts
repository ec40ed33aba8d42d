import type { Querier } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import type { PipelineContext } from '../../pipeline/process-tenant.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import { pairKey } from '../evidence/pairs.sql.ts';
import { prepareReviews } from '../prepare-reviews.ts';
import { askNow, pairOf } from './ask-waiting.ts';
import { isUrgent } from './budget.rules.ts';
import { stopWaiting, waitingWeighedBefore, weighWaiting } from './waiting.sql.ts';

/** As of open reviews. */
const GOOD_FOR_MS = DAY_MS;
const AT_ONCE = 500;

/**
 * Weighs questions that wait again once a day, and finds out anew whom to ask: accounts are disabled, owners leave. What has become
 * urgent is asked; what has become fresh, is gone or is asked about by now is dropped. Answers whether there were any.
 */
export async function weighWaitingAgain(
  { db, ...context }: Pick<PipelineContext, 'db' | 'now'>,
  tenantId: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const now = context.now();
  for (let isWeighed = false; ; isWeighed = true) {
    const weighed = await db.transaction(tenantId, (tx) => weighSome(tx, now));
    if (weighed === 0 || signal?.aborted) return isWeighed;
  }
}

async function weighSome(tx: Querier, now: number): Promise<number> {
  const waiting = await waitingWeighedBefore(tx, now - GOOD_FOR_MS, AT_ONCE);
  if (waiting.length === 0) return 0;
  const { policy } = await loadPolicy(tx);
  const past = waiting.filter(({ grant_ids }) => grant_ids.length > 0);
  const pairs = past.map(pairOf);
  const by = { origin: 'threshold', requested_by: 'system' } as const;
  const { reviews, existing } = await prepareReviews(tx, { pairs, ...by, policy, now });
  await stopWaiting(tx, [...waiting.filter(({ grant_ids }) => grant_ids.length === 0), ...existing]);
  const reviewOf = new Map(reviews.map((review) => [pairKey(review), review]));
  await weighWaiting(
    tx,
    past.map((each) => {
      const { assigned_to_id = null, priority = null } = reviewOf.get(pairKey(each)) ?? {};
      return { id: each.id, assigned_to_id, priority };
    }),
    now,
  );
  const urgent = past.flatMap((each) => {
    const review = reviewOf.get(pairKey(each));
    return review && isUrgent(review) ? [{ ...each, reviewer_id: review.assigned_to_id }] : [];
  });
  await askNow(tx, urgent, { policy, now });
  return waiting.length;
}
