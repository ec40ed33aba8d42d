/** Words that several pages share. */
export const operationStrings = {
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (what: string) => `Copy: ${what}`,
  cancel: 'Cancel',
  close: 'Close',
  more: 'Show more',
  shown: (shown: string, total: string) => `${shown} of ${total} shown`,
  any: 'Any',
  unknown: (value: string) => `There is no “${value}” to choose.`,
  actions: 'Actions',
  choose: 'Choose',
  clear: 'Clear filters',
  note: 'Note',
  noteHint: 'Kept in the audit trail. Optional.',
  noteNeeded: 'Kept in the audit trail.',
  notSent: 'This was not done',
  limited: (seconds: number) =>
    `Your organisation has used up its changes for this minute. Try again in ${seconds} s; what you typed stays here.`,
  offline: 'The server cannot be reached. What you typed stays here; try again.',
} as const;
