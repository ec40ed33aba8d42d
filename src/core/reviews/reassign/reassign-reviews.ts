import { refuse } from '../../../gateway/lists/instants.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { type Fault, required } from '../../../platform/errors.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import { lockReviews } from '../decisions/locks.sql.ts';
import { loadPeople } from '../evidence/pairs.sql.ts';
import { loadLoads } from '../loads.sql.ts';
import { ReviewInHand, saveMoves } from '../move-reviews.ts';
import type { By } from '../review-entries.ts';
import { canReview } from '../routing.rules.ts';
import { shareOut } from '../share-out.rules.ts';
import { isOpen } from '../states.rules.ts';
import { openReviewsFrom } from './reassign.sql.ts';

/** In one transaction; whoever has more goes on from there. */
const AT_ONCE = 500;

export async function reassignReview(
  tx: Querier,
  { review_id, to, ...by }: By & { review_id: string; to: string },
): Promise<{ id: string; assigned_to_id: string; status: string }> {
  const review = required((await lockReviews(tx, [review_id]))[0], 'review');
  const inHand = new ReviewInHand(review);
  inHand.move({ kind: 'reassign', to }, by.now);
  const people = await loadPeople(tx, [to, review.principal_id]);
  if (!canReview(to, review.principal_id, people)) {
    const msg = 'expected the id of a principal that is enabled and not the one under review';
    refuse([{ loc: ['body', 'assigned_to_id'], msg, type: 'not_allowed' }]);
  }
  if (inHand.hasChanged) {
    tellReassigned(inHand, to, by);
    await save(tx, [inHand], by);
  }
  return { id: review.id, assigned_to_id: to, status: inHand.state.status };
}

interface Handover {
  /** Null: those that nobody is asked about. */
  from: string | null;
  to: readonly string[];
  /** The id of the last one before. */
  after: string;
  limit?: number;
}

/** Shares the open reviews of one among others. Those that none of them can be asked about stay where they are. */
export async function reassignAll(
  tx: Querier,
  { from, to, after, limit = AT_ONCE, ...by }: By & Handover,
): Promise<{ moved: number; kept: number; next: string | null }> {
  await requireReviewers(tx, { from, to });
  const ids = await openReviewsFrom(tx, { from, after, limit });
  const locked = await lockReviews(tx, ids);
  // What was answered, or given to another, before the lock is no longer theirs to give.
  const reviews = locked.filter(({ assigned_to_id, status }) => assigned_to_id === from && isOpen(status));
  const people = await loadPeople(tx, [...to, ...reviews.map(({ principal_id }) => principal_id)]);
  const loads = await loadLoads(tx, to, { now: by.now, budget: null });
  const toShare = reviews.map((review) => ({ review, principal_id: review.principal_id, candidates: to }));
  const given = shareOut(toShare, { people, loads });
  const inHand = toShare.flatMap((each) => {
    const { review } = each;
    const reviewer = given.get(each);
    if (reviewer === undefined) return [];
    const moved = new ReviewInHand(review);
    moved.move({ kind: 'reassign', to: reviewer }, by.now);
    tellReassigned(moved, reviewer, by);
    return [moved];
  });
  await save(tx, inHand, by);
  const next = ids.length < limit ? null : (ids.at(-1) as string);
  return { moved: inHand.length, kept: reviews.length - inHand.length, next };
}

async function requireReviewers(
  tx: Querier,
  { from, to }: { from: string | null; to: readonly string[] },
): Promise<void> {
  const people = await loadPeople(tx, to);
  const faults = to.flatMap((id, i): Fault[] => {
    if (id !== from && people.get(id)?.disabled === false) return [];
    const msg = 'expected the id of a principal that is enabled and not the one that they are taken from';
    return [{ loc: ['body', 'to_ids', i], msg, type: 'not_allowed' }];
  });
  refuse(faults);
}

function tellReassigned(inHand: ReviewInHand, to: string, by: By): void {
  inHand.note('reassigned', `To ${to}.`, by);
  const previous_assigned_to_id = inHand.review.assigned_to_id;
  const with_holder_until = inHand.review.with_holder_until ?? undefined;
  inHand.tell('review.reassigned', { assigned_to_id: to, previous_assigned_to_id, with_holder_until }, by);
}

async function save(tx: Querier, inHand: readonly ReviewInHand[], { now }: By): Promise<void> {
  if (inHand.length === 0) return;
  const { policy } = await loadPolicy(tx);
  await saveMoves(tx, inHand, { policy, now });
}
