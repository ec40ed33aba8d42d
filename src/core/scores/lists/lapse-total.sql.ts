import type { Parameters } from '../../../platform/database/page.ts';
import type { LapseRange } from './lapse-page.sql.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What is counted: the noun of the kept sums, and the rows (as `s`) behind them. */
export interface LapseCount {
  noun: 'pairs' | 'principals';
  rows: string;
}

/**
 * How many lapse in the range, exactly: whole days and hours from the kept sums, and the rest of one hour counted. The
 * work does not grow with the number of scores.
 */
export function lapseTotalSql(
  count: LapseCount,
  { until, after }: LapseRange,
  parameters: Parameters,
): string {
  const upper = countedUntil(count, until ?? Number.POSITIVE_INFINITY, parameters);
  const lower = countedUntil(count, after ?? Number.NEGATIVE_INFINITY, parameters);
  return `SELECT greatest(0, ${upper} - ${lower})::bigint AS total`;
}

function countedUntil({ noun, rows }: LapseCount, until: number, parameters: Parameters): string {
  if (until === Number.NEGATIVE_INFINITY) return '0';
  if (until === Number.POSITIVE_INFINITY) return sumSql(noun, 'day', '');

  const hour = Math.floor(until / HOUR_MS);
  const instant = (ms: number): string => `to_timestamp(${parameters.add(ms / 1000)})`;
  const rest = `(SELECT count(*) FROM ${rows} AND s.lapses_at >= ${instant(hour * HOUR_MS)}
                   AND s.lapses_at <= ${instant(until)})`;
  return `(${wholeHoursSql(noun, until, parameters)} + ${rest})`;
}

/** How many lapse before the hour of an instant: from the kept sums alone, so also if very many lapse in one hour. */
export function wholeHoursSql(noun: LapseCount['noun'], until: number, parameters: Parameters): string {
  const day = Math.floor(until / DAY_MS);
  const bucket = (value: number): string => `${parameters.add(value)}::integer`;
  const days = sumSql(noun, 'day', `AND bucket < ${bucket(day)}`);
  const hours = sumSql(
    noun,
    'hour',
    `AND bucket >= ${bucket(day * 24)} AND bucket < ${bucket(Math.floor(until / HOUR_MS))}`,
  );
  return `(${days} + ${hours})`;
}

const sumSql = (noun: LapseCount['noun'], grain: 'day' | 'hour', bounds: string): string =>
  `(SELECT coalesce(sum(amount), 0) FROM lapse_counts
    WHERE tenant_id = $1 AND noun = '${noun}' AND grain = '${grain}' ${bounds})`;
