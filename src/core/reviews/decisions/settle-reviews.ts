import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { ReviewInHand, saveMoves } from '../move-reviews.ts';
import { decidedEntry } from '../review-entries.ts';
import { lockReviews, openReviewsOf } from './locks.sql.ts';

/** What a batch has learned about access that may be under review. Instants are milliseconds since 1970. */
export interface AccessNews {
  /** The latest use of each pair in this batch. */
  uses: readonly { principal_id: string; asset_id: string; at: number }[];
  /** Grants that are gone or being removed. */
  gone: readonly { principal_id: string; asset_id: string; grant_id: string; revoking: boolean }[];
}

const pairKey = (pair: { principal_id: string; asset_id: string }): string =>
  `${pair.principal_id}\u0000${pair.asset_id}`;

/**
 * Closes reviews that have answered themselves: access that was used after it was put under review is confirmed, and
 * access that is gone, or being removed, needs no decision. One look for all pairs of a batch; most batches find nothing.
 */
export async function settleReviews(
  tx: Querier,
  { uses, gone }: AccessNews,
  { policy, now }: { policy: Policy; now: number },
): Promise<number> {
  const usedAt = new Map(uses.map((use) => [pairKey(use), use.at]));
  const goneOf = new Map<string, Lost[]>();
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
      if (ids.length > 0) lose(inHand, ids, revoking ? BEING_REMOVED : GONE, { now });
    }
    if (
      usedLast !== undefined &&
      inHand.state.status === 'PENDING' &&
      usedLast > Date.parse(review.created_at)
    ) {
      withdraw(inHand, usedLast, { now });
    }
    if (inHand.steps.length > 0) closed.push(inHand);
  }
  await saveMoves(tx, closed, { policy, now });
  return closed.length;
}

interface Means {
  now: number;
}

function withdraw(inHand: ReviewInHand, usedLast: number, means: Means): void {
  const reason = `The access was used on ${new Date(usedLast).toISOString()}, after the review was opened.`;
  record(inHand, inHand.move({ kind: 'withdraw' }, means.now), 'CONFIRM', reason, means);
  inHand.steps.push({ step: 'withdrawn', at: isoInstant(means.now), actor: 'system', detail: reason });
}

type Lost = AccessNews['gone'][number];

const GONE = 'The access was removed elsewhere before the review was answered.';
const BEING_REMOVED = 'The remediation of the access was begun before the review was answered.';

function lose(inHand: ReviewInHand, grantIds: readonly string[], reason: string, means: Means): void {
  const decidedNow = inHand.move({ kind: 'lose', grant_ids: grantIds }, means.now);
  if (decidedNow.length === 0) return;
  record(inHand, decidedNow, 'REVOKE', reason, means);
  inHand.steps.push({
    step: 'access_gone',
    at: isoInstant(means.now),
    actor: 'system',
    detail: `${decidedNow.join(', ')}: ${reason}`,
  });
}

function record(
  { review, decisions, audit }: ReviewInHand,
  decidedNow: readonly string[],
  decision: 'CONFIRM' | 'REVOKE',
  reason: string,
  { now }: Means,
): void {
  for (const grant_id of decidedNow) {
    decisions.push({
      id: uuidv7(),
      review_id: review.id,
      grant_id,
      decision,
      reason,
      decided_by: 'system',
      decided_at: isoInstant(now),
      next_review_at: null,
    });
    const said = { actor: 'system', at: isoInstant(now) };
    audit.push(decidedEntry(review, said, { grant_id, decision, reason }));
  }
}
