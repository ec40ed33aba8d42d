import { counted } from './counted.ts';

interface FieldText {
  label: string;
  help: string;
  unit?: string;
}

const days = 'days';
const hours = 'hours';
const score = 'score';

/** By the path of the field in the policy. */
export const policyFieldStrings: Readonly<Record<string, FieldText>> = {
  half_life_days: {
    label: 'Half-life',
    help: 'How fast a score rises around the lapse date; twice as long, half as steep.',
    unit: days,
  },
  'patience.base_days': {
    label: 'Base',
    help: 'Days without use that are tolerated even of access in daily use.',
    unit: days,
  },
  'patience.gap_factor': {
    label: 'Factor on the usual gap',
    help: 'How many usual gaps between two uses are tolerated on top of the base.',
    unit: '×',
  },
  'patience.max_days': {
    label: 'At most',
    help: 'No habit makes the patience longer than this.',
    unit: days,
  },
  'patience.gap_percentile': {
    label: 'Percentile of gaps',
    help: 'Which of the latest gaps counts as usual; 0.95 means that one in twenty may be longer.',
    unit: '0 to 1',
  },
  'patience.gap_count': {
    label: 'Gaps looked at',
    help: 'How many of the latest gaps between active days make the habit.',
    unit: 'gaps',
  },
  'patience.unknown_days': {
    label: 'Habit not known yet',
    help: 'Patience for access that was used, but too rarely to show a habit.',
    unit: days,
  },
  'patience.never_used_days': {
    label: 'Never used',
    help: 'Patience for access of which no use is known since it was granted.',
    unit: days,
  },
  'patience.min_days': {
    label: 'Fresh after any use',
    help: 'Any use keeps access from lapsing this long, whatever shortens its patience.',
    unit: days,
  },
  'shifts.classification.public': {
    label: 'Public data',
    help: 'Lapses that much later (or sooner, if negative).',
    unit: days,
  },
  'shifts.classification.internal': {
    label: 'Internal data',
    help: 'Lapses that much later (or sooner, if negative).',
    unit: days,
  },
  'shifts.classification.confidential': {
    label: 'Confidential data',
    help: 'Negative: lapses that much sooner.',
    unit: days,
  },
  'shifts.classification.pii': {
    label: 'Personal data',
    help: 'Negative: lapses that much sooner.',
    unit: days,
  },
  'shifts.permission.read': { label: 'Reading', help: 'Access that only reads.', unit: days },
  'shifts.permission.write': { label: 'Writing', help: 'Access that only changes data.', unit: days },
  'shifts.permission.read_write': {
    label: 'Reading and writing',
    help: 'Access that reads and changes data.',
    unit: days,
  },
  'shifts.permission.admin': {
    label: 'Administration',
    help: 'Access that administers the asset.',
    unit: days,
  },
  'shifts.permission.owner': { label: 'Ownership', help: 'Access that owns the asset.', unit: days },
  'shifts.peers.max_days': {
    label: 'Peers, at most',
    help: 'Sooner if no peer uses it, later if all do; between these days and minus these days.',
    unit: days,
  },
  'shifts.peers.min_peers': {
    label: 'Peers needed',
    help: 'With fewer colleagues of the same kind nothing is concluded from them.',
    unit: 'peers',
  },
  'shifts.anomaly.days': {
    label: 'Each anomaly',
    help: 'Sooner by this for each unusual thing seen around the latest use.',
    unit: days,
  },
  'shifts.anomaly.limit_days': {
    label: 'Anomalies together',
    help: 'However many there are, not sooner by more than this.',
    unit: days,
  },
  'shifts.anomaly.window_days': {
    label: 'Anomalies counted',
    help: 'How far before the latest use an anomaly still counts.',
    unit: days,
  },
  'shifts.mfa_off': {
    label: 'No second factor',
    help: 'Sooner by this when the account signs in without a second factor.',
    unit: days,
  },
  'shifts.dormant.after_days': {
    label: 'Dormant after',
    help: 'Days without a sign-in after which an account counts as dormant.',
    unit: days,
  },
  'shifts.dormant.days': {
    label: 'Dormant account',
    help: 'Sooner by at most this when the account is dormant.',
    unit: days,
  },
  'shifts.disabled': {
    label: 'Disabled account',
    help: 'Sooner by this when the directory has disabled the account.',
    unit: days,
  },
  thresholds: {
    label: 'Announced scores',
    help: 'Webhooks and the audit trail tell when a score crosses one of these; ascending, with commas.',
    unit: score,
  },
  'review.threshold': {
    label: 'Review threshold',
    help: 'A review is opened when a score passes this.',
    unit: score,
  },
  'review.hysteresis': {
    label: 'Margin',
    help: 'A score must pass the threshold by this much, and fall as far below it before another review is opened.',
    unit: 'points',
  },
  'review.confirmation_days': {
    label: 'A confirmation holds',
    help: 'How long access stays confirmed when the reviewer does not say.',
    unit: days,
  },
  'review.fallback_reviewer_id': {
    label: 'Fallback reviewer',
    help: 'Gets the review when an asset has no owner and a principal no manager.',
  },
  'review.escalation_contact_id': {
    label: 'Escalation contact',
    help: 'Gets what was escalated. Nobody chosen: the manager of the reviewer.',
  },
  'review.when_overdue': {
    label: 'When nobody answers',
    help: 'What it means that nobody decided a review in time.',
  },
  'review.ask_again_times': {
    label: 'Asked again at most',
    help: 'Only for “Ask again”: how often after the first time. After that the access stays listed as unanswered.',
    unit: 'times',
  },
  'review.ask_again_after_days': {
    label: 'Asked again after',
    help: 'Only for “Ask again”: at least this long after it was asked before.',
    unit: days,
  },
  'review.deciders': {
    label: 'Who may decide',
    help: 'Substitutes are those who were named, the manager of the assignee and the escalation contact.',
  },
  'review.require_reason': {
    label: 'Reason required',
    help: 'Whether decisions made in bulk or through the short forms of the API need a reason too.',
  },
  'sla.critical_hours': { label: 'Critical', help: 'Time to decide a critical review.', unit: hours },
  'sla.high_hours': { label: 'High', help: 'Time to decide; not less than for critical.', unit: hours },
  'sla.medium_hours': { label: 'Medium', help: 'Time to decide; not less than for high.', unit: hours },
  'sla.low_hours': { label: 'Low', help: 'Time to decide; not less than for medium.', unit: hours },
  'sla.reminder_percents': {
    label: 'Reminders',
    help: 'Parts of the time after which the reviewer is reminded; ascending, with commas.',
    unit: '%',
  },
  'remediation.mode': { label: 'Mode', help: 'How revoked access is removed from its platform.' },
  'remediation.undo_window_minutes': {
    label: 'Undo window',
    help: 'How long a remediation waits after the decision, so that it can still be taken back.',
    unit: 'minutes',
  },
  'remediation.min_grant_age_days': {
    label: 'Youngest grant',
    help: 'Access granted more recently than this is not removed.',
    unit: days,
  },
  'remediation.telemetry_stale_hours': {
    label: 'Telemetry must be younger than',
    help: 'Nothing is removed on a platform that has not reported for this long.',
    unit: hours,
  },
  'remediation.breaker.tenant_percent': {
    label: 'Breaker, all access: share',
    help: 'Remediations stop when this share and the number beside it are both passed in 24 hours.',
    unit: '%',
  },
  'remediation.breaker.tenant_grants': {
    label: 'Breaker, all access: number',
    help: 'How many grants of the organisation may be removed in 24 hours whatever share that is.',
    unit: 'grants',
  },
  'remediation.breaker.asset_percent': {
    label: 'Breaker, one asset: share',
    help: 'The same for one asset alone: share of its grants.',
    unit: '%',
  },
  'remediation.breaker.asset_grants': {
    label: 'Breaker, one asset: number',
    help: 'How many grants of one asset may be removed in 24 hours whatever share that is.',
    unit: 'grants',
  },
  'retention.events_days': {
    label: 'Events',
    help: 'How long single events of use are kept; what they mean for scores stays.',
    unit: days,
  },
  'retention.history_days': {
    label: 'Score history',
    help: 'How long past scores can be looked up.',
    unit: days,
  },
  'retention.reports_days': {
    label: 'Reports',
    help: 'How long finished reports can be downloaded.',
    unit: days,
  },
};

