import { counted } from './counted.ts';
import { platformName } from './platforms.ts';

const permissions = {
  read: 'Reading',
  write: 'Writing',
  read_write: 'Reading and writing',
  admin: 'Administration',
  owner: 'Ownership',
} as const;

const holders = { user: 'people', service_account: 'service accounts', group: 'groups' } as const;

export const learnedStrings = {
  title: 'Learned from answers',
  description:
    'Access of a kind is asked about later if it was often missed after it was revoked. Until somebody uses it, it is also asked about later if such access often turned out to be needed; of the two the longer counts.',
  none: 'Nothing yet. It takes three grants of one kind (platform, permission and type of holder) that were missed after they were revoked, or needed though they had never been used.',
  notInForce:
    'None of this moves a lapse date: the first score model is in force, or learning is switched off.',
  permissions,
  holders,
  kind: ({
    platform,
    permission,
    principal_type,
  }: {
    platform: string;
    permission: keyof typeof permissions;
    principal_type: keyof typeof holders;
  }) => `${permissions[permission]} on ${platformName(platform)} by ${holders[principal_type]}`,
  revoked: (kind: string, needed: string, cases: string, days: string) =>
    `${kind} was revoked ${counted(cases, 'time')} and missed ${needed} of those times: asked about ${counted(days, 'day')} later.`,
  neverUsed: (kind: string, needed: string, cases: string, days: string) =>
    `${kind} that was never used was asked about ${counted(cases, 'time')} and needed ${needed} of those times: asked about ${counted(days, 'day')} later.`,
};
