import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../../gateway/roles.rules.ts';
import { counted } from '../../../platform/counted.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { LapseError, required } from '../../../platform/errors.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { beginRemediations } from '../../../remediation/begin-remediations.ts';
import { closeContradictions } from '../../../remediation/observations/access-observations.sql.ts';
import type { Purpose } from '../../directory/directory.rules.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { purposesOf } from '../../scores/apply/grant-facts.sql.ts';
import { requestRecalculation } from '../../scores/apply/recalculations.sql.ts';
import { confirmationDays } from '../../scores/purpose.rules.ts';
import { contactsOf, grantsOf, ReviewInHand, saveMoves } from '../move-reviews.ts';
import { canReview, routeEscalation } from '../routing.rules.ts';
import { requireAllowed } from '../states.rules.ts';
import { decideRefusals } from './decide-refusals.ts';
import { confirmedUntil, type Decision, isReason } from './decision.rules.ts';
import { countConfirmationsSinceUse } from './decisions.sql.ts';
import { lockReviews } from './locks.sql.ts';

/** One answer: about one grant of the review, or about all that have none yet. */
export interface Answer {
  grant_id: string | null;
  decision: Decision;
  reason: string;
  /** Where in the request the reason is, or should be. */
  reason_at: readonly (string | number)[];
  next_review_at?: string | null | undefined;
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

interface Hand {
  inHand: ReviewInHand;
  policy: Policy;
  confirmed_until: number | null;
  purposes: ReadonlyMap<string, Purpose>;
  /** By grant, since its latest use. The first model does not ask. */
  confirmed_times: ReadonlyMap<string, number>;
}

async function takeInHand(tx: Querier, { review_id, caller, now }: Deciding): Promise<Hand> {
  const review = required((await lockReviews(tx, [review_id]))[0], 'review');
  const { policy } = await loadPolicy(tx);
  const refusal = (await decideRefusals(tx, [review], { caller, policy, now })).get(review_id);
  if (refusal) throw new LapseError('forbidden', refusal);
  const confirmed_until = review.confirmed_until === null ? null : Date.parse(review.confirmed_until);
  const purposes = await purposesOf(tx, review.access_grant_ids);
  const confirmed_times =
    policy.model_version === 1 ? new Map() : await countConfirmationsSinceUse(tx, review.access_grant_ids);
  return { inHand: new ReviewInHand(review), policy, confirmed_until, purposes, confirmed_times };
}

type Recorded = ReturnType<typeof recordOf>;

/** Of an answer that gives no grant its decision. */
const recordOf = (review_id: string, { grant_id, decision }: Answer, { caller, now }: Deciding) => ({
  id: uuidv7(),
  packet_id: review_id,
  review_id,
  grant_id,
  grant_ids: [] as string[],
  decision,
  decided_by: caller.label,
  decided_at: isoInstant(now),
  next_review_at: null as string | null,
});

async function answerIn(tx: Querier, hand: Hand, answer: Answer, deciding: Deciding): Promise<Recorded> {
  const { access_grant_ids } = hand.inHand.review;
  if (answer.grant_id !== null && !access_grant_ids.includes(answer.grant_id)) {
    throw invalid('grant_id', 'is not one of the grants of this review', 'not_allowed');
  }
  return answer.decision === 'ESCALATE'
    ? escalate(tx, hand, answer, deciding)
    : decideGrants(hand, { ...answer, decision: answer.decision }, deciding);
}

function decideGrants(
  hand: Hand,
  answer: Answer & { decision: 'CONFIRM' | 'REVOKE' },
  deciding: Deciding,
): Recorded {
  const { caller, now } = deciding;
  const { inHand, policy } = hand;
  const { decision, reason } = answer;
  const grant_ids = answer.grant_id === null ? inHand.review.access_grant_ids : [answer.grant_id];
  const purposes = grant_ids.map((id) => hand.purposes.get(id) ?? null);
  // One answer about several grants holds as long for all.
  const times = Math.min(...grant_ids.map((id) => hand.confirmed_times.get(id) ?? 0));
  const until = decision === 'CONFIRM' ? confirmationEnd(answer, { purposes, times, now, policy }) : null;
  const earliest = earlier(hand.confirmed_until, until);
  const move = { kind: 'decide' as const, grant_ids, confirmed_until: earliest };
  const next_review_at = until === null ? null : isoInstant(until);
  const by = { actor: caller.label, now };
  const decided = inHand.decide(move, { decision, reason, next_review_at }, by);
  const [first] = decided;
  if (!first) throw new LapseError('conflict', 'This grant is decided already.');
  hand.confirmed_until = earliest;
  const again = times > 0 ? `, after ${counted(times, 'confirmation')} without a use since` : '';
  const words = decision === 'CONFIRM' ? `confirmed until ${next_review_at}${again}` : 'revoked';
  inHand.note('decided', `${grantsOf(decided)} ${words}: ${reason}`, by);
  return {
    ...recordOf(first.review_id, answer, deciding),
    id: first.id,
    grant_id: decided.length === 1 ? first.grant_id : null,
    grant_ids: decided.map(({ grant_id }) => grant_id),
    next_review_at,
  };
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
  requireAllowed(state.status, 'escalate');
  const contact = policy.review.escalation_contact_id;
  const people = await contactsOf(tx, [inHand], [contact, answer.escalate_to_id]);
  const asked = answer.escalate_to_id ?? null;
  const to = asked ?? routeEscalation({ ...review, assigned_to_id: state.assigned_to_id }, contact, people);
  if (asked !== null && !canReview(asked, review.principal_id, people)) {
    const msg = 'expected the id of a principal that is enabled and not the one under review';
    throw invalid('escalate_to_id', msg, 'not_allowed');
  }
  if (to === null) {
    const msg = 'is required: the policy names no escalation contact and the reviewer has no manager';
    throw invalid('escalate_to_id', msg, 'missing');
  }
  inHand.escalate(to, answer.reason, { policy, by: { actor: caller.label, now } });
  return recordOf(review.id, answer, deciding);
}

async function finish(tx: Querier, { inHand, policy }: Hand, { caller, now }: Deciding) {
  if (inHand.steps.length === 0) return [];
  const confirmed = inHand.decisions
    .filter((decision) => decision.decision === 'CONFIRM')
    .map((decision) => decision.grant_id);
  // First, because remediations are locked before grants.
  await closeContradictions(tx, confirmed, {
    now,
    outcome: 'confirmed',
    detail: `The access was confirmed by ${caller.label} in review ${inHand.review.id}.`,
  });
  await saveMoves(tx, [inHand], { policy, now });
  const by = { requested_by: caller.label, policy, now };
  const removals = await beginRemediations(tx, inHand.decisions, by);
  await requestRecalculation(tx, 'confirmation', confirmed);
  return removals;
}

function confirmationEnd(
  { next_review_at }: Answer,
  {
    purposes,
    times,
    now,
    policy,
  }: { purposes: readonly (Purpose | null)[]; times: number; now: number; policy: Policy },
): number {
  const { usual, longest } = confirmationDays(purposes, policy, times);
  const { until, fault } = confirmedUntil(next_review_at, now, usual);
  if (fault) throw invalid('next_review_at', fault.msg, fault.type);
  return Math.min(until, now + longest * DAY_MS);
}

const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

function invalid(field: string, msg: string, type: string): LapseError {
  return new LapseError('invalid_request', `body.${field} ${msg}`, [{ loc: ['body', field], msg, type }]);
}
