import type { Parameters } from '../../platform/database/page.ts';
import { HALF_LIFE_CLASSES } from './half-life.rules.ts';

/** SQL for scores of several half-lives: `row` is what `lapses_at` and `half_life_class` are columns of. */

const SLOWEST = Math.max(...HALF_LIFE_CLASSES);
const FIRST = HALF_LIFE_CLASSES[0];

/** One instant for each class in milliseconds since 1970, as an array parameter. Infinite ones are PostgreSQL's too. */
export const instantsByClass = (instants: readonly number[], parameters: Parameters): string =>
  `(${parameters.add(instantTexts(instants))}::timestamptz[])`;

/** The value of such a parameter. */
export const instantTexts = (instants: readonly number[]): string[] => instants.map(instantText);

function instantText(ms: number): string {
  if (ms === Number.POSITIVE_INFINITY) return 'infinity';
  // What PostgreSQL cannot hold is before or after every date of a grant.
  if (ms < EARLIEST_MS) return '-infinity';
  return ms > LATEST_MS ? 'infinity' : new Date(Math.floor(ms)).toISOString();
}

const EARLIEST_MS = Date.UTC(1, 0);
const LATEST_MS = Date.UTC(9999, 0);

/** That of the row's class, out of such an array. */
export const instantOfClass = (instants: string, row: string): string =>
  `${instants}[${row}.half_life_class + ${1 - FIRST}]`;

/** That of one class. */
export const instantOf = (instants: string, half_life_class: number): string =>
  `${instants}[${half_life_class + 1 - FIRST}]`;

/**
 * By what scores of all classes are ordered at an instant: microseconds since the lapse date, in units of the slowest class. A
 * whole number, so that nothing is lost where a page begins after a row.
 */
export const stalenessSql = (row: string, asOf: string): string =>
  `((extract(epoch FROM ${asOf} - ${row}.lapses_at) * 1000000)::bigint << (${SLOWEST} - ${row}.half_life_class))`;

/** A half-life of the policy as that of the row, in days. */
export const halfLifeSql = (row: string, halfLifeDays: number): string =>
  `(${halfLifeDays}::float8 * power(2::float8, ${row}.half_life_class))`;
