import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import type { GuardName } from '../../../remediation/guards/guards.rules.ts';
import type { GrantAccount } from '../../accounts/grant-account.rules.ts';
import { normalisePermission } from '../../directory/permission.rules.ts';
import { type LikelihoodFit, likelihoodOf } from '../../outcomes/likelihood.rules.ts';
import { type ModelChange, type ModelVersion, modelAt, type Policy } from '../../policy/policy.rules.ts';
import { riskLevel } from '../../scores/decay.rules.ts';
import { activeDays, dayOf } from '../../scores/habit.rules.ts';
import { byModel, halfLifeDays, type Lapse, scoreOfLapse } from '../../scores/half-life.rules.ts';
import { explainStoredDate } from '../../scores/lapse-date.rules.ts';
import { type StoredPoint, Timeline } from '../../scores/lists/timeline.rules.ts';
import type { OthersHabit } from '../../scores/others.rules.ts';
import { patienceOf, seasonalHabit, usualGap } from '../../scores/patience.rules.ts';
import { PEER_WINDOW_DAYS, peerShare } from '../../scores/peers.rules.ts';
import { confirmationDays, cycleReason, movingUse } from '../../scores/purpose.rules.ts';
import { nextBegins, seasonInWords } from '../../scores/seasons.rules.ts';
import { type GrantFacts, isoDay } from '../../scores/shifts.rules.ts';
import { EVER } from '../../scores/unobserved.rules.ts';
import type { Recommendation, ReviewOrigin } from '../review.rules.ts';
import { adviseOn, roundedScore } from './advice.rules.ts';
import { summarise } from './summary.rules.ts';

/** Everything that is known about the pair a review asks about. Instants are milliseconds since 1970. */
export interface EvidenceSource {
  principal: {
    id: string;
    display_name: string;
    type: string;
    department: string | null;
    disabled: boolean;
    protected: boolean;
    /** Since when it is known to use nearly everything on a platform. */
    inventory_since: string | null;
  };
  asset: {
    id: string;
    name: string;
    platform: string;
    owner_id: string | null;
    /** Whether a connector lists it. Where none does, Lapse knows the use that is reported to it. */
    connected: boolean;
    contains_pii: boolean | null;
  };
  grants: GrantSource[];
  /** Which score model was in force when. */
  models: readonly ModelChange[];
  signals: { kind: string; reason: string; occurred_at: string }[];
  /** When the platform was not watched; open ones still last. */
  gaps: { started_at: string; ended_at: string | null }[];
  likelihoods: LikelihoodFit | null;
  /** Guards that would refuse to remove it as things stand. */
  refused_by: readonly GuardName[];
  previous_confirmation: EarlierConfirmation | null;
  /** By reviewers, without a use since; null where the model does not count. */
  confirmed_times: number | null;
  review: {
    decay_score: number;
    origin: ReviewOrigin;
    reason: string | null;
    notes: string | null;
    requested_by: string;
    unanswered_before: number;
    first_asked_at: string | null;
  };
}

export interface GrantSource {
  grant_id: string;
  permission: string;
  status: string;
  via_group_id: string | null;
  /** By which account of the principal it is held; null for what no connector has brought. */
  account: GrantAccount | null;
  /** From the principal's own group to the one that holds the access; empty when it is direct. */
  path: { id: string; display_name: string }[];
  facts: GrantFacts;
  /** As last computed, and by which model. */
  lapse: Lapse;
  model_version: ModelVersion;
  /** While its own habit is unknown, and where others have one. */
  others: OthersHabit | undefined;
  history: StoredPoint[];
}

export interface EarlierConfirmation {
  review_id: string;
  decided_by: string;
  decided_at: string;
  reason: string;
  confirmed_until: string | null;
}

const TIMELINE_WEEKS = 26;
const HISTORY_POINTS_MAX = 12;

export type Evidence = ReturnType<typeof buildEvidence>['evidence'];

/** What a reviewer needs to answer, as of an instant, and what it suggests. */
export function buildEvidence(
  source: EvidenceSource,
  policy: Policy,
  now: number,
): { evidence: ReturnType<typeof describe>; recommendation: Recommendation } {
  const is_watched = source.gaps.every((gap) => gap.ended_at !== null);
  const is_refused = source.refused_by.length > 0;
  const { stalest, score, recommendation } = adviseOn(source.grants, { is_watched, is_refused }, policy, now);
  return { evidence: describe(source, stalest, score, policy, now), recommendation };
}

