import type { SetupStep } from '../setup-guide.ts';

export const BATON_STEPS: SetupStep[] = [
  {
    title: 'Have the program offered',
    needed_for: 'discover',
    instructions: [
      'Connectors are published at github.com/conductorone, one program for each platform, such as baton-okta.',
      'The operator of Lapse puts the program into the directory that BATON_DIR names, where nobody else may write, and makes it executable. Enter the name of the file.',
    ],
    permissions: [],
    snippets: [],
    settings: [{ name: 'program', suggestion: null }],
  },
  {
    title: 'Make an account that it signs in with',
    needed_for: 'discover',
    instructions: [
      'The documentation of the connector says which kind of account or token it takes, and which rights. Give it those that read.',
      'Each of its options is a setting here: --domain is BATON_DOMAIN. Enter tokens and passwords as secret variables.',
      'Name the account itself, too, so that Lapse never removes the access of its own connector.',
    ],
    permissions: [
      {
        name: 'Read access',
        purpose: 'to list accounts, groups, roles and what they hold',
        ability: 'discover',
      },
    ],
    snippets: [],
    settings: [
      { name: 'variables', suggestion: null },
      { name: 'secret_variables', suggestion: null },
      { name: 'own_account', suggestion: null },
    ],
  },
  {
    title: 'Find out whether it reports use',
    needed_for: 'read_use',
    instructions: [
      'Few connectors have an event feed of use, and most of those report some kinds of resources only. The test says whether there is one.',
      'Choose complete only if it reports every use of everything that it lists. Otherwise leave it as it is: then no score rises.',
    ],
    permissions: [{ name: 'Event feed', purpose: 'to see who used what', ability: 'read_use' }],
    snippets: [],
    settings: [{ name: 'use_feed', suggestion: null }],
  },
  {
    title: 'Let it change what is removed',
    needed_for: 'revoke',
    instructions: [
      'Give its account the rights that the documentation of the connector names for provisioning. Without them Lapse only reads.',
    ],
    permissions: [
      { name: 'Write access', purpose: 'to remove entitlements and to give them back', ability: 'revoke' },
    ],
    snippets: [],
    settings: [],
  },
];
