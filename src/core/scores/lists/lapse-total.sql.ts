import type { Parameters } from '../../../platform/database/page.ts';
import { HALF_LIFE_CLASSES } from '../half-life.rules.ts';
import { instantsByClass } from '../half-life.sql.ts';
import type { LapseRange } from './lapse-page.sql.ts';

/** What is counted: the noun of the kept sums, and the rows (as `s`) behind them. */
export interface LapseCount {
  noun: 'pairs' | 'principals';
  rows: string;
}

/**
 * How many lapse in the range, exactly: for each class whole days and hours from the kept sums, and the rest of one hour
 * counted. The work does not grow with the number of scores.
 */
export function lapseTotalSql(
  count: LapseCount,
  { until, after }: LapseRange,
  parameters: Parameters,
): string {
  const upper = until ? countedUntil(count, until, parameters) : allSql(count.noun);
  if (!after) return `SELECT greatest(0, ${upper})::bigint AS total`;
  return `SELECT greatest(0, ${upper} - ${countedUntil(count, after, parameters)})::bigint AS total`;
}

function countedUntil({ noun, rows }: LapseCount, until: readonly number[], parameters: Parameters): string {
  const bounds = boundsSql(until, parameters);
  const rest = `(SELECT count(*) FROM ${rows} AND s.half_life_class = w.half_life_class
                   AND s.lapses_at >= w.hour_at AND s.lapses_at <= w.until)`;
  return `(SELECT sum(${wholeHours(noun)} + ${rest}) FROM ${bounds})`;
}

/** How many lapse before the hour of an instant: from the kept sums alone, so also if very many lapse in one hour. */
export function wholeHoursSql(
  noun: LapseCount['noun'],
  until: readonly number[],
  parameters: Parameters,
): string {
  return `(SELECT sum(${wholeHours(noun)}) FROM ${boundsSql(until, parameters)})`;
}

/** How many there are, whenever they lapse. */
export const allSql = (noun: LapseCount['noun']): string =>
  `(SELECT coalesce(sum(amount), 0) FROM lapse_counts
    WHERE tenant_id = $1 AND noun = '${noun}' AND half_life_class = ANY ('{${HALF_LIFE_CLASSES.join(',')}}') AND grain = 'day')`;

const MOST = 2_147_483_647;

/** A row `w` for each class: the bound, and the day and the hour in which it lies. */
function boundsSql(until: readonly number[], parameters: Parameters): string {
  const bucket = (seconds: number): string =>
    `CASE w.until WHEN 'infinity' THEN ${MOST} WHEN '-infinity' THEN ${-MOST}
       ELSE floor(extract(epoch FROM w.until)::float8 / ${seconds})::integer END`;
  return `(SELECT w.half_life_class, w.until, ${bucket(86_400)} AS day, ${bucket(3_600)} AS hour,
                  date_trunc('hour', w.until, 'UTC') AS hour_at
           FROM unnest('{${HALF_LIFE_CLASSES.join(',')}}'::smallint[], ${instantsByClass(until, parameters)})
                  AS w (half_life_class, until)) w`;
}

const wholeHours = (noun: LapseCount['noun']): string =>
  `${sumSql(noun, 'day', 'bucket < w.day')}
   + ${sumSql(noun, 'hour', 'bucket >= w.day::bigint * 24 AND bucket < w.hour')}`;

const sumSql = (noun: LapseCount['noun'], grain: 'day' | 'hour', bounds: string): string =>
  `(SELECT coalesce(sum(amount), 0) FROM lapse_counts
    WHERE tenant_id = $1 AND noun = '${noun}' AND half_life_class = w.half_life_class AND grain = '${grain}' AND ${bounds})`;
