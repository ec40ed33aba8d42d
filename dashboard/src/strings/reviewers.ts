import { counted } from './counted.ts';

export const reviewerStrings = {
  title: 'How reviews were decided',
  description:
    'What was recorded of each reviewer in the last 90 days, for admins. It says what happened, not why: easy questions are decided quickly, and access may be needed without being used.',
  none: 'Nobody has made 50 decisions in the last 90 days',
  noneHint: 'With fewer than that, nothing is said about anybody.',
  fewer: (count: string) =>
    `${counted(count, 'reviewer')} with fewer than 50 decisions ${count === '1' ? 'is' : 'are'} not shown.`,
  incomplete: 'There were more than 20,000 answers; these figures are of the latest.',
  columns: ['Reviewer', 'Decisions', 'Confirmed', 'Quick, in rows', 'Of what was confirmed'],
  groups: (count: string) => `${count} about groups`,
  confirmed: (count: string, share: string) => `${count} (${share})`,
  quick: (count: string, share: string, rows: string) => `${count} (${share}), in ${counted(rows, 'row')}`,
  noQuick: 'none',
  quickHint:
    'Quick: within 2 seconds of the decision before, in rows of at least ten. One decision about a group is one decision.',
  known: (gone: string, known: string, share: string) =>
    `${gone} of ${counted(known, 'grant')} revoked since or not used (${share})`,
  notKnown: (known: string) => `not known yet (${counted(known, 'grant')} of 50)`,
  parts: (revoked: string, unused: string, open: string) =>
    `${revoked} revoked since, ${unused} not used until the confirmation ended, ${open} still confirmed`,
  seeded: {
    title: 'Seeded questions',
    description:
      'Questions from the past whose answer is known, mixed in as the policy says. “Right” is what history says: access that was used afterwards was needed, and what was revoked and not missed was not.',
    columns: ['Reviewer', 'Answered', 'Right', 'Wrong', 'Did not know', 'Right, of right and wrong'],
    tooFew: 'too few to say',
  },
} as const;
