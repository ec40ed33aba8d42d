import type { StageSums, TimeSums } from '../core/pipeline/stage-times.rules.ts';
import type { ReviewStatus } from '../core/reviews/review.rules.ts';
import type { RiskLevel } from '../core/scores/decay.rules.ts';
import type { WorkFailure } from '../platform/background/tenant-work.rules.ts';
import type { RemediationStatus } from '../remediation/remediation.rules.ts';

/** What waits for somebody to work on it. */
export const LAG_STAGES = [
  'events',
  'recalculations',
  'peer_moves',
  'crossings',
  'review_timers',
  'campaigns',
  'remediations',
  'syncs',
  'audit',
  'webhook_deliveries',
  'reports',
] as const;
export type LagStage = (typeof LAG_STAGES)[number];

export interface Lag {
  items: number;
  /** How long the oldest has been waiting; 0 when nothing waits. */
  oldest_s: number;
}

export const OPEN_JOB_STATUSES = ['accepted', 'running', 'failed'] as const;
export const DELIVERY_STATES = ['waiting', 'dead'] as const;

/** What an operator wants to know of a tenant. None of it takes longer to find out when there are more grants. */
export interface OperationalFigures {
  /** How many grants are in each band. */
  bands: Record<RiskLevel, number>;
  /** Null: there is no active grant. */
  stalest_score: number | null;
  reviews: Record<ReviewStatus, number>;
  /** Open after the first deadline, or ended unanswered within a day. */
  reviews_past_sla: number;
  remediations: Record<RemediationStatus, number>;
  breakers_open: number;
  /** Access that was seen although its remediation was claimed, or requested of a person. */
  removal_findings: { claimed: number; requested: number };
  lag: Record<LagStage, Lag>;
  /** For how long the audit log has not been signed although there was something to sign, or was refused a signature. */
  audit_unsigned_s: number;
  connectors: { connector: string; events: number; is_healthy: boolean | null; is_steady: boolean }[];
  jobs: Record<(typeof OPEN_JOB_STATUSES)[number], number>;
  dead_letters: number;
  /** What has failed and has not succeeded since. */
  work_failures: WorkFailure[];
  webhook_deliveries: Record<(typeof DELIVERY_STATES)[number], number>;
  webhook_endpoints_disabled: number;
  /** Of all time. */
  stage_times: StageSums[];
  /** Of the last ten minutes. */
  recent_computations: TimeSums;
}
