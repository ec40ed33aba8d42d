/** Everything the compliance summary says, whatever its format. All figures are as of the end of the period. */
export interface ComplianceSummary {
  /** Plain sentences for somebody who reads nothing else. */
  executive_summary: string[];
  key_figures: KeyFigure[];
  /** Grants that were held, by band, at up to 13 instants from where observation begins to the end of the period. */
  score_bands: { at: string; low: number; medium: number; high: number; critical: number }[];
  telemetry: PlatformCoverage[];
  reviews: ReviewOutcomes;
  /** Open at the end of the period and past their deadline, or expired in it; the most overdue first. */
  overdue: Shown<OverdueReview>;
  remediations: RemediationOutcomes;
  /** The stalest access by risk. */
  stale_access: Shown<StaleAccess>;
  exceptions: {
    /** Confirmed although remediation was recommended. */
    confirmed_against_recommendation: Shown<ExceptionRow>;
    /** Decided within 5 seconds of the opening of the review, or of the same person's decision before. */
    fast_decisions: Shown<ExceptionRow>;
    /** Several grants confirmed by one person at one instant. */
    bulk_confirmations: Shown<BulkConfirmation>;
    /** Answers of people that say no reason, for at least one grant; the policy may allow it. */
    without_reason: number;
  };
  controls: ControlEvidence[];
  /** What a reader must know to read the figures right: what was estimated, what the data cannot tell. */
  notes: string[];
}

export interface KeyFigure {
  key: string;
  label: string;
  /** Percentages are 0 to 100. Null: there was nothing to measure. */
  value: number | null;
  unit: 'count' | 'percent' | 'hours' | 'days';
  /** The same over the period of equal length before this one; null when there is nothing to compare with. */
  previous: number | null;
  /** Which way is better. */
  better: 'lower' | 'higher' | 'neither';
}

/** The first rows of a longer list, and how long it is. */
export interface Shown<Row> {
  total: number;
  rows: Row[];
}

export interface PlatformCoverage {
  platform: string;
  grants: number;
  events: number;
  /** Days of the period during which nothing was observed because telemetry was down or not connected. */
  unobserved_days: number;
  /** Share of the period that was observed, 0 to 1. */
  observed_share: number;
  gaps: { started_at: string; ended_at: string | null }[];
}

/**
 * A deadline is the first one a review had: passing it on gives the next person time, but the answer is late. Times to
 * decide and the SLA are about answers by people.
 */
export interface ReviewOutcomes {
  created: number;
  /** confirmed + revoked + confirmed_by_use + removed_elsewhere + revoked_unanswered + revoked_by_rule */
  decided: number;
  confirmed: number;
  /** At least one of its grants. */
  revoked: number;
  /** Answered by use: the system confirmed because the access was used again. */
  confirmed_by_use: number;
  /** The access was gone before anybody answered. */
  removed_elsewhere: number;
  /** Nobody answered, and the policy says that this means revocation. */
  revoked_unanswered: number;
  /** A rule decided it without a question. */
  revoked_by_rule: number;
  /** Passed on to somebody else at least once in the period. */
  escalated: number;
  expired: number;
  /** At the end of the period. */
  open: number;
  open_overdue: number;
  /** decided_within_sla + decided_late = confirmed + revoked */
  decided_within_sla: number;
  decided_late: number;
  median_hours_to_decide: number | null;
  p90_hours_to_decide: number | null;
  by_risk: {
    risk_level: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW';
    sla_hours: number;
    created: number;
    decided: number;
    /** What the deadline and the median are about. */
    decided_by_people: number;
    decided_within_sla: number;
    median_hours_to_decide: number | null;
  }[];
}

export interface OverdueReview {
  review_id: string;
  principal_name: string;
  asset_name: string;
  risk_level: string;
  status: string;
  assigned_to: string | null;
  due_at: string;
  overdue_hours: number;
}

/**
 * Remediations that were asked for in the period, and older ones that were open at its start or moved in it, by their state at
 * its end: requested + carried_over = completed + contradicted + failed + blocked + reverted + cancelled + rehearsed + open,
 * and completed = verified + attested + simulated + not_verified.
 */
export interface RemediationOutcomes {
  requested: number;
  carried_over: number;
  completed: number;
  /** Seen to be gone: the platform was read again, or an import or a sync showed it. */
  verified: number;
  /** Somebody says that it is removed. */
  attested: number;
  /** The demo's platforms do not exist. */
  simulated: number;
  /** Recorded as gone, by nobody who looked. */
  not_verified: number;
  /** Claimed to be removed, and then an import or a sync showed that the access is there. */
  contradicted: number;
  failed: number;
  blocked: number;
  /** The access was put back. */
  reverted: number;
  /** Called off before anything was removed. */
  cancelled: number;
  /** A dry run: nothing was changed. */
  rehearsed: number;
  /** Neither done nor abandoned. */
  open: number;
  /** Of those open: requested of a person, because nothing is connected. */
  awaiting_person: number;
  median_minutes_to_verified: number | null;
  /** Failed, blocked, reverted or contradicted, the latest first. */
  exceptions: Shown<{
    remediation_id: string;
    principal_name: string;
    asset_name: string;
    status: string;
    reason: string | null;
    at: string;
  }>;
}

export interface StaleAccess {
  grant_id: string;
  /** 0 to 100: the score, less for less sensitive data and for weaker permissions. The order of the list. */
  risk: number;
  principal_name: string;
  department: string | null;
  asset_name: string;
  platform: string;
  classification: string | null;
  permission: string;
  score: number;
  risk_level: string;
  last_used_at: string | null;
  lapses_at: string;
}

export interface ExceptionRow {
  review_id: string;
  principal_name: string;
  asset_name: string;
  risk_level: string;
  decision: string;
  decided_by: string;
  decided_at: string;
  /** Since the review was opened, or since the same person's decision before, whichever is less; null where it is not the point. */
  seconds: number | null;
  reason: string;
}

export interface BulkConfirmation {
  decided_by: string;
  decided_at: string;
  grants: number;
  reviews: number;
}

/** What supports a control, said with a figure. It is evidence, not a verdict. */
export interface ControlEvidence {
  framework: string;
  control: string;
  /** What the control asks for, in our words. */
  requirement: string;
  evidence: string;
  figure: string;
  value: number | null;
  unit: KeyFigure['unit'];
  attention: boolean;
}
