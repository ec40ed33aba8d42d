import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { LikelihoodFit } from '../outcomes/likelihood.rules.ts';
import { loadLikelihoods } from '../outcomes/likelihoods.sql.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { loadGrantFacts, type StoredFacts } from '../scores/apply/grant-facts.sql.ts';
import { shownScore } from '../scores/decay.rules.ts';
import { assignReviewers } from './assign-reviewers.ts';
import { isUrgent } from './budget/budget.rules.ts';
import { loadPairs, loadPeople, type Pair, type PairRow, pairKey } from './evidence/pairs.sql.ts';
import { gradeGrants } from './graded-grants.ts';
import { countAssets } from './priority/priorities.sql.ts';
import { weigh } from './priority/weigh.ts';
import { type ReviewOrigin, recommend, reviewRisk, slaMs } from './review.rules.ts';
import type { NewReview } from './reviews.sql.ts';
import type { People } from './routing.rules.ts';

export interface AskedPair extends Pair {
  /** The confirmation that is tested, or the review that is opened again: then only while it is the latest of the pair. */
  previous_review_id?: string;
  /** Asked instead of whom the policy's routing names, if possible. */
  ask_id?: string | null;
  /** For whom it has waited until its turn came. */
  waited_for?: string | null;
  /** Only these of its grants; all that are active by default. */
  grant_ids?: readonly string[];
}

export interface OpenReviews {
  pairs: readonly AskedPair[];
  origin: ReviewOrigin;
  requested_by: string;
  reason?: string | null;
  notes?: string | null;
  /** Reviewers who take turns instead of the policy's routing, and the campaign's own deadline. */
  campaign?: { id: string; reviewer_ids: readonly string[] | null; due_at: number | null; turn: number };
  /** It decides them at once; nobody is asked. */
  rule_id?: string;
  policy: Policy;
  now: number;
  /** They have waited for it: the budget of whoever is asked does not hold them back again. */
  is_their_turn?: boolean;
}

export interface PreparedReviews {
  /** As they would be asked now, before any guard is heard. */
  reviews: NewReview[];
  /** What they are made from. */
  askable: PairRow[];
  /** Pairs that have an open review. */
  existing: PairRow[];
  people: People;
}

/**
 * What would be asked about any number of pairs, whom, and how much it matters; nothing is written. Pairs without an active grant
 * are left out. A machine does not ask about a platform that is not watched; a person may.
 */
export async function prepareReviews(tx: Querier, request: OpenReviews): Promise<PreparedReviews> {
  const { policy } = request;
  const rows = await loadPairs(tx, distinct(request.pairs));
  const existing = rows.filter((row) => row.open_review_id !== null);
  const isByMachine = request.origin !== 'manual' && request.origin !== 'campaign';
  const asked = new Map(request.pairs.map((pair) => [pairKey(pair), pair]));
  const isLatest = (row: PairRow): boolean =>
    request.origin !== 'asked_again' || row.last_expired?.id === asked.get(pairKey(row))?.previous_review_id;
  const askable = rows
    .filter((row) => row.open_review_id === null && (row.is_watched || !isByMachine) && isLatest(row))
    .map((row) => ({ ...row, grant_ids: grantsOf(row, asked.get(pairKey(row))) }))
    .filter((row) => row.grant_ids.length > 0);
  if (askable.length === 0) return { reviews: [], askable, existing, people: new Map() };

  const facts = await loadGrantFacts(
    tx,
    askable.flatMap((row) => row.grant_ids),
  );
  const factsOf = new Map(facts.map((known) => [known.grant_id, known]));
  const assets = await countAssets(
    tx,
    askable.map((row) => row.principal_id),
  );
  const likelihoods = await loadLikelihoods(tx);
  const people = await loadPeople(tx, [
    ...askable.flatMap((row) => [row.principal_id, row.owner_id, row.manager_id]),
    ...request.pairs.map((pair) => pair.ask_id),
    ...(request.campaign?.reviewer_ids ?? []),
    policy.review.fallback_reviewer_id,
  ]);
  const drafts = askable.map((row) => {
    const pair = asked.get(pairKey(row));
    const draft = {
      ...reviewOf(row, { factsOf, assets, likelihoods }, request),
      ...askedBefore(row, factsOf),
    };
    return { row, pair, draft, waits: mayWait(request) && !isUrgent(draft) };
  });
  const assigned = await assignReviewers(tx, drafts, { people, request });
  const reviews = drafts.map(({ pair, draft }, index) => ({
    ...draft,
    assigned_to_id: assigned[index] as string | null,
    previous_review_id: pair?.previous_review_id ?? null,
  }));
  return { reviews, askable, existing, people };
}

