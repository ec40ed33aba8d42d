import type { ReviewRisk, ReviewStatus } from '../domain/review.ts';
import type { Querier } from './database.ts';
import type { Parameters } from './page.ts';

export type ReviewCountNoun = 'all' | 'asset' | 'assignee' | 'campaign';

interface Facets {
  status?: ReviewStatus | undefined;
  risk_level?: ReviewRisk | undefined;
}

/** How many packets there are, of one key of a noun: the sums, and what was not yet added to them. */
export function reviewCountSql(
  noun: ReviewCountNoun,
  key: string,
  facets: Facets,
  parameters: Parameters,
): string {
  return sumOf(`noun = '${noun}' AND key = ${parameters.add(key)}`, facets, parameters);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * How many are due before an instant: whole days, hours and minutes from the sums; the caller counts the rest of the
 * minute, which begins at `counted_to`.
 */
export function reviewsDueSql(
  before: number,
  facets: Facets,
  parameters: Parameters,
): { sql: string; counted_to: number } {
  const key = (ms: number, unit: number): string => padded(Math.floor(ms / unit));
  const day = Math.floor(before / DAY_MS) * DAY_MS;
  const hour = Math.floor(before / HOUR_MS) * HOUR_MS;
  const counted_to = Math.floor(before / MINUTE_MS) * MINUTE_MS;
  const range = (noun: string, unit: number, from: number | null, to: number): string => {
    const lower = from === null ? '' : `AND key >= ${parameters.add(key(from, unit))}`;
    return sumOf(`noun = '${noun}' ${lower} AND key < ${parameters.add(key(to, unit))}`, facets, parameters);
  };
  const sums = [
    range('day', DAY_MS, null, day),
    range('hour', HOUR_MS, day, hour),
    range('minute', MINUTE_MS, hour, counted_to),
  ];
  return { sql: sums.join(' + '), counted_to };
}

/** Before 1970 nothing is due. */
const padded = (bucket: number): string => String(Math.max(0, bucket)).padStart(10, '0');

function sumOf(which: string, { status, risk_level }: Facets, parameters: Parameters): string {
  const facets = [
    ...(status === undefined ? [] : [`AND status = ${parameters.add(status)}`]),
    ...(risk_level === undefined ? [] : [`AND risk_level = ${parameters.add(risk_level)}`]),
  ].join(' ');
  const from = (table: string): string =>
    `(SELECT coalesce(sum(amount), 0) FROM ${table} WHERE tenant_id = $1 AND ${which} ${facets})`;
  return `(${from('review_counts')} + ${from('review_count_changes')})`;
}

const FOLDED_MAX = 20_000;

/**
 * Adds what was appended to the sums. Rows in the hands of another fold are left to it, and a reader sees either the
 * rows or their sum. Answers whether there was anything.
 */
export async function foldReviewCounts(tx: Querier): Promise<boolean> {
  const [row] = await tx.query<{ folded: number }>(
    `WITH taken AS MATERIALIZED (
       SELECT ctid FROM review_count_changes WHERE tenant_id = $1 LIMIT ${FOLDED_MAX} FOR UPDATE SKIP LOCKED
     ), gone AS (
       DELETE FROM review_count_changes c USING taken WHERE c.tenant_id = $1 AND c.ctid = taken.ctid
       RETURNING c.noun, c.key, c.status, c.risk_level, c.amount
     ), added AS (
       INSERT INTO review_counts AS n (tenant_id, noun, key, status, risk_level, amount)
       SELECT $1, noun, key, status, risk_level, sum(amount) FROM gone
       GROUP BY noun, key, status, risk_level HAVING sum(amount) <> 0 ORDER BY noun, key, status, risk_level
       ON CONFLICT (tenant_id, noun, key, status, risk_level) DO UPDATE SET amount = n.amount + excluded.amount
     )
     SELECT count(*) AS folded FROM gone`,
    [tx.tenant_id],
  );
  return (row?.folded ?? 0) > 0;
}

/** How many packets of a campaign are in each status. */
export async function campaignCounts(
  q: Querier,
  campaignIds: readonly string[],
): Promise<Map<string, Partial<Record<ReviewStatus, number>>>> {
  const rows = await q.query<{ key: string; status: ReviewStatus; amount: number }>(
    `SELECT key, status, sum(amount)::bigint AS amount FROM (
       SELECT key, status, amount FROM review_counts
       WHERE tenant_id = $1 AND noun = 'campaign' AND key = ANY ($2::text[])
       UNION ALL
       SELECT key, status, amount FROM review_count_changes
       WHERE tenant_id = $1 AND noun = 'campaign' AND key = ANY ($2::text[])) c
     GROUP BY key, status`,
    [q.tenant_id, campaignIds],
  );
  const counts = new Map<string, Partial<Record<ReviewStatus, number>>>();
  for (const { key, status, amount } of rows) counts.set(key, { ...counts.get(key), [status]: amount });
  return counts;
}
