import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { bySystem, type MoveMeans, type ReviewInHand } from '../move-reviews.ts';
import { slaMs } from '../review.rules.ts';
import { whyReviewerIsAsked } from './holder-first.rules.ts';
import { loadWaitedFor } from './holder-first.sql.ts';

/** The time of their holders is over, or nothing is to be waited for: the reviewers are asked. Whoever calls writes it. */
export async function askReviewers(
  tx: Querier,
  due: readonly ReviewInHand[],
  means: MoveMeans,
): Promise<void> {
  const waited = await loadWaitedFor(
    tx,
    due.map(({ review }) => review.id),
  );
  for (const each of due) {
    const known = waited.get(each.review.id);
    if (known !== undefined) askReviewer(each, whyReviewerIsAsked(known, means.policy, means.now), means);
  }
}

/** Their time begins now. */
export function askReviewer(inHand: ReviewInHand, why: string, means: MoveMeans): void {
  const { review } = inHand;
  const by = bySystem(means);
  const due_at = means.now + slaMs(review.risk_level, means.policy);
  inHand.move({ kind: 'ask_reviewer', due_at }, means.now);
  const { assigned_to_id } = inHand.state;
  const asked =
    assigned_to_id === null
      ? 'Nobody could be found to ask; an admin must assign it.'
      : `${assigned_to_id} was asked.`;
  inHand.note('reviewer_asked', `${why} ${asked}`, by);
  inHand.tell('review.reviewer_asked', { assigned_to_id, due_at: isoInstant(due_at), reason: why }, by);
}
