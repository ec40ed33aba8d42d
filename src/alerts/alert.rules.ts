import { STEADY_QUARTERS } from '../core/events/steady-source.rules.ts';
import { ATTEMPTS_UNREMARKABLE } from '../platform/background/tenant-work.rules.ts';

/** The operational alerts of the contract: every threshold and duration stands here and nowhere else. */

export const ALERT_SEVERITIES = ['warning', 'critical'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export const ALERT_NAMES = [
  'decay_score_high',
  'decay_score_critical',
  'pending_reviews_high',
  'ingestion_stopped',
  'consumer_lag_high',
  'score_computation_slow',
  'review_past_sla',
  'tenant_not_processed',
  'audit_log_not_signed',
  'removal_contradicted',
  'removal_not_done',
] as const;
export type AlertName = (typeof ALERT_NAMES)[number];

export interface AlertRule {
  alert: AlertName;
  severity: AlertSeverity;
  /** `above`: the value is above the threshold. `unchanged`: a running total has not grown, that is, its rate is 0. */
  condition: 'above' | 'unchanged';
  threshold: number;
  /** How long the condition must hold before it fires. */
  for_seconds: number;
  /** How far back the value itself looks, if it does. */
  over_seconds: number | null;
  /** What there is one of it for; null: one per tenant. */
  key: 'connector' | 'stage' | 'work' | 'remediation' | null;
  summary: string;
  /** What it means, and what to do. */
  meaning: string;
  action: string;
}

const MINUTE = 60;

/** Of fewer batches than this the slowest says nothing, such as the first ones after a start. */
export const BATCHES_MIN = 20;

/** As most rules have it: a value of the organisation at this moment, and it fires at once. */
const USUAL = { condition: 'above', for_seconds: 0, over_seconds: null, key: null } as const;
type Unusual = Omit<AlertRule, keyof typeof USUAL> & Partial<AlertRule>;

const RULES: readonly Unusual[] = [
  {
    alert: 'decay_score_high',
    severity: 'warning',
    threshold: 80,
    for_seconds: 10 * MINUTE,
    summary: 'The stalest access has had a decay score above 80 for 10 minutes.',
    meaning: 'Somebody holds access that has long been unused, and it was neither confirmed nor removed.',
    action:
      'List it with GET /v1/scores?form=pair&min_score=80&sort=score&order=desc, see that each has an open review (GET /v1/reviews), and have the reviews answered.',
  },
  {
    alert: 'decay_score_critical',
    severity: 'critical',
    threshold: 95,
    for_seconds: 5 * MINUTE,
    summary: 'The stalest access has had a decay score above 95 for 5 minutes.',
    meaning:
      'Access is so long unused that nobody is expected to need it. Its review was ignored, or its remediation is stuck.',
    action:
      'List it with GET /v1/scores?form=pair&min_score=95&sort=score&order=desc. If its review is open, escalate it; if it was revoked, look at GET /v1/remediations?status=failed and ?status=blocked.',
  },
  {
    alert: 'pending_reviews_high',
    severity: 'warning',
    threshold: 200,
    for_seconds: 30 * MINUTE,
    summary: 'More than 200 reviews have been pending for 30 minutes.',
    meaning: 'More is asked than the reviewers answer; deadlines will be missed.',
    action:
      'See who has most of them (GET /v1/reviews?status=PENDING), reassign some, set a fallback reviewer in the policy, or raise review.threshold if the reviews are not worth opening.',
  },
  {
    alert: 'ingestion_stopped',
    severity: 'critical',
    condition: 'unchanged',
    threshold: 0,
    for_seconds: 15 * MINUTE,
    key: 'connector',
    summary: 'A connector has brought no event for 15 minutes.',
    meaning: `Use that is not seen looks like disuse: scores of this platform rise without reason. It is about connectors that are enabled, and about api, which stands for events sent to POST /v1/events, once that is a steady source: from the first time that events came in ${STEADY_QUARTERS} quarter hours in a row. A few batches sent by hand are not missed.`,
    action:
      'Look at GET /v1/connectors/{id} (health, error, coverage, last_use_read_at) and try POST /v1/connectors/{id}/test; for api, ask whoever sends the events. Disable a connector that is meant to be silent, or silence its alert.',
  },
  {
    alert: 'consumer_lag_high',
    severity: 'warning',
    threshold: 10_000,
    for_seconds: 10 * MINUTE,
    key: 'stage',
    summary: 'More than 10000 items have been waiting in a stage for 10 minutes.',
    meaning: 'More arrives than is worked off: scores, announcements or deliveries are late.',
    action:
      'See that a worker runs and what it logs; compare lapse_pipeline_stage_seconds of the stages. Add a worker (lapse serve --role worker), or give PostgreSQL more.',
  },
  {
    alert: 'score_computation_slow',
    severity: 'warning',
    threshold: 2,
    over_seconds: 10 * MINUTE,
    summary:
      'Of the last 10 minutes, the 99th percentile of the time to compute the scores of a batch is above 2 seconds.',
    meaning:
      'The pipeline is slow: the database is short of memory, disk or processor, or a batch is unusually large.',
    action:
      'Look at lapse_pipeline_stage_seconds for the stage that takes the time, and at PostgreSQL (waits, autovacuum of grant_scores, disk latency).',
  },
  {
    alert: 'review_past_sla',
    severity: 'warning',
    threshold: 0,
    summary: 'A review was not answered within its SLA.',
    meaning:
      'Its first deadline has passed and it is still open, or it ended unanswered within the last 24 hours.',
    action:
      'See GET /v1/reviews?status=ESCALATED and ?status=EXPIRED; answer, reassign, or make the SLA of the policy one that can be kept.',
  },
  {
    alert: 'tenant_not_processed',
    severity: 'critical',
    threshold: ATTEMPTS_UNREMARKABLE,
    key: 'work',
    summary: 'A kind of background work has failed more than twice in a row.',
    meaning:
      'It is tried again up to once a minute and does not get done: what is shown of this organisation may be out of date. Other organisations are not affected.',
    action:
      'See work_failures in GET /v1/pipeline for the error and since when, and the log for where it comes from; what cannot be applied at all is in GET /v1/events/dead-letters.',
  },
  {
    alert: 'audit_log_not_signed',
    severity: 'critical',
    threshold: MINUTE,
    summary: 'The audit log has not been signed for more than a minute.',
    meaning:
      'No worker signs it, its key is missing, or it is not what was signed last: then somebody changed its tables, and nothing more is signed.',
    action:
      'GET /v1/audit/status says why. If its tables were changed, keep everything as it is, export the log and compare it with a checkpoint kept elsewhere (lapse audit verify). If nothing is said, see that a worker runs (lapse serve --role worker).',
  },
  {
    alert: 'removal_contradicted',
    severity: 'critical',
    threshold: 0,
    key: 'remediation',
    summary: 'Access is there although its remediation was claimed.',
    meaning:
      'A remediation was verified, attested or recorded as done, and an import or a sync has seen the access since: it was not removed, or it was given again.',
    action:
      'See GET /v1/remediations?contradiction_open=true. Have it removed (POST /v1/remediations/{id}/retry); or, if it is to stay, request a review of it (POST /v1/reviews) and confirm the access there.',
  },
  {
    alert: 'removal_not_done',
    severity: 'warning',
    threshold: 0,
    key: 'remediation',
    summary: 'Access is still there after its remediation was requested of a person.',
    meaning:
      'Nothing is connected that could remove it, nobody has said that it was done, and an import or a sync has seen the access since.',
    action:
      'See GET /v1/remediations?contradiction_open=true. Remove it and attest that (POST /v1/remediations/{id}/attest); or, if it is to stay, cancel its remediation (POST /v1/remediations/{id}/cancel).',
  },
];

export const ALERT_RULES: readonly AlertRule[] = RULES.map((rule) => ({ ...USUAL, ...rule }));

/** What to do about one: with its id where there is one of it for each remediation. */
export const actionOf = ({ key: about, action }: AlertRule, key: string): string =>
  about === 'remediation' && key !== '' ? action.replaceAll('{id}', key) : action;

/** What one is about, as names of what it may be about and the value; empty: the tenant, or those without an alert of their own. */
export const labelsOf = ({ key: about }: AlertRule, key: string): Record<string, string> =>
  about === null || key === '' ? {} : { [about]: key };

export const ruleOf = (alert: AlertName): AlertRule =>
  ALERT_RULES.find((rule) => rule.alert === alert) as AlertRule;
