export const listStrings = {
  loading: 'Loading …',
  total: (text: string, total: number) => (total === 1 ? '1 row' : `${text} rows`),
  moreThan: (text: string) => `More than ${text} match. Narrow the filters to see a number.`,
  firstOf: (shown: string, total: string) => `The first ${shown} of ${total}. Filter or search for the rest.`,
  keys: '↑ ↓ Page Home End move, Enter opens',
  clearSearch: 'Clear the search',
  clearFilters: 'Clear filters',
  filters: (set: number) => (set === 0 ? 'Filters' : `Filters (${set})`),
  sortBy: 'Sort by',
  unknown: 'unknown',
} as const;
