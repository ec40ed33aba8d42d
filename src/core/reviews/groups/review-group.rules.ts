import { counted } from '../../../platform/counted.ts';
import type { PrincipalType } from '../../directory/directory.rules.ts';

/** By what open reviews are grouped. What is in a group shares an asset, or a person, and what is recommended; by reason, that too. */
export const GROUPINGS = ['asset', 'principal', 'group', 'reason', 'campaign'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Why access is asked about; the first that is true of it. */
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
  /** How many are asked about for which reason, in the order of `GROUP_REASONS`. */
  reasons: readonly { reason: GroupReason; members: number }[];
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

/** The same in a list of several, of people and, of a person's own, of assets. */
const PARTS: Readonly<Record<GroupReason, { people: [string, string]; assets: [string, string] }>> = {
  purpose: {
    people: ['keeps it for a case that may never come', 'keep it for a case that may never come'],
    assets: ['is kept for a case that may never come', 'are kept for a case that may never come'],
  },
  disabled: {
    people: ['is disabled', 'are disabled'],
    assets: ['is left to a disabled account', 'are left to a disabled account'],
  },
  dormant: {
    people: ['has not signed in lately', 'have not signed in lately'],
    assets: ['is left without a sign-in lately', 'are left without a sign-in lately'],
  },
  moved: {
    people: ['has not used it since changing department', 'have not used it since changing department'],
    assets: ['was not used since a change of department', 'were not used since a change of department'],
  },
  inventory: {
    people: ['uses it only to take inventory', 'use it only to take inventory'],
    assets: ['is used only to take inventory', 'are used only to take inventory'],
  },
  never_used: {
    people: ['has never used it', 'have never used it'],
    assets: ['was never used', 'were never used'],
  },
  unused: {
    people: [
      `has not used it for ${LATELY_DAYS} days or more`,
      `have not used it for ${LATELY_DAYS} days or more`,
    ],
    assets: [`was not used for ${LATELY_DAYS} days or more`, `were not used for ${LATELY_DAYS} days or more`],
  },
  used_lately: {
    people: [`has used it in the last ${LATELY_DAYS} days`, `have used it in the last ${LATELY_DAYS} days`],
    assets: [`was used in the last ${LATELY_DAYS} days`, `were used in the last ${LATELY_DAYS} days`],
  },
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
  const { by, reasons, asset, principal, campaign } = subject;
  const isOfPerson = by === 'principal';
  const who = isOfPerson ? principal : whoOf(subject, members);
  const access = `${permission === null ? 'access to' : `${permission} on`} ${asset}`;
  const asked = campaign === null ? '' : `, asked about by ${campaign}`;
  const apart = standOut(members, exceptions);
  const [only, ...others] = reasons;
  if (only === undefined || others.length > 0) {
    const what = isOfPerson ? `access to ${counted(members, 'asset')}` : access;
    const parts = reasons.map(({ reason, members: of }) => {
      const [one, many] = PARTS[reason][isOfPerson ? 'assets' : 'people'];
      return `${of} ${of === 1 ? one : many}`;
    });
    return `${who} ${isOfPerson || members === 1 ? 'has' : 'have'} ${what}${asked}: ${parts.join(', ')}${apart}.`;
  }
  const { one, many, end = '' } = PHRASES[only.reason];
  const said = isOfPerson
    ? `${who} ${one} ${counted(members, 'asset')}`
    : `${who} ${members === 1 ? one : many} ${access}`;
  return `${said}${end}${asked}${apart}.`;
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
