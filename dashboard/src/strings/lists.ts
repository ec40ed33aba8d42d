export const listStrings = {
  loading: 'Loading …',
  total: (text: string, total: number) => (total === 1 ? '1 row' : `${text} rows`),
  moreThan: (total: string, shown: string) =>
    `More than ${total} match; the first ${shown} are shown. Narrow the search.`,
  firstOf: (shown: string, total: string) =>
    `The first ${shown} of ${total} are shown. Narrow the search for the rest.`,
  keys: '↑ ↓ Page Home End move, Enter opens',
  clearSearch: 'Clear the search',
  clearFilters: 'Clear filters',
  filters: (set: number) => (set === 0 ? 'Filters' : `Filters (${set})`),
  sortBy: 'Sort by',
  selected: (count: string) => `${count} selected`,
  clearSelection: 'Clear selection',
} as const;
