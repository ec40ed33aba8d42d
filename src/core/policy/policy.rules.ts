import type { Deciders } from '../reviews/decisions/deciders.rules.ts';

export const WHEN_OVERDUE = ['escalate', 'expire', 'ask_again', 'revoke'] as const;
export const ASSIGN_TO = ['first', 'fewest_open'] as const;
export const REMEDIATION_MODES = ['automatic', 'manual', 'dry_run'] as const;
/** 1: docs/decisions/0010-decay-defaults.md; 2: docs/decisions/0160-second-score-model.md. */
export const MODEL_VERSIONS = [1, 2] as const;
export type ModelVersion = (typeof MODEL_VERSIONS)[number];

/** From when on a model was in force. */
export interface ModelChange {
  at: number;
  model_version: ModelVersion;
}

/** Of changes ascending: the model in force at an instant. */
export const modelAt = (changes: readonly ModelChange[], instant: number): ModelVersion =>
  changes.findLast(({ at }) => at <= instant)?.model_version ?? DEFAULT_POLICY.model_version;

/** Every number of a tenant that a rule uses. The defaults were measured: docs/decisions/0010-decay-defaults.md and 0160-second-score-model.md. */
export const DEFAULT_POLICY = {
  /** By which model lapse dates are computed. The second takes `rhythm` where the first takes base, factor and confirmation. */
  model_version: 2 as ModelVersion,
  /** After this many days past the lapse date the odds that access is still wanted have halved once more. */
  half_life_days: 10,
  patience: {
    /** patience = base_days + gap_factor x usual gap, at most max_days, once the habit is known. */
    base_days: 30,
    gap_factor: 2,
    max_days: 400,
    /** The usual gap is this percentile of the latest `gap_count` gaps between active days. */
    gap_percentile: 0.95,
    gap_count: 20,
    /** Used, but too rarely yet to show a habit. */
    unknown_days: 120,
    never_used_days: 90,
    /** Any use keeps access fresh this long, whatever shortens its patience; 21 days keep a score under 20. */
    min_days: 21,
  },
  rhythm: {
    /** patience = base + usual gap + the smaller of it and the margin; groups are like people. */
    people_base_days: 20,
    service_base_days: 10,
    margin_days: 60,
    /** How long the first, second … confirmation without a use in between holds when the reviewer does not say. */
    confirmation_days: [90, 180, 365],
  },
  /** Of the second model: whether what answers have taught about a kind of access moves its lapse dates. */
  learning: true as boolean,
  shifts: {
    classification: { public: 10, internal: 0, confidential: -5, pii: -10 },
    permission: { read: 0, write: -3, read_write: -3, admin: -7, owner: -7 },
    peers: { max_days: 10, min_peers: 3 },
    anomaly: { days: -5, limit_days: -15, window_days: 30 },
    mfa_off: -5,
    dormant: { after_days: 45, days: -15 },
    disabled: -180,
  },
  /** How often access is asked about that is not there to be used every day: it does not decay by disuse. */
  purpose: { standby_days: 180, break_glass_days: 90 },
  /** Scores whose crossing is announced, ascending. */
  thresholds: [20, 50, 80],
  review: {
    /** A review is made when a score is `hysteresis` above it, and may be made again once it was as far below. */
    threshold: 50,
    hysteresis: 5,
    /** How long a confirmation holds when the reviewer does not say. */
    confirmation_days: 90,
    /** Questions that one reviewer is asked in a week about what goes stale; the rest waits. Null: all are asked at once. */
    weekly_budget: 25 as number | null,
    /** For how many days whoever holds what goes stale is asked before the reviewer is. 0: never. */
    holder_first_days: 0,
    /** Of a hundred questions that a reviewer answers, so many are from the past and their answer is known. 0: none. */
    seeded_percent: 0,
    /** Asked when an asset has no owner and a principal no manager who could be. */
    fallback_reviewer_id: null as string | null,
    /** Of those who can be asked (owner, manager, fallback; the reviewers of a campaign) the first, or whoever has the fewest open reviews. */
    assign_to: 'first' as (typeof ASSIGN_TO)[number],
    /** Null: the manager of the reviewer. */
    escalation_contact_id: null as string | null,
    /** How often a review is escalated: first to the contact, then up the managers. */
    escalation_steps: 1,
    /**
     * What no answer means. `escalate`: to the contact, as often as there are steps, and to nobody after that; `expire`: the review ends unanswered;
     * `ask_again`: it ends, and a new one goes to the contact; `revoke`: the access is revoked, if it is still stale.
     */
    when_overdue: 'escalate' as (typeof WHEN_OVERDUE)[number],
    /** How often `ask_again` asks after the first time, and how many days apart at least. */
    ask_again_times: 3,
    ask_again_after_days: 7,
    /** Who may decide besides whom a review is assigned to. */
    deciders: 'assignee_and_substitutes' as Deciders,
    /** Whether also the forms of a decision that the contract shows without a reason must give one. */
    require_reason: true,
  },
  sla: { critical_hours: 24, high_hours: 48, medium_hours: 120, low_hours: 336, reminder_percents: [50, 80] },
  remediation: {
    mode: 'automatic' as (typeof REMEDIATION_MODES)[number],
    undo_window_minutes: 0,
    min_grant_age_days: 1,
    telemetry_stale_hours: 24,
    /** Trips when a share and a number are both exceeded within 24 hours. */
    breaker: { tenant_percent: 5, tenant_grants: 20, asset_percent: 20, asset_grants: 3 },
  },
  retention: { events_days: 400, history_days: 1095, reports_days: 90 },
};

export type Policy = typeof DEFAULT_POLICY;
export type PatiencePolicy = Policy['patience'];
