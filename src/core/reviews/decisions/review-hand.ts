import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../../gateway/roles.rules.ts';
import { counted } from '../../../platform/counted.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { LapseError } from '../../../platform/errors.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { closeContradictions } from '../../../remediation/observations/access-observations.sql.ts';
import type { Purpose } from '../../directory/directory.rules.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { purposesOf } from '../../scores/apply/grant-facts.sql.ts';
import { requestRecalculation } from '../../scores/apply/recalculations.sql.ts';
import { confirmationDays } from '../../scores/purpose.rules.ts';
import { grantsOf, ReviewInHand, saveMoves } from '../move-reviews.ts';
import { confirmedUntil, type Decision } from './decision.rules.ts';
import { countConfirmationsSinceUse, type DecisionRow, type Through } from './decisions.sql.ts';
import type { LockedReview } from './locks.sql.ts';

/** One answer: about one grant of the review, or about all that have none yet. */
export interface GivenAnswer<Word extends Decision> {
  grant_id: string | null;
  decision: Word;
  reason: string;
  next_review_at?: string | null | undefined;
  /** It was given to many reviews together. */
  group_decision_id?: string;
  /** It was given by the holder, to this question. */
  holder_question_id?: string;
  /** It was given elsewhere than in the dashboard or by the API. */
  through?: Through | undefined;
}

/** A review that is being answered, with what its answer depends on. */
export interface Hand {
  inHand: ReviewInHand;
  policy: Policy;
  confirmed_until: number | null;
  purposes: ReadonlyMap<string, Purpose>;
  /** By grant, since its latest use. The first model does not ask. */
  confirmed_times: ReadonlyMap<string, number>;
}

/** Of any number of locked reviews: two statements for all of them. */
export async function takeReviewsInHand(
  tx: Querier,
  reviews: readonly LockedReview[],
  policy: Policy,
): Promise<Hand[]> {
  const grantIds = [...new Set(reviews.flatMap((review) => review.access_grant_ids))];
  const purposes = await purposesOf(tx, grantIds);
  const confirmed_times =
    policy.model_version === 1 ? new Map() : await countConfirmationsSinceUse(tx, grantIds);
  return reviews.map((review) => ({
    inHand: new ReviewInHand(review),
    policy,
    confirmed_until: review.confirmed_until === null ? null : Date.parse(review.confirmed_until),
    purposes,
    confirmed_times,
  }));
}

/** Who answers, and when. */
export interface Answering {
  caller: Pick<Caller, 'label'>;
  now: number;
}

export type Recorded = ReturnType<typeof recordOf>;

/** Of an answer that gives no grant its decision. */
export const recordOf = (
  review_id: string,
  { grant_id, decision }: GivenAnswer<Decision>,
  { caller, now }: Answering,
) => ({
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

export function decideGrants(
  hand: Hand,
  answer: GivenAnswer<'CONFIRM' | 'REVOKE'>,
  answering: Answering,
): Recorded {
  const { caller, now } = answering;
  const { inHand, policy } = hand;
  const { decision, reason, group_decision_id, holder_question_id, through } = answer;
  const grant_ids = answer.grant_id === null ? inHand.review.access_grant_ids : [answer.grant_id];
  const purposes = grant_ids.map((id) => hand.purposes.get(id) ?? null);
  // One answer about several grants holds as long for all.
  const times = Math.min(...grant_ids.map((id) => hand.confirmed_times.get(id) ?? 0));
  const until = decision === 'CONFIRM' ? confirmationEnd(answer, { purposes, times, now, policy }) : null;
  const earliest = earlier(hand.confirmed_until, until);
  const move = { kind: 'decide' as const, grant_ids, confirmed_until: earliest };
  const next_review_at = until === null ? null : isoInstant(until);
  const by = { actor: caller.label, now };
  const answered = { decision, reason, next_review_at, group_decision_id, holder_question_id, through };
  const decided = inHand.decide(move, answered, by);
  const [first] = decided;
  if (!first) throw new LapseError('conflict', 'This grant is decided already.');
  hand.confirmed_until = earliest;
  const again = times > 0 ? `, after ${counted(times, 'confirmation')} without a use since` : '';
  const words = decision === 'CONFIRM' ? `confirmed until ${next_review_at}${again}` : 'revoked';
  inHand.note('decided', `${grantsOf(decided)} ${words}: ${reason}`, by);
  return {
    ...recordOf(first.review_id, answer, answering),
    id: first.id,
    grant_id: decided.length === 1 ? first.grant_id : null,
    grant_ids: decided.map(({ grant_id }) => grant_id),
    next_review_at,
  };
}

/** Writes what was answered, but for the removals. Answers the decisions. */
export async function saveHands(
  tx: Querier,
  hands: readonly Hand[],
  { caller, now }: Answering,
): Promise<DecisionRow[]> {
  const answered = hands.filter(({ inHand }) => inHand.steps.length > 0);
  const [first, ...others] = answered;
  if (first === undefined) return [];
  const decisions = answered.flatMap(({ inHand }) => inHand.decisions);
  const confirmed = decisions
    .filter((decision) => decision.decision === 'CONFIRM')
    .map((decision) => decision.grant_id);
  const where = others.length === 0 ? `in review ${first.inHand.review.id}` : 'in reviews decided together';
  // First, because remediations are locked before grants.
  await closeContradictions(tx, confirmed, {
    now,
    outcome: 'confirmed',
    detail: `The access was confirmed by ${caller.label} ${where}.`,
  });
  const inHand = answered.map((hand) => hand.inHand);
  await saveMoves(tx, inHand, { policy: first.policy, now });
  await requestRecalculation(tx, 'confirmation', confirmed);
  return decisions;
}

function confirmationEnd(
  { next_review_at }: Pick<GivenAnswer<Decision>, 'next_review_at'>,
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

export function invalid(field: string, msg: string, type: string): LapseError {
  return new LapseError('invalid_request', `body.${field} ${msg}`, [{ loc: ['body', field], msg, type }]);
}
