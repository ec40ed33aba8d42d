import type { Caller } from '../../../gateway/roles.rules.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { LapseError, required } from '../../../platform/errors.ts';
import { beginRemediations } from '../../../remediation/begin-remediations.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { hasHad, nextEscalation } from '../escalation.rules.ts';
import { climbersOf } from '../move-reviews.ts';
import { canReview } from '../routing.rules.ts';
import { seedQuestion } from '../seeded/seed-question.ts';
import { requireAllowed, requireEscalatable } from '../states.rules.ts';
import { decideRefusals } from './decide-refusals.ts';
import { type Decision, isReason } from './decision.rules.ts';
import { lockReviews } from './locks.sql.ts';
import {
  decideGrants,
  type GivenAnswer,
  type Hand,
  invalid,
  type Recorded,
  recordOf,
  saveHands,
  takeReviewsInHand,
} from './review-hand.ts';

/** An answer, and where in the request its reason is, or should be. */
export interface Answer extends GivenAnswer<Decision> {
  reason_at: readonly (string | number)[];
  escalate_to_id?: string | null | undefined;
}

export interface Deciding {
  review_id: string;
  caller: Caller;
  now: number;
}

/**
 * The review is locked from the first look to the commit, so of any number of answers to the same review one wins and
 * the others hear that it is decided.
 */
export async function decideReview(tx: Querier, answer: Answer, deciding: Deciding) {
  const hand = await takeInHand(tx, deciding);
  requireReasons([answer], hand.policy);
  const record = await answerIn(tx, hand, answer, deciding);
  const removals = await finish(tx, hand, deciding);
  const { status, assigned_to_id } = hand.inHand.state;
  return { ...record, status, assigned_to_id, removals };
}

export type DecisionRecord = Awaited<ReturnType<typeof decideReview>>;

type BulkResult = { grant_id: string; status: 'accepted' | 'conflict' | 'invalid'; detail: string | null };

/** Each answer stands for itself; together they are one change of the review. */
export async function decideReviewInBulk(
  tx: Querier,
  answers: readonly (Answer & { grant_id: string })[],
  deciding: Deciding,
) {
  const hand = await takeInHand(tx, deciding);
  requireAllowed(hand.inHand.state.status, 'decide');
  requireReasons(answers, hand.policy);
  const results: BulkResult[] = [];
  for (const answer of answers) {
    try {
      await answerIn(tx, hand, answer, deciding);
      results.push({ grant_id: answer.grant_id, status: 'accepted', detail: null });
    } catch (error) {
      if (!(error instanceof LapseError)) throw error;
      if (error.code !== 'conflict' && error.code !== 'invalid_request') throw error;
      const status = error.code === 'conflict' ? 'conflict' : 'invalid';
      results.push({ grant_id: answer.grant_id, status, detail: error.message });
    }
  }
  const removals = await finish(tx, hand, deciding);
  const processed = results.filter((result) => result.status === 'accepted').length;
  return { review_id: deciding.review_id, processed, results, removals };
}

/** Without a policy that does without, every answer says why. */
function requireReasons(answers: readonly Answer[], { review }: Policy): void {
  if (!review.require_reason) return;
  const faults = answers
    .filter(({ reason }) => !isReason(reason))
    .map(({ reason_at }) => ({ loc: [...reason_at], msg: NO_REASON, type: 'missing' }));
  const [first] = faults;
  if (first) throw new LapseError('invalid_request', `${first.loc.join('.')} ${NO_REASON}`, faults);
}

const NO_REASON = 'is required: say why, in words';

async function takeInHand(tx: Querier, { review_id, caller, now }: Deciding): Promise<Hand> {
  const review = required((await lockReviews(tx, [review_id]))[0], 'review');
  const { policy } = await loadPolicy(tx);
  const refusal = (await decideRefusals(tx, [review], { caller, policy, now })).get(review_id);
  if (refusal) throw new LapseError('forbidden', refusal);
  const [hand] = await takeReviewsInHand(tx, [review], policy);
  return hand as Hand;
}

async function answerIn(tx: Querier, hand: Hand, answer: Answer, deciding: Deciding): Promise<Recorded> {
  const { access_grant_ids } = hand.inHand.review;
  if (answer.grant_id !== null && !access_grant_ids.includes(answer.grant_id)) {
    throw invalid('grant_id', 'is not one of the grants of this review', 'not_allowed');
  }
  return answer.decision === 'ESCALATE'
    ? escalate(tx, hand, answer, deciding)
    : decideGrants(hand, { ...answer, decision: answer.decision }, deciding);
}

async function escalate(
  tx: Querier,
  { inHand, policy }: Hand,
  answer: Answer,
  deciding: Deciding,
): Promise<Recorded> {
  const { caller, now } = deciding;
  const { review, state } = inHand;
  // Whether the review can still be escalated comes first: to whom does not matter otherwise.
  const { escalation_steps } = policy.review;
  requireEscalatable(state, escalation_steps);
  const asked = answer.escalate_to_id ?? null;
  const people = await climbersOf(tx, [inHand], policy.review, [asked]);
  const to = asked ?? nextEscalation({ ...review, ...state }, policy.review, people);
  if (asked !== null && !canReview(asked, review.principal_id, people)) {
    const msg = 'expected the id of a principal that is enabled and not the one under review';
    throw invalid('escalate_to_id', msg, 'not_allowed');
  }
  if (asked !== null && escalation_steps > 1 && hasHad(asked, state, people)) {
    throw invalid(
      'escalate_to_id',
      'expected the id of a principal who has not had the review',
      'not_allowed',
    );
  }
  if (to === null) {
    const nobody =
      escalation_steps === 1
        ? 'the policy names no escalation contact and the reviewer has no manager'
        : 'neither the escalation contact nor a manager is left to ask';
    throw invalid('escalate_to_id', `is required: ${nobody}`, 'missing');
  }
  inHand.escalate(to, answer.reason, { policy, by: { actor: caller.label, now } });
  return recordOf(review.id, answer, deciding);
}

async function finish(tx: Querier, hand: Hand, { caller, now }: Deciding) {
  const { policy } = hand;
  const decisions = await saveHands(tx, [hand], { caller, now });
  await seedQuestion(tx, { caller, policy, now });
  return beginRemediations(tx, decisions, { requested_by: caller.label, policy, now });
}
