import type { Querier } from '../../platform/database/database.ts';
import type { ChangedBy } from '../directory/import/directory-entries.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import { stopWaitingAbout } from '../reviews/budget/waiting.sql.ts';
import { type LockedReview, lockReviews, openReviewsOf } from '../reviews/decisions/locks.sql.ts';
import { loadPairs, loadPeople, type Pair, pairKey } from '../reviews/evidence/pairs.sql.ts';
import { endWaitsForHolders } from '../reviews/holder/holder-first.sql.ts';
import { ReviewInHand, saveMoves } from '../reviews/move-reviews.ts';
import type { By } from '../reviews/review-entries.ts';
import { canReview, routeReview } from '../reviews/routing.rules.ts';
import { stopHoldingAbout } from '../reviews/standing/held-questions.sql.ts';
import { setReviewAsked } from '../scores/grant-marks.sql.ts';
import type { AccountMove, MovedGrant } from './moves.sql.ts';
import { assignedReviews, type ReviewPlace, redirectReviews } from './reviews.sql.ts';

/**
 * Questions about access that is somebody else's now go with it; there is one about a pair at most, so two that become one are
 * asked as one. To be called before grants are touched, because reviews are locked first. Answers grants that nobody is asked
 * about any more.
 */
export async function carryReviews(
  tx: Querier,
  moved: readonly MovedGrant[],
  by: ChangedBy,
): Promise<string[]> {
  if (moved.length === 0) return [];
  const targetOf = new Map(moved.map((grant) => [grant.id, grant.to_id]));
  const principals = [...new Set(moved.flatMap(({ from_id, to_id }) => [from_id, to_id]))];
  const ids = (await openReviewsOf(tx, principals)).map(({ id }) => id);
  const open = (await lockReviews(tx, ids)).filter(
    ({ status }) => status === 'PENDING' || status === 'ESCALATED',
  );
  const places = new Map(open.map((review) => [pairKey(review), placeOf(review)]));
  const closing: { review: LockedReview; into: string | null }[] = [];
  // What waits to be asked is asked again when the grants of these principals are recomputed.
  const unasked = [...(await stopWaitingAbout(tx, principals)), ...(await stopHoldingAbout(tx, principals))];
  for (const review of open) {
    const leaving = review.access_grant_ids.filter(
      (id) => (targetOf.get(id) ?? review.principal_id) !== review.principal_id,
    );
    for (const to of new Set(leaving.map((id) => targetOf.get(id) as string))) {
      const place = places.get(pairKey(review));
      if (place?.id !== review.id) continue;
      const grants = leaving.filter((id) => targetOf.get(id) === to);
      const there: Pair = { principal_id: to, asset_id: review.asset_id };
      const other = places.get(pairKey(there));
      const rest = place.access_grant_ids.filter((id) => !grants.includes(id));
      const undecided = grants.filter((id) => !review.decided_grant_ids.includes(id));
      if (rest.length === 0 && other === undefined) {
        places.delete(pairKey(review));
        places.set(pairKey(there), { ...place, principal_id: to });
        continue;
      }
      if (other) other.access_grant_ids = [...new Set([...other.access_grant_ids, ...undecided])];
      else unasked.push(...undecided);
      place.access_grant_ids = rest;
      if (rest.every((id) => review.decided_grant_ids.includes(id))) {
        places.delete(pairKey(review));
        closing.push({ review, into: other?.id ?? null });
        if (rest.length === 0) place.access_grant_ids = review.access_grant_ids;
      }
    }
  }
  await close(tx, closing, by);
  await redirectReviews(tx, [...places.values()]);
  // Whoever was asked first, as the holder, is not any more.
  const before = new Map(open.map(({ id, principal_id }) => [id, principal_id]));
  const passedOn = [...places.values()].filter(({ id, principal_id }) => before.get(id) !== principal_id);
  await endWaitsForHolders(
    tx,
    passedOn.map(({ id }) => id),
  );
  return unasked;
}

const placeOf = ({ id, principal_id, access_grant_ids }: LockedReview): ReviewPlace => ({
  id,
  principal_id,
  access_grant_ids: [...access_grant_ids],
});

/** Nobody has to answer them any more: what they asked is asked elsewhere, or has been answered. */
async function close(
  tx: Querier,
  closing: readonly { review: LockedReview; into: string | null }[],
  changedBy: ChangedBy,
): Promise<void> {
  if (closing.length === 0) return;
  const now = changedBy.now();
  const by: By = { actor: changedBy.actor, now };
  const { policy } = await loadPolicy(tx);
  const inHand = closing.map(({ review, into }) => {
    const one = new ReviewInHand(review);
    one.move({ kind: 'expire' }, now);
    const where = into === null ? 'its access is of another principal now' : `it is asked in review ${into}`;
    const reason = `An account was linked or unlinked: ${where}.`;
    one.note('merged', reason, by);
    one.tell('review.merged', { into_review_id: into, reason }, by);
    return one;
  });
  await saveMoves(tx, inHand, { policy, now });
}

/**
 * Nobody is asked about his own access under another name: such questions go to the next who may be asked. Those that a
 * principal had to answer go with the principal.
 */
export async function reassignReviews(
  tx: Querier,
  {
    moves,
    returned,
    unasked,
  }: { moves: readonly AccountMove[]; returned: ReadonlyMap<string, string>; unasked: readonly string[] },
  changedBy: ChangedBy,
): Promise<void> {
  await setReviewAsked(tx, unasked, false);
  const now = changedBy.now();
  const by: By = { actor: changedBy.actor, now };
  const involved = [...new Set(moves.flatMap(({ from_id, to_id }) => [from_id, to_id]))];
  const about = (await openReviewsOf(tx, involved)).map(({ id }) => id);
  const inherited = await assignedReviews(tx, involved);
  const reviews = await lockReviews(tx, [...new Set([...about, ...inherited.keys(), ...returned.keys()])]);
  const open = reviews.filter(({ status }) => status === 'PENDING' || status === 'ESCALATED');
  if (open.length === 0) return;
  const { policy } = await loadPolicy(tx);
  const pairs = new Map((await loadPairs(tx, open)).map((row) => [pairKey(row), row]));
  const fallback = policy.review.fallback_reviewer_id;
  const people = await loadPeople(tx, [
    ...open.flatMap((review) => [review.principal_id, review.assigned_to_id]),
    ...[...inherited.values(), ...returned.values()],
    ...[...pairs.values()].flatMap((row) => [row.owner_id, row.manager_id]),
    fallback,
  ]);
  const changed = open.flatMap((review) => {
    const asked = returned.get(review.id) ?? inherited.get(review.id) ?? review.assigned_to_id;
    const row = pairs.get(pairKey(review));
    const isFit = asked === null || canReview(asked, review.principal_id, people);
    const to = isFit || !row ? asked : routeReview(row, fallback, people);
    if (to === review.assigned_to_id) return [];
    const inHand = new ReviewInHand(review);
    // Nobody may be left to ask; an admin finds somebody then.
    inHand.state = { ...inHand.state, assigned_to_id: to };
    inHand.note('reassigned', to === null ? 'Nobody else could be found to ask.' : `To ${to}.`, by);
    inHand.tell(
      'review.reassigned',
      {
        assigned_to_id: to,
        previous_assigned_to_id: review.assigned_to_id,
        with_holder_until: review.with_holder_until ?? undefined,
      },
      by,
    );
    return [inHand];
  });
  await saveMoves(tx, changed, { policy, now });
}
