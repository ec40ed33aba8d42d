export type Rule =
  /** `orNone`: left empty it is null. */
  | { type: 'number' | 'whole' | 'hundredths'; min: number; max: number; orNone?: boolean }
  | { type: 'list'; least: number; most: number; min: number; max: number; whole?: boolean }
  | { type: 'person' }
  | { type: 'choice'; options: readonly (string | number)[] }
  | { type: 'flag' };

const number = (min: number, max: number): Rule => ({ type: 'number', min, max });
const whole = (min: number, max: number): Rule => ({ type: 'whole', min, max });
const hundredths = (min: number, max: number): Rule => ({ type: 'hundredths', min, max });
const shift = whole(-365, 365);

/** What a field takes, by its path; the limits of the API, so that most faults are told while typing. */
export const RULES: Readonly<Record<string, Rule>> = {
  model_version: { type: 'choice', options: [1, 2] },
  half_life_days: number(1, 365),
  'patience.base_days': whole(1, 365),
  'patience.gap_factor': number(0, 10),
  'patience.max_days': whole(1, 1000),
  'patience.gap_percentile': number(0.01, 1),
  'patience.gap_count': whole(2, 511),
  'patience.unknown_days': whole(1, 1000),
  'patience.never_used_days': whole(1, 1000),
  'patience.min_days': whole(0, 365),
  'rhythm.people_base_days': whole(1, 365),
  'rhythm.service_base_days': whole(1, 365),
  'rhythm.margin_days': whole(0, 365),
  'rhythm.confirmation_days': { type: 'list', least: 1, most: 10, min: 1, max: 365, whole: true },
  learning: { type: 'flag' },
  'shifts.classification.public': shift,
  'shifts.classification.internal': shift,
  'shifts.classification.confidential': shift,
  'shifts.classification.pii': shift,
  'shifts.permission.read': shift,
  'shifts.permission.write': shift,
  'shifts.permission.read_write': shift,
  'shifts.permission.admin': shift,
  'shifts.permission.owner': shift,
  'shifts.peers.max_days': whole(0, 365),
  'shifts.peers.min_peers': whole(1, 1000),
  'shifts.anomaly.days': whole(-365, 0),
  'shifts.anomaly.limit_days': whole(-365, 0),
  'shifts.anomaly.window_days': whole(1, 365),
  'shifts.mfa_off': whole(-365, 0),
  'shifts.dormant.after_days': whole(1, 365),
  'shifts.dormant.days': whole(-365, 0),
  'shifts.disabled': whole(-1000, 0),
  'purpose.standby_days': whole(1, 365),
  'purpose.break_glass_days': whole(1, 365),
  thresholds: { type: 'list', least: 1, most: 10, min: 0.1, max: 99.9 },
  'review.threshold': hundredths(1, 99),
  'review.hysteresis': hundredths(0, 49),
  'review.confirmation_days': whole(1, 365),
  'review.weekly_budget': { type: 'whole', min: 1, max: 100_000, orNone: true },
  'review.holder_first_days': whole(0, 14),
  'review.seeded_percent': whole(0, 10),
  'review.fallback_reviewer_id': { type: 'person' },
  'review.assign_to': { type: 'choice', options: ['first', 'fewest_open'] },
  'review.escalation_contact_id': { type: 'person' },
  'review.escalation_steps': whole(1, 5),
  'review.when_overdue': { type: 'choice', options: ['escalate', 'expire', 'ask_again', 'revoke'] },
  'review.ask_again_times': whole(1, 20),
  'review.ask_again_after_days': whole(1, 365),
  'review.deciders': {
    type: 'choice',
    options: ['assignee', 'assignee_and_substitutes', 'any_reviewer'],
  },
  'review.require_reason': { type: 'flag' },
  'sla.critical_hours': whole(1, 8760),
  'sla.high_hours': whole(1, 8760),
  'sla.medium_hours': whole(1, 8760),
  'sla.low_hours': whole(1, 8760),
  'sla.reminder_percents': { type: 'list', least: 0, most: 10, min: 1, max: 99 },
  'remediation.mode': { type: 'choice', options: ['automatic', 'manual', 'dry_run'] },
  'remediation.undo_window_minutes': whole(0, 43_200),
  'remediation.min_grant_age_days': whole(0, 365),
  'remediation.telemetry_stale_hours': whole(1, 8760),
  'remediation.breaker.tenant_percent': number(0, 100),
  'remediation.breaker.tenant_grants': whole(0, 1_000_000),
  'remediation.breaker.asset_percent': number(0, 100),
  'remediation.breaker.asset_grants': whole(0, 1_000_000),
  'retention.events_days': whole(1, 3650),
  'retention.history_days': whole(30, 3650),
  'retention.reports_days': whole(1, 3650),
};

export type GroupKey =
  | 'model'
  | 'decay'
  | 'rhythm'
  | 'learning'
  | 'shifts'
  | 'purpose'
  | 'thresholds'
  | 'review'
  | 'sla'
  | 'remediation'
  | 'retention';
export type PartKey = 'classification' | 'permission' | 'signals' | 'account' | 'breaker';

const under = (...beginnings: string[]): string[] =>
  Object.keys(RULES).filter((path) => beginnings.some((beginning) => path.startsWith(beginning)));

/** What one of the models alone looks at. */
const OF_MODEL: Readonly<Record<string, number>> = {
  'patience.base_days': 1,
  'patience.gap_factor': 1,
  'review.confirmation_days': 1,
  ...Object.fromEntries(under('rhythm.', 'learning').map((path) => [path, 2])),
};

/** Whether a policy with this model takes the field. */
export const isTaken = (path: string, model: unknown): boolean =>
  OF_MODEL[path] === undefined || OF_MODEL[path] === model;

/** How the page arranges them. */
export const GROUPS: readonly { key: GroupKey; parts: { key?: PartKey; paths: string[] }[] }[] = [
  { key: 'model', parts: [{ paths: under('model_version') }] },
  { key: 'decay', parts: [{ paths: under('half_life', 'patience.') }] },
  { key: 'rhythm', parts: [{ paths: under('rhythm.') }] },
  { key: 'learning', parts: [{ paths: under('learning') }] },
  {
    key: 'shifts',
    parts: [
      { key: 'classification', paths: under('shifts.classification.') },
      { key: 'permission', paths: under('shifts.permission.') },
      { key: 'signals', paths: under('shifts.peers.', 'shifts.anomaly.') },
      { key: 'account', paths: under('shifts.mfa', 'shifts.dormant.', 'shifts.disabled') },
    ],
  },
  { key: 'purpose', parts: [{ paths: under('purpose.') }] },
  { key: 'thresholds', parts: [{ paths: under('thresholds') }] },
  { key: 'review', parts: [{ paths: under('review.') }] },
  { key: 'sla', parts: [{ paths: under('sla.') }] },
  {
    key: 'remediation',
    parts: [
      { paths: under('remediation.').filter((path) => !path.includes('.breaker.')) },
      { key: 'breaker', paths: under('remediation.breaker.') },
    ],
  },
  { key: 'retention', parts: [{ paths: under('retention.') }] },
];
