import { counted } from './counted.ts';

export const waitingStrings = {
  title: 'Waiting questions',
  description:
    'What has gone stale and is not asked about yet, because its reviewer has enough for this week.',
  pace: (budget: string) =>
    `Each reviewer is asked ${counted(budget, 'question')} a week, the most important first; a week begins on Monday at midnight UTC. What matters most, and what is about disabled accounts, is asked at once. Deadlines begin when a question is asked.`,
  noBudget: 'The policy sets no weekly budget: whatever goes stale is asked about at once.',
  line: (count: string) => `${counted(count, 'more question')} ${count === '1' ? 'waits' : 'wait'}.`,
  next: (date: string) => `The next is asked on ${date}.`,
  lineLink: 'See what waits',
  reviewers: {
    title: 'Reviewers',
    description: 'Who has how much to answer, and when the last of it will have been asked if no more comes.',
    none: 'Nobody has anything to answer.',
    columns: ['Reviewer', 'To answer', 'Overdue', 'Asked this week', 'Waiting', 'All asked on', ''],
    nobody: 'Nobody: an admin must assign it',
    disabled: 'disabled',
    withHolders: (count: string) => `${count} with ${count === '1' ? 'its holder' : 'their holders'} first`,
    nothingWaits: '–',
    far: 'in a year or later',
    reassign: 'Reassign',
    reassignOf: (who: string) => `Reassign what ${who} has to answer`,
    reassignNobodys: 'Reassign what nobody is asked about',
    theirs: (count: string, who: string) =>
      `${counted(count, 'open review')} of ${who} ${count === '1' ? 'goes' : 'go'} to those whom you choose: each to whoever has the fewest by then, and nobody is asked about their own access. What waits is given to a reviewer when it is asked.`,
    nobodys: (count: string) =>
      `${counted(count, 'open review')} that nobody is asked about ${count === '1' ? 'goes' : 'go'} to those whom you choose: each to whoever has the fewest by then, and nobody is asked about their own access.`,
    to: 'New reviewers',
    missing: 'Choose at least one person.',
    moved: (count: string) => `${counted(count, 'review')} reassigned.`,
    kept: (count: string) =>
      `${counted(count, 'review')} ${count === '1' ? 'stays' : 'stay'}: none of them can be asked about ${count === '1' ? 'it' : 'them'}.`,
  },
  questions: {
    title: 'Questions',
    description: 'The most important first; each is weighed again once a day.',
    none: 'No question waits.',
    noMatch: 'None of these questions waits.',
    all: 'Show all',
    columns: ['About', 'Reviewer', 'Priority', 'Waiting since', 'Asked on'],
    csv: {
      principal: 'Principal',
      principalId: 'Principal id',
      asset: 'Asset',
      assetId: 'Asset id',
      reviewer: 'Reviewer',
      reviewerId: 'Reviewer id',
      priority: 'Priority',
      since: 'Waiting since',
      asked: 'Asked on',
    },
    on: ' on ',
    nobody: 'nobody yet',
    now: 'within minutes',
    far: 'in a year or later',
  },
} as const;
