export const shellStrings = {
  insidersOnly: 'This needs a role',
  insidersOnlyHint:
    'Reviewers, auditors and admins see it. An admin of your identity provider assigns roles.',
  product: 'Lapse',
  skip: 'Skip to the content',
  menu: 'Navigation',
  pages: {
    reviews: 'Review inbox',
    overview: 'Overview',
    principals: 'Principals',
    assets: 'Assets',
    grants: 'Grants',
    remediations: 'Remediations',
    campaigns: 'Campaigns',
    audit: 'Audit',
    reports: 'Reports',
    connectors: 'Connectors',
    policy: 'Policy',
    developers: 'Developers',
  },
  counts: {
    reviews: (text: string) => `${text} to answer`,
    remediations: (text: string) => `${text} waiting for somebody`,
    connectors: (text: string) => `${text} with an open alert`,
  },
  groups: { decide: 'Decide', look: 'Look', prove: 'Prove', run: 'Run' },
  live: 'Live: what others change appears by itself',
  notLive: 'Not live: the connection for changes is down; Lapse keeps trying',
  authDisabled: 'Sign-in is off (AUTH_DISABLED). Everyone who reaches this address is an administrator.',
  light: 'Light',
  dark: 'Dark',
  auto: 'Same as the system',
  scheme: 'Colour scheme',
  shortcutsOn: 'Single-key shortcuts',
  shortcutsHint: 'Turn them off if you use speech input or press keys by accident.',
  notificationSettings: 'Notification settings',
  close: 'Close',
  signOut: 'Sign out',
  signedInAs: (name: string) => `Signed in as ${name}`,
  explorer: 'API explorer',
  notFound: 'There is nothing at this address',
  notFoundHint: 'It may be mistyped, or what it showed is gone.',
  home: 'To the start page',
} as const;

export const signInStrings = {
  title: 'Sign in to Lapse',
  hint: 'You sign in with the account of your organisation. Lapse never sees your password.',
  action: 'Sign in',
  notConfigured:
    'Sign-in by browser is not set up on this server. Its operator sets OIDC_CLIENT_ID; programs use the API with a token.',
  ended: 'Your session has ended',
  endedHint: 'What you typed is still here. Sign in again in a new tab, then go on.',
  again: 'Sign in again in a new tab',
  done: 'I have signed in',
} as const;

export const stateStrings = {
  loading: 'Loading …',
  failed: 'This could not be loaded',
  retry: 'Try again',
  forbidden: 'Your role may not see this',
  offline: 'The server cannot be reached. Check your connection, then try again.',
  limited: (seconds: number) =>
    `Your organisation has used up its requests for this minute. Try again in ${seconds} s.`,
  requestId: (id: string) => `Request ${id}`,
} as const;
