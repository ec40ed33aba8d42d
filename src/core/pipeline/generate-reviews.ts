import { stopWaitingForFresh } from '../reviews/budget/waiting.sql.ts';
import { openReviews } from '../reviews/open-reviews.ts';
import { stopHoldingFresh } from '../reviews/standing/held-questions.sql.ts';
import { setReviewAsked } from '../scores/grant-marks.sql.ts';
import { scoreOfLapse } from '../scores/half-life.rules.ts';
import { codeOf, isPastReview, isRearmed, reviewScore } from '../scores/marks.rules.ts';
import { type Batch, pairKey, type TouchedGrant } from './batch.ts';

/**
 * Lets a review be opened again of what has become fresh, and asks about what is past the review mark without the
 * sweep coming across it: the mark was moved below what was announced already, or telemetry is back. What time carries
 * past the mark is left to the sweep.
 */
export async function generateReviews(batch: Batch): Promise<void> {
  const { tx, policy, now } = batch;
  const rearmed: string[] = [];
  const asked: TouchedGrant[] = [];
  for (const grant of batch.grants.values()) {
    const { stored } = grant.known;
    if (stored?.review_asked && isRearmed(scoreOfLapse(grant, now, policy), policy)) {
      rearmed.push(grant.known.grant_id);
    } else if (stored && !stored.review_asked && isOverlooked(grant, stored.reached, batch)) {
      asked.push(grant);
    }
  }
  await setReviewAsked(tx, rearmed, false);
  await stopWaitingForFresh(tx, rearmed);
  await stopHoldingFresh(tx, rearmed);
  if (asked.length === 0) return;
  const { opened, existing, waiting, held } = await openReviews(tx, {
    pairs: asked.map(({ known: { principal_id, asset_id } }) => ({ principal_id, asset_id })),
    origin: 'threshold',
    requested_by: 'system',
    policy,
    now,
  });
  // Those of a platform that is not watched are not asked about, and stay to be found when it is.
  const pairs = new Set([...opened, ...existing, ...waiting, ...held].map(pairKey));
  await setReviewAsked(
    tx,
    asked.filter(({ known }) => pairs.has(pairKey(known))).map(({ known }) => known.grant_id),
    true,
  );
}

function isOverlooked(grant: TouchedGrant, reached: number, { policy, now }: Batch): boolean {
  const isPast = isPastReview(grant, now, policy);
  const { active, revoking } = grant.known;
  return active && !revoking && isPast && reached >= codeOf(reviewScore(policy));
}
