import { counted } from './counted.ts';
import { platformName } from './platforms.ts';

export interface ToldAccount {
  name: string;
  platform: string;
  connector: string;
}

/** The account that holds some access, beside the name of the person. */
export const heldBy = ({ name, platform }: { name: string; platform: string }): string =>
  `${name} on ${platformName(platform)}`;

const grants = (text: string): string => counted(text, 'active grant');
const named = ({ name, platform, connector }: ToldAccount): string => `${name} on ${platform} (${connector})`;

export const accountStrings = {
  title: 'Accounts',
  description:
    'Where it is known on connected platforms. Its score, reviews and remediations are about all of them together.',
  none: 'No connected platform lists it.',
  columns: {
    account: 'Account',
    platform: 'Platform',
    by: 'Linked by',
    since: 'Since',
    grants: 'Active grants',
  },
  how: {
    own: 'Its own',
    object_id: 'Object id in Entra ID',
    sign_in_name: 'Name that it signs in with',
    email: 'E-mail of the import',
  } as Record<string, string>,
  disabled: 'Disabled',
  gone: (date: string) => `Not listed since ${date}`,
  stays: 'An admin has settled this: no sync changes it.',
  linkedTo: (name: string) => `This is an account of ${name}`,
  linkedToHint:
    'All that it may reach, and all that is asked about it now, is there. Here is what was before.',
  link: 'Link an account',
  linkTitle: (person: string) => `Link an account to ${person}`,
  linkHint: 'An account of the same person that is a principal of its own now. Search it by its name.',
  find: 'Whose account is it now?',
  account: 'Account',
  option: named,
  noAccounts: (name: string) =>
    `${name} comes from an import and has no account that could be linked. Accounts can be linked to it, on its own page.`,
  otherKind:
    'None of its accounts is of the same kind: people are linked with people, and groups with groups.',
  already: 'Its accounts are linked to this principal already.',
  send: 'Link',
  linked: (name: string, person: string) => `${name} is an account of ${person} now`,
  whatLinks: (account: ToldAccount, count: string, person: string) => [
    `The account ${named(account)} is ${person} from then on, with its ${grants(count)}.`,
    `Uses and scores go with the grants, so the score of ${person} is that of the stalest of all of them.`,
    'Its memberships, and what it owns, go with it.',
    'Open reviews about its access go with it, and two about the same asset become one. Nobody is asked about their own access under another name.',
    'It is in the audit trail. No sync undoes it; unlinking does.',
  ],
  unlink: 'Unlink',
  unlinkOf: (name: string) => `Unlink ${name}`,
  unlinkTitle: (name: string, person: string) => `Unlink ${name} from ${person}?`,
  unlinked: (name: string) => `${name} is a principal of its own now`,
  whatUnlinks: (account: ToldAccount, count: string, person: string) => [
    `The account ${named(account)} is a principal of its own again, with its ${grants(count)}.`,
    `Their uses and scores go with it, so the score of ${person} is that of what stays.`,
    'Its memberships, what it owns, and open reviews about its access go with it.',
    'It is in the audit trail. No sync links it again; an admin can.',
  ],
};

export const conflictStrings = {
  title: 'Unclear accounts',
  description:
    'Accounts that may be of somebody, and were linked to nobody because what is known of them does not agree. Say whose each is: its access, scores and open reviews go with it. Unlinking undoes it.',
  open: (text: string) => counted(text, 'unclear account'),
  none: 'No account is unclear',
  noneHint: 'Syncs link accounts by the object id in Entra ID and by the name that they sign in with.',
  noCandidates: 'Those whom it might be are gone.',
  unclear: 'Unclear whose it is',
  on: (platform: string, connector: string) => `${platform} (${connector})`,
  now: 'Now',
  maybe: 'Whose it is',
  is: (name: string) => `It is ${name}`,
  isOf: (account: string, name: string) => `${account} is ${name}`,
  nobody: 'Nobody else',
  nobodyOf: (account: string) => `${account} is nobody else`,
  noneOfThem: 'None of them',
  settledAlone: (name: string) => `${name} stays a principal of its own`,
  why: {
    several_candidates: (shared: string) =>
      `Several people fit${shared && ` ${shared}`}, and nothing says which of them it is.`,
    shared_address: (shared: string) =>
      `Several accounts of one platform have ${shared || 'its address'}, so it does not say who is who.`,
    contradiction: (shared: string) =>
      `Object ids in Entra ID say that these are different people, and ${shared || 'an address'} says that they are one.`,
    disabled_look_alike: (shared: string) =>
      `It is disabled, and ${shared || 'its address'} may have been given to somebody else since.`,
  } as Record<string, (shared: string) => string>,
};