export const policyChoiceStrings: Readonly<Record<string, string>> = {
  escalate: 'Escalate',
  expire: 'Let it expire',
  ask_again: 'Ask again',
  revoke: 'Revoke the access',
  assignee: 'Only the assignee',
  assignee_and_substitutes: 'The assignee and substitutes',
  any_reviewer: 'Any reviewer',
  true: 'Yes',
  false: 'No',
  automatic: 'Automatic: removed after the undo window',
  manual: 'Manual: an admin releases each remediation',
  dry_run: 'Dry run: only rehearsed',
};

/** What an option does, in one sentence, where its name alone does not say it. */
export const policyOptionStrings: Readonly<Record<string, { help: string; warning?: string }>> = {
  escalate: {
    help: 'The review goes once to the escalation contact, or else to the manager of the reviewer; then it expires.',
  },
  expire: { help: 'The review ends; the access stays, and is listed as unanswered.' },
  ask_again: {
    help: 'The review ends, and a new one asks the escalation contact, or else the manager of the reviewer; in the end the access is listed as unanswered.',
  },
  revoke: {
    help: 'The access is revoked without anybody having decided it, unless it was used or its score has fallen since the review was opened.',
    warning:
      'People will lose access because somebody else did not answer, also by reviews that are open now. Guards, undo window, approval and breaker hold as for every remediation.',
  },
};

