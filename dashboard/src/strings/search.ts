export const searchStrings = {
  open: 'Search',
  openHint: 'Search principals and assets',
  keys: 'Ctrl K',
  title: 'Search principals and assets',
  field: 'Name, e-mail or tag',
  begin: 'Type the beginning of a name.',
  none: (text: string) => `Nothing is called “${text}”.`,
  found: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
} as const;