function describe(
  source: EvidenceSource,
  stalest: GrantSource | null,
  score: number,
  policy: Policy,
  now: number,
) {
  const { grants, asset, principal, signals } = source;
  const lastUse = latest(grants.map((grant) => grant.facts.last_used_at));
  const granted = grants.map((grant) => grant.facts.granted_at);
  const since = lastUse ?? (granted.length === 0 ? now : Math.min(...granted));
  const peers = stalest?.facts.peers ?? { peers: 0, active: 0 };
  const sensitivity = stalest?.facts.classification ?? null;
  const known = {
    days_inactive: Math.max(0, Math.floor((now - since) / DAY_MS)),
    last_access: lastUse === null ? null : isoInstant(lastUse),
    peer_usage_pct: peerShare(peers),
    sensitivity,
    contains_pii: asset.contains_pii ?? sensitivity === 'pii',
  };
  const telemetry = describeTelemetry(source, since, now);
  const path = grants.find((grant) => grant.path.length > 0)?.path ?? [];
  const accounts = namedAccounts(grants, principal.display_name);
  const { unanswered_before: times, first_asked_at } = source.review;
  const unanswered =
    times === 0 || first_asked_at === null
      ? null
      : { times, first_asked_at: isoInstant(Date.parse(first_asked_at)) };
  return {
    ...known,
    summary: summarise({
      ...known,
      peers,
      telemetry,
      signals: signals.length,
      cycle: stalest?.facts.purpose ? cycleReason(stalest.facts.purpose, policy) : null,
      path,
      accounts,
      principal,
      unanswered,
      ...(stalest === null ? NO_HABIT : habitOf(stalest, { lastUse, policy, now })),
    }),
    as_of: isoInstant(now),
    score: {
      current: roundedScore(score),
      at_generation: source.review.decay_score,
      risk_level: riskLevel(score),
      likelihood:
        stalest === null
          ? null
          : likelihoodOf(source.likelihoods, askedAbout(stalest, source.review), policy),
      lapses_at: stalest === null ? null : isoInstant(stalest.lapse.lapses_at),
      half_life_days: stalest === null ? null : halfLifeDays(stalest.lapse.half_life_class, policy),
      model_version: stalest === null ? null : stalest.model_version,
      history: stalest === null ? [] : historyOf(stalest, policy, source.models),
    },
    last_used: known.last_access,
    peer_comparison: {
      department: principal.department,
      peers: peers.peers,
      active_peers: peers.active,
      share: known.peer_usage_pct,
      window_days: PEER_WINDOW_DAYS,
    },
    anomaly_flags: signals,
    grants: grants.map((grant) => describeGrant(grant, policy, now)),
    activity_timeline: activityOf(grants, now),
    telemetry,
    /** Guards that would refuse to remove it. */
    refused_by: source.refused_by,
    principal,
    asset: { id: asset.id, name: asset.name, platform: asset.platform, owner_id: asset.owner_id },
    asked_because: {
      origin: source.review.origin,
      reason: source.review.reason,
      notes: source.review.notes,
      requested_by: source.review.requested_by,
    },
    previous_confirmation: source.previous_confirmation,
    confirmation: {
      times_since_use: source.confirmed_times,
      holds_days: confirmationDays(
        grants.map((grant) => grant.facts.purpose),
        policy,
        source.confirmed_times ?? 0,
      ).usual,
    },
    /** How often it was asked before, and since when, without an answer. */
    unanswered,
  };
}

const NO_HABIT = { usual_gap: null, season: null };

/** Of the access that the reviewer is told the latest use of; none while it is unknown, and of access that is kept for a case. */
function habitOf(
  { facts }: GrantSource,
  { lastUse, policy, now }: { lastUse: number | null; policy: Policy; now: number },
): Pick<Parameters<typeof summarise>[0], 'usual_gap' | 'season'> {
  if (facts.purpose !== null || facts.last_used_at === null || facts.last_used_at !== lastUse)
    return NO_HABIT;
  const patience = patienceOf(policy, facts.is_service);
  const seasonal = seasonalHabit(facts, patience);
  if (seasonal === null) return { usual_gap: usualGap(facts, patience), season: null };
  const season = seasonInWords(seasonal.season, facts.last_used_at);
  const next_at = nextBegins(seasonal.season, facts.last_used_at);
  return seasonal.waits
    ? { usual_gap: null, season: { said: season, next: { day: isoDay(next_at), is_past: next_at <= now } } }
    : { usual_gap: seasonal.usual_gap, season: { said: season, next: null } };
}

/** Answers are held against the score of the question, so what they say is about that one too. */
const askedAbout = (
  { model_version, facts }: GrantSource,
  { decay_score }: Pick<EvidenceSource['review'], 'decay_score'>,
) => ({
  score: decay_score,
  model_version,
  has_purpose: facts.purpose !== null,
});

/** Each once, where it has another name than the person. */
const namedAccounts = (grants: readonly GrantSource[], name: string): GrantAccount[] => [
  ...new Map(
    grants.flatMap(({ account }) =>
      account === null || account.name === name ? [] : [[account.id, account]],
    ),
  ).values(),
];

