import { counted } from '../../../platform/counted.ts';
import type { PrincipalType } from '../../directory/directory.rules.ts';

/** By what open reviews are grouped. What is in a group shares an asset, or a person, and why it is asked about. */
export const GROUPINGS = ['asset', 'principal', 'group', 'reason', 'campaign'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What the access under review has in common; the first that is true of it. */
export const GROUP_REASONS = [
  'purpose',
  'disabled',
  'dormant',
  'moved',
  'inventory',
  'never_used',
  'unused',
  'used_lately',
] as const;
export type GroupReason = (typeof GROUP_REASONS)[number];

/** Whoever has used it since is not asked about disuse. */
export const LATELY_DAYS = 30;

/** What a group is of, in the order of its key; what is not of its kind is null. */
export interface GroupSubject {
  by: Grouping;
  /** What all members are; null: of several kinds. */
  type: PrincipalType | null;
  reason: GroupReason;
  asset: string | null;
  principal: string | null;
  via_group: string | null;
  campaign: string | null;
}

/** What one or many do with the access, and what follows it. */
const PHRASES: Readonly<Record<GroupReason, { one: string; many: string; end?: string }>> = {
  purpose: { one: 'keeps', many: 'keep', end: ' for a case that may never come' },
  disabled: { one: 'is disabled and still has', many: 'are disabled and still have' },
  dormant: { one: 'has not signed in lately and has', many: 'have not signed in lately and have' },
  moved: {
    one: 'has changed department, without using',
    many: 'have changed department, without using',
    end: ' since',
  },
  inventory: { one: 'uses', many: 'use', end: ' only to take inventory' },
  never_used: { one: 'has never used', many: 'have never used' },
  unused: { one: 'has not used', many: 'have not used', end: ` for ${LATELY_DAYS} days or more` },
  used_lately: { one: 'has used', many: 'have used', end: ` in the last ${LATELY_DAYS} days` },
};

export interface GroupCounts {
  members: number;
  exceptions: number;
}

/**
 * "58 people have never used read on customer_forecast_0; 3 stand out." Of a person's own: "Amara has never used 12 assets." It says
 * only what is true of all members.
 */
export function groupSentence(
  subject: GroupSubject,
  permission: string | null,
  { members, exceptions }: GroupCounts,
): string {
  const { by, reason, asset, principal, campaign } = subject;
  const { one, many, end = '' } = PHRASES[reason];
  const what = permission === null ? 'access to' : `${permission} on`;
  const said =
    by === 'principal'
      ? `${principal} ${one} ${counted(members, 'asset')}`
      : `${whoOf(subject, members)} ${members === 1 ? one : many} ${what} ${asset}`;
  const asked = campaign === null ? '' : `, asked about by ${campaign}`;
  return `${said}${end}${asked}${standOut(members, exceptions)}.`;
}

const NOUNS: Readonly<Record<PrincipalType, [string, string]>> = {
  user: ['person', 'people'],
  service_account: ['service account', 'service accounts'],
  group: ['group', 'groups'],
};

function whoOf({ type, via_group }: GroupSubject, members: number): string {
  const [one, many] = type === null ? ['principal', 'principals'] : NOUNS[type];
  const who = counted(members, one, many);
  return via_group === null ? who : `${who} of ${via_group}`;
}

function standOut(members: number, exceptions: number): string {
  if (exceptions === 0) return '';
  if (exceptions < members) return `; ${exceptions} ${exceptions === 1 ? 'stands out' : 'stand out'}`;
  return members === 1 ? '; it must be decided by itself' : '; each must be decided by itself';
}
