import { counted } from './counted.ts';

interface FieldText {
  label: string;
  help: string;
  unit?: string;
}

const field = (label: string, help: string, unit?: string): FieldText =>
  unit === undefined ? { label, help } : { label, help, unit };
const days = (label: string, help: string) => field(label, help, 'days');
const hours = (label: string, help: string) => field(label, help, 'hours');
const score = (label: string, help: string) => field(label, help, 'score');
const percent = (label: string, help: string) => field(label, help, '%');
const grants = (label: string, help: string) => field(label, help, 'grants');

/** By the path of the field in the policy. */
export const policyFieldStrings: Readonly<Record<string, FieldText>> = {
  model_version: field('Score model', 'By which model lapse dates are computed.'),
  half_life_days: days(
    'Half-life',
    'How fast a score rises around the lapse date; twice as long, half as steep.',
  ),
  'patience.base_days': days('Base', 'Days without use that are tolerated even of access in daily use.'),
  'patience.gap_factor': field(
    'Factor on the usual gap',
    'How many usual gaps between two uses are tolerated on top of the base.',
    '×',
  ),
  'patience.max_days': days('At most', 'No habit makes the patience longer than this.'),
  'patience.gap_percentile': field(
    'Percentile of gaps',
    'Which of the latest gaps counts as usual; 0.95 means that one in twenty may be longer.',
    '0 to 1',
  ),
  'patience.gap_count': field(
    'Gaps looked at',
    'How many of the latest gaps between active days make the habit.',
    'gaps',
  ),
  'patience.unknown_days': days(
    'Habit not known yet',
    'Patience for access that was used, but too rarely to show a habit.',
  ),
  'patience.never_used_days': days(
    'Never used',
    'Patience for access of which no use is known since it was granted.',
  ),
  'patience.min_days': days(
    'Fresh after any use',
    'Any use keeps access from lapsing this long, whatever shortens its patience.',
  ),
  'rhythm.people_base_days': days(
    'Base for people',
    'Tolerated on top of the rhythm, even of access in daily use; groups are like people.',
  ),
  'rhythm.service_base_days': days('Base for service accounts', 'The same for service accounts.'),
  'rhythm.margin_days': days('Missed cycle, at most', 'One missed cycle is tolerated, up to this long.'),
  'rhythm.confirmation_days': days(
    'Confirmations hold',
    'The first, the second and so on without a use in between, when the reviewer does not say; with commas.',
  ),
  learning: field(
    'Learn from answers',
    'Whether what was learned moves lapse dates. It is found out either way, so that you can try it.',
  ),
  'shifts.classification.public': days('Public data', 'Lapses that much later (or sooner, if negative).'),
  'shifts.classification.internal': days('Internal data', 'Lapses that much later (or sooner, if negative).'),
  'shifts.classification.confidential': days('Confidential data', 'Negative: lapses that much sooner.'),
  'shifts.classification.pii': days('Personal data', 'Negative: lapses that much sooner.'),
  'shifts.permission.read': days('Reading', 'Access that only reads.'),
  'shifts.permission.write': days('Writing', 'Access that only changes data.'),
  'shifts.permission.read_write': days('Reading and writing', 'Access that reads and changes data.'),
  'shifts.permission.admin': days('Administration', 'Access that administers the asset.'),
  'shifts.permission.owner': days('Ownership', 'Access that owns the asset.'),
  'shifts.peers.max_days': days(
    'Peers, at most',
    'Sooner if no peer uses it, later if all do; between these days and minus these days.',
  ),
  'shifts.peers.min_peers': field(
    'Peers needed',
    'With fewer colleagues of the same kind nothing is concluded from them.',
    'peers',
  ),
  'shifts.anomaly.days': days(
    'Each anomaly',
    'Sooner by this for each unusual thing seen around the latest use.',
  ),
  'shifts.anomaly.limit_days': days(
    'Anomalies together',
    'However many there are, not sooner by more than this.',
  ),
  'shifts.anomaly.window_days': days(
    'Anomalies counted',
    'How far before the latest use an anomaly still counts.',
  ),
  'shifts.mfa_off': days(
    'No second factor',
    'Sooner by this when the account signs in without a second factor.',
  ),
  'shifts.dormant.after_days': days(
    'Dormant after',
    'Days without a sign-in after which an account counts as dormant.',
  ),
  'shifts.dormant.days': days('Dormant account', 'Sooner by at most this when the account is dormant.'),
  'shifts.disabled': days('Disabled account', 'Sooner by this when the directory has disabled the account.'),
  'purpose.standby_days': days(
    'Standby',
    'How often access is asked about that somebody holds in case it is needed, whether used or not.',
  ),
  'purpose.break_glass_days': days(
    'Break-glass',
    'How often access for emergencies is asked about, whether used or not.',
  ),
  thresholds: score(
    'Announced scores',
    'Webhooks and the audit trail tell when a score crosses one of these; ascending, with commas.',
  ),
  'review.threshold': score('Review threshold', 'A review is opened when a score passes this.'),
  'review.hysteresis': field(
    'Margin',
    'A score must pass the threshold by this much, and fall as far below it before another review is opened.',
    'points',
  ),
  'review.confirmation_days': days(
    'A confirmation holds',
    'How long access stays confirmed when the reviewer does not say.',
  ),
  'review.weekly_budget': field(
    'Questions a week',
    'How many one reviewer is asked in a week about what has gone stale, the most important first; the others wait for their turn. Left empty: all are asked at once.',
    'per reviewer',
  ),
  'review.holder_first_days': days(
    'Ask the holder first',
    'For so many days whoever holds what has gone stale is asked, by mail and in Slack, before the reviewer is: the reviewer is asked when they have answered, or the days are over. A change counts for questions asked from then on. 0: the reviewer is asked at once, also of what waits now.',
  ),
  'review.seeded_percent': field(
    'Seeded questions',
    'Of a hundred questions that a reviewer answers, so many are from the past, and their answer is known. They change no access; only admins see how they were answered. 0: none.',
    'of a hundred',
  ),
  'review.fallback_reviewer_id': field(
    'Fallback reviewer',
    'Gets the review when an asset has no owner and a principal no manager.',
  ),
  'review.assign_to': field(
    'Who of them is asked',
    'Of those who can be asked (owner, manager, fallback; of a campaign its reviewers) the first, or whoever has the fewest open reviews. By number the fallback reviewer gets as many as the others.',
  ),
  'review.escalation_contact_id': field(
    'Escalation contact',
    'Gets what was escalated. Nobody chosen: the manager of the reviewer.',
  ),
  'review.escalation_steps': field(
    'Escalated at most',
    'How often a review climbs: first to the escalation contact, then up the managers, each with the full time. Nobody gets it twice.',
    'times',
  ),
  'review.when_overdue': field('When nobody answers', 'What it means that nobody decided a review in time.'),
  'review.ask_again_times': field(
    'Asked again at most',
    'Only for “Ask again”: how often after the first time. After that the access stays listed as unanswered.',
    'times',
  ),
  'review.ask_again_after_days': days(
    'Asked again after',
    'Only for “Ask again”: at least this long after it was asked before.',
  ),
  'review.deciders': field(
    'Who may decide',
    'Substitutes are those who were named, the manager of the assignee and the escalation contact.',
  ),
  'review.require_reason': field(
    'Reason required',
    'Whether decisions made in bulk or through the short forms of the API need a reason too.',
  ),
  'sla.critical_hours': hours('Critical', 'Time to decide a critical review.'),
  'sla.high_hours': hours('High', 'Time to decide; not less than for critical.'),
  'sla.medium_hours': hours('Medium', 'Time to decide; not less than for high.'),
  'sla.low_hours': hours('Low', 'Time to decide; not less than for medium.'),
  'sla.reminder_percents': percent(
    'Reminders',
    'Parts of the time after which the reviewer is reminded; ascending, with commas.',
  ),
  'remediation.mode': { label: 'Mode', help: 'How revoked access is removed from its platform.' },
  'remediation.undo_window_minutes': field(
    'Undo window',
    'How long a remediation waits after the decision, so that it can still be taken back.',
    'minutes',
  ),
  'remediation.min_grant_age_days': days(
    'Youngest grant',
    'Access granted more recently than this is not removed.',
  ),
  'remediation.telemetry_stale_hours': hours(
    'Telemetry must be younger than',
    'Nothing is removed on a platform that has not reported for this long.',
  ),
  'remediation.breaker.tenant_percent': percent(
    'Breaker, all access: share',
    'Remediations stop when this share and the number beside it are both passed in 24 hours.',
  ),
  'remediation.breaker.tenant_grants': grants(
    'Breaker, all access: number',
    'How many grants of the organisation may be removed in 24 hours whatever share that is.',
  ),
  'remediation.breaker.asset_percent': percent(
    'Breaker, one asset: share',
    'The same for one asset alone: share of its grants.',
  ),
  'remediation.breaker.asset_grants': grants(
    'Breaker, one asset: number',
    'How many grants of one asset may be removed in 24 hours whatever share that is.',
  ),
  'retention.events_days': days(
    'Events',
    'How long single events of use are kept; what they mean for scores stays.',
  ),
  'retention.history_days': days('Score history', 'How long past scores can be looked up.'),
  'retention.reports_days': days('Reports', 'How long finished reports can be downloaded.'),
};