function describeGrant(grant: GrantSource, policy: Policy, now: number) {
  const { parts, idle_since } = explainStoredDate(grant.facts, policy, {
    lapses_at: grant.lapse.lapses_at,
    others: grant.others,
  });
  return {
    grant_id: grant.grant_id,
    permission: grant.permission,
    grant_type: normalisePermission(grant.permission) ?? grant.permission.toLowerCase(),
    status: grant.status,
    granted_at: isoInstant(grant.facts.granted_at),
    last_used: grant.facts.last_used_at === null ? null : isoInstant(grant.facts.last_used_at),
    score: roundedScore(scoreOfLapse(grant.lapse, now, policy)),
    lapses_at: isoInstant(grant.lapse.lapses_at),
    half_life_days: halfLifeDays(grant.lapse.half_life_class, policy),
    model_version: grant.model_version,
    idle_since: isoInstant(idle_since),
    shifts: parts,
    via_group_id: grant.via_group_id,
    purpose: grant.facts.purpose,
    account: grant.account,
    inherited_through: grant.path,
  };
}

function historyOf(grant: GrantSource, policy: Policy, models: readonly ModelChange[]) {
  const timeline = new Timeline(
    {
      granted_at: grant.facts.granted_at,
      is_service: grant.facts.is_service,
      purpose_since: grant.facts.purpose_since,
      use: movingUse(grant.facts, grant.facts.purpose_since),
      lapses_at: grant.lapse.lapses_at,
      stored: grant.history,
    },
    policy,
    HISTORY_POINTS_MAX,
  );
  const from = Math.max(0, timeline.points.length - HISTORY_POINTS_MAX);
  return timeline.points.slice(from).map(({ at, cause }, i) => {
    const { before, after } = timeline.changeAt(from + i);
    const model_version = modelAt(models, at);
    const scoreThen = (lapse: Lapse) => roundedScore(scoreOfLapse(byModel(lapse, model_version), at, policy));
    return {
      at: isoInstant(at),
      cause,
      score: scoreThen(after),
      previous_score: before === null ? null : scoreThen(before),
      model_version,
    };
  });
}

/** Days with any use, per week, oldest first; the last week ends today. */
function activityOf(grants: readonly GrantSource[], now: number) {
  const first = dayOf(now) - 7 * TIMELINE_WEEKS + 1;
  const counts = new Array<number>(TIMELINE_WEEKS).fill(0);
  const used = grants.map((grant) => activeDays(grant.facts, 7 * TIMELINE_WEEKS));
  for (const day of used.length === 1 ? (used[0] as number[]) : new Set(used.flat())) {
    const week = Math.floor((day - first) / 7);
    if (week >= 0 && week < TIMELINE_WEEKS) counts[week] = (counts[week] as number) + 1;
  }
  return weeksFrom(first).map((week, i) => week[counts[i] as number] as Week);
}

type Week = Readonly<{ week_of: string; active_days: number }>;

/** The same for every review of a page, and dates are slow to write: each week with 0 to 7 active days. */
let writtenWeeks: { first: number; weeks: Week[][] } = { first: Number.NaN, weeks: [] };

function weeksFrom(first: number): readonly Week[][] {
  if (writtenWeeks.first !== first) {
    const weeks = Array.from({ length: TIMELINE_WEEKS }, (_, i) => {
      const week_of = isoInstant((first + 7 * i) * DAY_MS).slice(0, 10);
      return Array.from({ length: 8 }, (_, active_days) => Object.freeze({ week_of, active_days }));
    });
    writtenWeeks = { first, weeks };
  }
  return writtenWeeks.weeks;
}

function describeTelemetry({ asset, gaps, grants }: EvidenceSource, since: number, now: number) {
  const relevant = gaps.flatMap(({ started_at, ended_at }) =>
    ended_at === null || Date.parse(ended_at) > since
      ? [{ started_at: Date.parse(started_at) === EVER ? isoInstant(since) : started_at, ended_at }]
      : [],
  );
  const isDown = gaps.some((gap) => gap.ended_at === null);
  const unobserved = Math.max(0, ...grants.map((grant) => grant.facts.unobserved_ms));
  const coverage: 'full' | 'partial' | 'down' = isDown ? 'down' : unobserved > 0 ? 'partial' : 'full';
  return {
    platform: asset.platform,
    connected: asset.connected,
    coverage,
    observed_days: Math.floor(Math.max(0, now - since - unobserved) / DAY_MS),
    unobserved_days: Math.ceil(unobserved / DAY_MS),
    gaps: relevant,
  };
}

const latest = (instants: (number | null)[]): number | null =>
  instants.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
