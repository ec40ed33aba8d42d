import { actorName } from '../../../gateway/actors.ts';
import { findCallerPrincipal } from '../../../gateway/caller-principal.sql.ts';
import type { Caller } from '../../../gateway/roles.rules.ts';
import { findSeenReviewer } from '../../../gateway/seen-reviewers.sql.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import { decideRefusals } from '../decisions/decide-refusals.ts';
import { decideReview } from '../decisions/decide-review.ts';
import type { Through } from '../decisions/decisions.sql.ts';
import { lockReviews } from '../decisions/locks.sql.ts';
import type { StoredReview } from '../reviews.sql.ts';
import { type LinkDecision, type StandingState, standingOf } from './elsewhere.rules.ts';

/**
 * A person as they last came with a token that had the role; null where Lapse has not seen that lately, or the directory means
 * somebody else by those names now.
 */
export async function reviewerAsSeen(q: Querier, principalId: string): Promise<Caller | null> {
  const seen = await findSeenReviewer(q, principalId);
  if (seen === null) return null;
  const principal = await findCallerPrincipal(q, seen);
  if (principal?.id !== principalId) return null;
  return { tenant_id: q.tenant_id, ...seen, label: actorName(principal), roles: REVIEWER };
}

const REVIEWER: Caller['roles'] = new Set(['service.reviewer']);

type Asked = Pick<StoredReview, 'id' | 'principal_id' | 'status' | 'assigned_to_id'>;

/** Whether each of these reviews may still be decided by this person, by the rules of every decision. */
export async function standingsOf(
  q: Querier,
  reviews: readonly Asked[],
  { reviewer_id, now }: { reviewer_id: string; now: number },
): Promise<{ caller: Caller | null; standings: Map<string, StandingState> }> {
  const caller = await reviewerAsSeen(q, reviewer_id);
  const { policy } = await loadPolicy(q);
  const refusals =
    caller === null ? new Map<string, string>() : await decideRefusals(q, reviews, { caller, policy, now });
  const standings = new Map(
    reviews.map((review) => {
      const refusal = refusals.get(review.id) ?? null;
      return [review.id, standingOf({ reviewer_id, review, has_role: caller !== null, refusal })] as const;
    }),
  );
  return { caller, standings };
}

/**
 * The decision of a person who is known by what was sent to them, and not by a token. The review is locked first: of any number
 * of answers one counts, and whether they may is asked after that.
 */
export async function decideElsewhere(
  tx: Querier,
  {
    review_id,
    reviewer_id,
    decision,
    reason,
    through,
    now,
  }: {
    review_id: string;
    reviewer_id: string;
    decision: LinkDecision;
    reason: string;
    through: Through;
    now: number;
  },
): Promise<StandingState> {
  const [review] = await lockReviews(tx, [review_id]);
  if (review === undefined) return standingOf({ reviewer_id, review: null, has_role: false, refusal: null });
  const { caller, standings } = await standingsOf(tx, [review], { reviewer_id, now });
  const standing = standings.get(review_id) as StandingState;
  if (standing.state !== 'open' || caller === null) return standing;
  const answer = { grant_id: null, decision, reason, reason_at: ['body', 'reason'], through };
  await decideReview(tx, answer, { review_id, caller, now });
  return standing;
}
