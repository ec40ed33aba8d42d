import { counted, isAre } from './counted.ts';
import { inboxStrings } from './reviews.ts';

const signs = {
  called_off: 'Called off',
  put_back: 'Put back',
  granted_again: 'Granted again',
  used: 'Used',
} as const;

const decidedThrough = {
  person: 'By itself',
  group: 'In a group',
  rule: 'By a rule',
  system: 'Nobody answered',
} as const;

const wasWere = (text: string): string => (text === '1' ? 'was' : 'were');

export const regretStrings = {
  title: 'Revoked and missed',
  description:
    'What was revoked in the last 90 days. Missed: called off, put back, or the access was granted again or used within 60 days.',
  none: 'Nothing was revoked in the last 90 days',
  noneHint: 'Whether revoked access is missed is known 60 days later.',
  /** "Of 212 grants that were revoked 60 or more days ago 3 were missed, 1%." */
  known: (cases: string, missed: string, share: string) =>
    `Of ${cases} grants that were revoked 60 or more days ago ${missed} ${wasWere(missed)} missed, ${share}.`,
  unknown: (cases: string, needed: string) =>
    `How many are missed is not known yet: it takes ${counted(needed, 'grant')} that were revoked 60 or more days ago, and there ${isAre(cases)} ${cases}.`,
  recent: (count: string) =>
    `${counted(count, 'grant')} that ${wasWere(count)} revoked later cannot be judged yet.`,
  recentMissed: (count: string) => `${count} revoked later ${wasWere(count)} missed already.`,
  incomplete: 'More than 20,000 grants were revoked; these figures are of the latest.',
  below: (share: string) => `less than ${share}`,
  by: 'By',
  breakdowns: {
    reviewer: 'Reviewer',
    platform: 'Platform',
    recommendation: 'Recommendation',
    decided_through: 'Decided',
  },
  counts: ['Revoked', 'Not yet judged', 'Missed', 'Share missed'],
  shareOf: (share: string, cases: string) => `${share} of ${cases}`,
  shareUnknown: (cases: string) => `not known yet (${cases})`,
  shown: (shown: string, all: string) => `The ${shown} with most, of ${all}.`,
  toList: (count: string) => `Show the ${counted(count, 'grant')} that ${wasWere(count)} missed`,
  toPart: (part: string, count: string) => `${part}: show the ${count} that ${wasWere(count)} missed`,
  recommends: inboxStrings.recommends,
  decidedThrough,
  signs,
  list: {
    title: 'Revoked and missed',
    csv: {
      principal: 'Principal',
      principalId: 'Principal id',
      asset: 'Asset',
      permission: 'Permission',
      reviewId: 'Review id',
      sign: 'Shown by',
      shown: 'Shown',
      through: 'Decided through',
      decided: 'Decided',
      reason: 'Reason',
      removed: 'Removed',
      remediationId: 'Remediation id',
    },
    columns: ['Access', 'Missed', 'Decided by', 'Recommendation', 'Removed'],
    none: 'Nothing that was revoked in the last 90 days was missed, as far as is known',
    noneHint:
      'Revoked access is missed when that is called off or put back, or when it is granted again or used within 60 days.',
    noMatch: 'Nothing that was missed matches',
    platform: 'Platform',
    reviewer: 'Decided by',
    recommendation: 'Recommendation',
    decided: 'Decided',
    back: 'Overview',
    notRemoved: 'Not carried out',
    stillRestoring: 'Being put back',
    inGroup: 'in a group',
  },
} as const;
