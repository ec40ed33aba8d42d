import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { type Pair, pairKey } from '../evidence/pairs.sql.ts';
import { bySystem, grantsOf, type MoveMeans, ReviewInHand, saveMoves } from '../move-reviews.ts';
import type { By } from '../review-entries.ts';
import { lockReviews, openReviewsOf } from './locks.sql.ts';

/** What a batch has learned about access that may be under review. Instants are milliseconds since 1970. */
export interface AccessNews {
  /** The latest use of each pair in this batch. */
  uses: readonly (Pair & { at: number })[];
  /** Grants that are gone or being removed. */
  gone: readonly (Pair & { grant_id: string; revoking: boolean })[];
}

/**
 * Closes reviews that have answered themselves: access that was used after it was put under review is confirmed, and
 * access that is gone, or being removed, needs no decision. One look for all pairs of a batch; most batches find nothing.
 */
export async function settleReviews(
  tx: Querier,
  { uses, gone }: AccessNews,
  means: MoveMeans,
): Promise<number> {
  const by = bySystem(means);
  const usedAt = new Map(uses.map((use) => [pairKey(use), use.at]));
  const goneOf = new Map<string, AccessNews['gone'][number][]>();
  for (const grant of gone) goneOf.set(pairKey(grant), [...(goneOf.get(pairKey(grant)) ?? []), grant]);
  const principalIds = [...new Set([...uses, ...gone].map((pair) => pair.principal_id))];
  const open = (await openReviewsOf(tx, principalIds)).filter(
    (review) =>
      goneOf.has(pairKey(review)) ||
      (review.status === 'PENDING' && (usedAt.get(pairKey(review)) ?? 0) > Date.parse(review.created_at)),
  );
  const closed: ReviewInHand[] = [];
  for (const review of await lockReviews(
    tx,
    open.map((each) => each.id),
  )) {
    const inHand = new ReviewInHand(review);
    if (review.status !== 'PENDING' && review.status !== 'ESCALATED') continue;
    const lost = goneOf.get(pairKey(review)) ?? [];
    const usedLast = usedAt.get(pairKey(review));
    for (const revoking of [false, true]) {
      const ids = lost.filter((grant) => grant.revoking === revoking).map((grant) => grant.grant_id);
      if (ids.length > 0) lose(inHand, ids, revoking ? BEING_REMOVED : GONE, by);
    }
    if (
      usedLast !== undefined &&
      inHand.state.status === 'PENDING' &&
      usedLast > Date.parse(review.created_at)
    ) {
      withdraw(inHand, usedLast, by);
    }
    if (inHand.steps.length > 0) closed.push(inHand);
  }
  await saveMoves(tx, closed, means);
  return closed.length;
}

function withdraw(inHand: ReviewInHand, usedLast: number, by: By): void {
  const reason = `The access was used on ${isoInstant(usedLast)}, after the review was opened.`;
  inHand.decide({ kind: 'withdraw' }, { decision: 'CONFIRM', reason }, by);
  inHand.note('withdrawn', reason, by);
}

const GONE = 'The access was removed elsewhere before the review was answered.';
const BEING_REMOVED = 'The remediation of the access was begun before the review was answered.';

function lose(inHand: ReviewInHand, grant_ids: readonly string[], reason: string, by: By): void {
  const decided = inHand.decide({ kind: 'lose', grant_ids }, { decision: 'REVOKE', reason }, by);
  if (decided.length > 0) inHand.note('access_gone', `${grantsOf(decided)}: ${reason}`, by);
}
