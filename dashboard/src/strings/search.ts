export const searchStrings = {
  open: 'Search',
  openHint: 'Search principals and assets',
  keys: 'Ctrl K',
  title: 'Search principals and assets',
  field: 'Name, e-mail or tag',
  principals: 'Principals',
  assets: 'Assets',
  begin: 'Type the beginning of a name.',
  none: (text: string) => `Nothing is called “${text}”.`,
  noneHint: 'Every word must begin a word of a name, an e-mail or a tag.',
  found: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
  all: (what: string) => `All ${what} that match`,
} as const;
