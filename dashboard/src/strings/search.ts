export const searchStrings = {
  open: 'Search',
  openHint: 'Search, go to a page or give a command',
  keys: 'Ctrl K',
} as const;
