export const firstRunStrings = {
  title: 'First steps',
  hint: 'Each is ticked off as soon as it can be seen here.',
  empty: 'Nothing is known of your organisation yet',
  askAdmin: 'An admin connects a platform or imports a file. Scores and reviews then appear by themselves.',
  done: 'done',
  hide: 'Hide',
  steps: {
    connect: {
      title: 'Connect a platform, or import a file',
      hint: 'Lapse reads who may reach what, and what of it is used.',
    },
    look: {
      title: 'See what was found',
      hint: 'People, service accounts and groups, with the stalest access of each.',
    },
    invite: {
      title: 'Invite reviewers',
      hint: 'They sign in with your identity provider, where an admin assigns them the role of a reviewer. A channel tells them what waits for them.',
    },
  },
  signInOff: 'Sign-in is off on this server: its operator sets OIDC_CLIENT_ID.',
  links: {
    connect: 'Connect a platform',
    import: 'Import a file',
    look: 'Principals',
    invite: 'Set up a channel',
  },
} as const;
