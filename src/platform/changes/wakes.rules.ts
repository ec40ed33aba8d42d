/** Background work that begins when somebody stores something for it. Whoever stores it says so (`Querier.wakes`). */
export const WAKES = [
  'events',
  'sweep',
  'analyses',
  'remediations',
  'connectors',
  'deliveries',
  'reports',
  'schedules',
  'audit',
] as const;
export type Wake = (typeof WAKES)[number];

export const isWake = (word: unknown): word is Wake => WAKES.includes(word as Wake);