/** What has gone stale stands in line where reviewers have a budget, until it is its turn; not what is urgent. */
export const mayWait = ({ origin, policy, is_their_turn = false }: OpenReviews): boolean =>
  origin === 'threshold' && policy.review.weekly_budget !== null && !is_their_turn;

const grantsOf = ({ grant_ids }: PairRow, pair: AskedPair | undefined): string[] =>
  pair?.grant_ids ? grant_ids.filter((id) => pair.grant_ids?.includes(id)) : grant_ids;

/** The reviews that nobody answered just before. A use since has answered them, unless the access has a purpose. */
function askedBefore(
  { last_expired, grant_ids }: PairRow,
  factsOf: ReadonlyMap<string, StoredFacts>,
): Pick<NewReview, 'unanswered_before' | 'first_asked_at'> {
  const asked = last_expired === null ? null : Date.parse(last_expired.created_at);
  const isUsed = (id: string) => {
    const facts = factsOf.get(id)?.facts;
    return facts?.purpose === null && (facts.last_used_at ?? 0) > (asked ?? 0);
  };
  if (last_expired === null || grant_ids.some(isUsed)) return { unanswered_before: 0, first_asked_at: null };
  return {
    unanswered_before: last_expired.unanswered_before + 1,
    first_asked_at: isoInstant(Date.parse(last_expired.first_asked_at ?? last_expired.created_at)),
  };
}

interface KnownOfPairs {
  factsOf: ReadonlyMap<string, StoredFacts>;
  /** How many each principal has access to. */
  assets: ReadonlyMap<string, number>;
  likelihoods: LikelihoodFit | null;
}

function reviewOf(
  row: PairRow,
  { factsOf, assets, likelihoods }: KnownOfPairs,
  { policy, now, campaign, ...request }: OpenReviews,
): Omit<NewReview, 'assigned_to_id' | 'previous_review_id' | 'unanswered_before' | 'first_asked_at'> {
  const grants = gradeGrants(row.grant_ids, factsOf, { policy, now });
  const score = Math.max(0, ...grants.map((grant) => grant.score));
  const risk_level = reviewRisk(score);
  const fully_observed = row.is_watched && grants.every(({ facts }) => facts.unobserved_ms === 0);
  return {
    id: uuidv7(),
    principal_id: row.principal_id,
    asset_id: row.asset_id,
    access_grant_ids: row.grant_ids,
    decay_score: shownScore(score),
    asked_about: grants.map(({ grant_id, score: shown, half_life_class, model_version, facts }) => ({
      grant_id,
      score: shownScore(shown),
      half_life_class,
      model_version,
      last_used_at: facts.last_used_at === null ? null : isoInstant(facts.last_used_at),
    })),
    ...weigh(grants, { assets: assets.get(row.principal_id) ?? 0, likelihoods, policy, now }),
    risk_level,
    recommendation: recommend(score, {
      fully_observed,
      has_purpose: grants.some(({ facts }) => facts.purpose !== null),
      is_refused: false,
    }),
    workflow_id: uuidv7(),
    campaign_id: campaign?.id ?? null,
    origin: request.origin,
    reason: request.reason ?? null,
    notes: request.notes ?? null,
    requested_by: request.requested_by,
    due_at: isoInstant(campaign?.due_at ?? now + slaMs(risk_level, policy)),
    with_holder_until: null,
    created_at: isoInstant(now),
  };
}

const distinct = (pairs: readonly AskedPair[]): AskedPair[] => [
  ...new Map(pairs.map((pair) => [pairKey(pair), pair])).values(),
];