export const policyStrings = {
  title: 'Policy',
  description: 'The numbers that scores, reviews and remediations follow.',
  inForce: (version: string) => `Version ${version} is in force`,
  never: 'These are the defaults; nobody has changed them yet.',
  changedBy: (name: string) => `saved by ${name}`,
  readOnly:
    'You can read the policy. Changing it takes the role service.admin, which your account does not have.',
  groups: {
    decay: {
      title: 'Half-life and patience',
      description: 'How long access may go unused before its score reaches 50, and how fast it rises then.',
    },
    shifts: {
      title: 'Shifts',
      description:
        'Whole days by which access lapses later (positive) or sooner (negative), by what else is known.',
    },
    thresholds: { title: 'Thresholds', description: 'Scores whose crossing is announced.' },
    review: { title: 'Reviews', description: 'When a review is opened, and who decides it.' },
    sla: { title: 'Deadlines', description: 'How long a review may take, by risk.' },
    remediation: {
      title: 'Remediations and their guards',
      description: 'How revoked access is removed, and what stops that.',
    },
    retention: { title: 'Retention', description: 'How long things are kept.' },
  },
  parts: {
    classification: 'By classification of the asset',
    permission: 'By permission',
    signals: 'By what was seen',
    account: 'By the account',
    breaker: 'Breaker',
  },
  nobody: 'Nobody chosen',
  saveRevokes:
    'Reviews that nobody answers in time will revoke access from now on, including those that are open. The dry run does not count these.',
  tooWide: (min: string, max: string) => `A number from ${min} to ${max}.`,
  notWhole: (min: string, max: string) => `A whole number from ${min} to ${max}.`,
  decimals: 'At most two decimals.',
  list: (least: string, most: string, min: string, max: string) =>
    `${least} to ${most} different numbers from ${min} to ${max}, ascending, with commas between.`,
  atMost: (label: string, value: string) => `At most “${label}” (${value}).`,
  atLeast: (label: string, value: string) => `At least “${label}” (${value}).`,
  insideScores: 'The review threshold minus and plus this must lie between 0 and 100.',

  curve: 'What a score does',
  curveHint: (now: string, then: string) =>
    now === then
      ? `Unused, it lapses after ${counted(now, 'day')}.`
      : `Unused, it lapses after ${counted(then, 'day')} instead of ${now}.`,
  curveOf: 'Access that is',
  habits: {
    daily: 'used daily',
    weekly: 'used weekly',
    monthly: 'used monthly',
    unknown: 'rarely used',
    never: 'never used',
  },
  curveClassification: 'On data that is',
  curvePermission: 'And allows',
  classifications: { public: 'public', internal: 'internal', confidential: 'confidential', pii: 'personal' },
  permissions: {
    read: 'reading',
    write: 'writing',
    read_write: 'both',
    admin: 'administration',
    owner: 'ownership',
  },
  curveText: (points: string) => `Score by days without use: ${points}.`,
  curvePoint: (days: string, now: string, then: string) =>
    `${counted(days, 'day')}: ${now} now, ${then} with the change`,
  curvePointSame: (days: string, now: string) => `${counted(days, 'day')}: ${now}`,
  axisDays: 'days without use',
  inForceNow: 'In force',
  proposed: 'With the change',
  mark: (value: string) => `review at ${value}`,

  changes: 'Your changes',
  changesNone: 'None yet. Change a number and see here what differs from the policy in force.',
  changeCount: (count: number, text: string) =>
    count === 0 ? 'No changes' : count === 1 ? '1 change' : `${text} changes`,
  unsaved: 'not saved yet',
  faultCount: (count: number, text: string) =>
    count === 1 ? '1 field needs another value' : `${text} fields need another value`,
  undo: (label: string) => `Undo the change of ${label}`,
  discard: 'Discard',
  tryIt: 'Try it',
  save: 'Save …',

  overtaken: (by: string, version: string) => `${by} saved version ${version} while you were editing`,
  overtakenHint:
    'Your changes are kept and are compared with that version now. Look through them, then go on.',
  goOn: (version: string) => `Go on from version ${version}`,

  running: 'Trying it on every grant',
  progress: (processed: string, total: string) => `${processed} of ${total} grants`,
  dryRunFailed: 'The dry run failed',
  result: 'What this change would do',
  outdated: 'You have changed something since; try it again.',
  today: 'Reviews opened today',
  past: 'Reviews in the last 90 days',
  changed: 'Grants with another score',
  bands: 'Grants by band',
  band: 'Band',
  weeks: 'Reviews per week, last 90 days',
  week: 'Week of',
  grants: 'Grants that it matters to',
  grantsHint: (begin: string, stop: string) =>
    `${begin} would be reviewed today that are not now, ${stop} no longer; then those whose score changes most.`,
  grantsNone: 'No grant would get another score.',
  columns: { who: 'Who', what: 'What', score: 'Score', lapses: 'Lapses', asks: 'Reviewed today' },
  begins: 'Now yes',
  stops: 'No longer',
  still: 'As before',
  not: 'No',
  nowThen: (now: string, then: string) => `${now} → ${then}`,
  same: 'unchanged',

  saveTitle: (version: string) => `Put version ${version} in force?`,
  saveAction: 'Put in force',
  saveToday: (now: string, then: string) => `Reviews opened today: ${then} with it, ${now} without.`,
  savePast: (now: string, then: string) =>
    `Reviews opened over the last 90 days: ${then} with it, ${now} without.`,
  saveChanged: (count: string) =>
    `${counted(count, 'grant')} ${count === '1' ? 'gets' : 'get'} another score; a job computes ${count === '1' ? 'it' : 'them'} while everything else goes on.`,
  saveAudit: 'The change is a new version in the audit trail, with your name.',
  saveUntried:
    'You have not tried these changes: nobody can say yet how many reviews they cause. “Try it” tells.',
  saved: (version: string) => `Version ${version} is in force`,
  savedHint: 'Scores are being recomputed.',
  recomputing: 'Scores are being recomputed',

  history: 'Earlier versions',
  historyHint: 'Every change, from the audit trail.',
  historyNone: 'The policy was never changed.',
  version: 'Version',
  who: 'Who',
  when: 'When',
  what: 'What changed',

  leave: 'Leave without saving?',
  leaveHint: 'Your changes of the policy are not saved and will be lost.',
  stay: 'Stay here',
  leaveAction: 'Leave',
} as const;
