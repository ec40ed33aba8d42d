/** A source that brings events is missed when it falls silent only if it has been steady before. */

/**
 * So many quarter hours in a row with events. Fewer, and whoever tries out the API three times with a pause in between would
 * be told that ingestion stopped; many more, and a source that broke in its first hours would not be missed.
 */
export const STEADY_QUARTERS = 4;
const QUARTER_MS = 900_000;

export interface QuarterRun {
  /** The last quarter hour with events, counted from 1970. */
  last_quarter: number;
  run_quarters: number;
  longest_run: number;
}

export const quarterOf = (ms: number): number => Math.floor(ms / QUARTER_MS);

/** Events came in this quarter hour. One that is told late, by a clock that is behind, changes nothing. */
export function extendRun(before: QuarterRun | null, quarter: number): QuarterRun {
  if (before === null) return { last_quarter: quarter, run_quarters: 1, longest_run: 1 };
  if (quarter <= before.last_quarter) return before;
  const run_quarters = quarter === before.last_quarter + 1 ? before.run_quarters + 1 : 1;
  return { last_quarter: quarter, run_quarters, longest_run: Math.max(before.longest_run, run_quarters) };
}

/** Once it was steady it stays so: a source that stopped must not be forgotten because it stopped long ago. */
export const isSteady = ({ longest_run }: Pick<QuarterRun, 'longest_run'>): boolean =>
  longest_run >= STEADY_QUARTERS;