export const policyChoiceStrings: Readonly<Record<string, string>> = {
  1: 'First: usual gap times a factor',
  2: 'Second: rhythm of a year',
  escalate: 'Escalate',
  expire: 'Let it expire',
  ask_again: 'Ask again',
  revoke: 'Revoke the access',
  first: 'The first who can be asked',
  fewest_open: 'Whoever has the fewest open reviews',
  assignee: 'Only the assignee',
  assignee_and_substitutes: 'The assignee and substitutes',
  any_reviewer: 'Any reviewer',
  true: 'Yes',
  false: 'No',
  automatic: 'Automatic: removed after the undo window',
  manual: 'Manual: an admin releases each remediation',
  dry_run: 'Dry run: planned, nothing removed',
};

/** What an option does, in one sentence, where its name alone does not say it. */
export const policyOptionStrings: Readonly<Record<string, { help: string; warning?: string }>> = {
  1: { help: 'Patience is a base and the usual one of the latest gaps times a factor.' },
  2: {
    help: 'Patience is a base, the rhythm in which half of the remembered days lie, and one missed cycle; shorter for service accounts. What is used in one season of the year waits for the next. Repeated confirmations without a use hold longer. A change computes every lapse date anew; going back undoes it.',
  },
  escalate: {
    help: 'The review goes to the escalation contact, or else to the manager of the reviewer, and up the managers as often as chosen; then it expires.',
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
  readOnly: 'You can read the policy. Only admins can change it.',
  sections: 'Sections of the policy',
  groups: {
    decay: {
      title: 'Half-life and patience',
      description: 'How long access may go unused before its score reaches 50, and how fast it rises then.',
    },
    purpose: {
      title: 'Standby and break-glass',
      description:
        'Access that is marked as standby or break-glass does not decay: it is asked about every so many days, whether used or not.',
    },
    model: { title: 'Score model', description: 'How a lapse date follows from use.' },
    rhythm: {
      title: 'Rhythm',
      description: 'What the second model takes instead of base, factor and the days of a confirmation.',
    },
    learning: {
      title: 'Learning',
      description:
        'Where access was revoked and missed, or was never used and turned out to be needed, such access is asked about up to 60 days later.',
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
  noLimit: 'No limit',
  nobody: 'Nobody chosen',
  saveRevokes:
    'Reviews that nobody answers in time will revoke access from now on, including those that are open. The dry run does not count these.',
  tooWide: (min: string, max: string) => `A number from ${min} to ${max}.`,
  notWhole: (min: string, max: string) => `A whole number from ${min} to ${max}.`,
  decimals: 'At most two decimals.',
  list: (least: string, most: string, min: string, max: string) =>
    `${least} to ${most} different numbers from ${min} to ${max}, ascending, with commas between.`,
  wholeList: (least: string, most: string, min: string, max: string) =>
    `${least} to ${most} different whole numbers from ${min} to ${max}, ascending, with commas between.`,
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
    quarterly: 'used quarterly',
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
  undo: (label: string) => `Undo the change to ${label}`,
  discard: 'Discard',
  tryIt: 'Try it',
  save: 'Save …',

  overtaken: (by: string, version: string) => `${by} saved version ${version} while you were editing`,
  overtakenHint:
    'Your changes are kept and are compared with that version now. Look through them, then go on.',
  goOn: (version: string) => `Go on from version ${version}`,

  running: 'Trying it on every grant',
  progress: (processed: string, total: string) => `${processed} of ${counted(total, 'grant')}`,
  dryRunFailed: 'The dry run failed',
  result: 'What this change would do',
  outdated: 'You have changed something since; try it again.',
  today: 'Reviews opened today',
  past: 'Reviews in the last 90 days',
  changed: 'Grants with another score',
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
  leaveHint: 'Your changes to the policy are not saved and will be lost.',
  stay: 'Stay here',
  leaveAction: 'Leave',
} as const;

export const organisationStrings = {
  title: 'Organisation',
  description: 'What every page and report calls your organisation. Each change is in the audit trail.',
  name: 'Name of the organisation',
  unnamed: 'Not named yet',
  save: 'Save the name',
  saved: 'The name was saved',
} as const;
