import type { Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import { lockReviews } from './decisions/locks.sql.ts';
import { loadPeople } from './evidence/pairs.sql.ts';
import { ReviewInHand, saveMoves } from './move-reviews.ts';
import { reassignedEntry } from './review-entries.ts';
import { canReview } from './routing.rules.ts';

export async function reassignReview(
  tx: Querier,
  {
    review_id,
    to,
    actor,
    now,
    newId,
  }: { review_id: string; to: string; actor: string; now: number; newId: () => string },
): Promise<{ id: string; assigned_to_id: string; status: string }> {
  const [review] = await lockReviews(tx, [review_id]);
  if (!review) throw new LapseError('not_found', 'There is no review with this id.');
  const inHand = new ReviewInHand(review);
  inHand.move({ kind: 'reassign', to }, now);
  const people = await loadPeople(tx, [to, review.principal_id]);
  if (!canReview(to, review.principal_id, people)) {
    const msg = 'expected the id of a principal that is enabled and not the one under review';
    throw new LapseError('invalid_request', `body.assigned_to_id ${msg}`, [
      { loc: ['body', 'assigned_to_id'], msg, type: 'not_allowed' },
    ]);
  }
  const at = new Date(now).toISOString();
  if (inHand.hasChanged) {
    inHand.steps.push({ step: 'reassigned', at, actor, detail: `To ${to}.` });
    inHand.audit.push(reassignedEntry(review, { entry_id: newId(), actor, at }, to));
    const { policy } = await loadPolicy(tx);
    await saveMoves(tx, [inHand], { policy, now });
  }
  return { id: review.id, assigned_to_id: to, status: inHand.state.status };
}
