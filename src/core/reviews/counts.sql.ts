import type { Querier } from '../../platform/database/database.ts';
import type { Parameters } from '../../platform/database/page.ts';
import { REVIEW_RISKS, REVIEW_STATUSES, type ReviewRisk, type ReviewStatus } from './review.rules.ts';

export type ReviewCountNoun = 'all' | 'asset' | 'assignee' | 'campaign';

interface Facets {
  status?: ReviewStatus | undefined;
  risk_level?: ReviewRisk | undefined;
}

/** What each place of `amounts` counts. The order is that of stored sums: add at the end, never change it. */
const SLOTS = REVIEW_STATUSES.flatMap((status) => REVIEW_RISKS.map((risk_level) => ({ status, risk_level })));

/** How many reviews there are, of one key of a noun: the sums, and what was not yet added to them. */
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
const MONTH_MS = 30 * DAY_MS;

/**
 * How many are due before an instant: whole months, days, hours and minutes from the sums; the caller counts the rest of the
 * minute, which begins at `counted_to`.
 */
export function reviewsDueSql(
  before: number,
  facets: Facets,
  parameters: Parameters,
): { sql: string; counted_to: number } {
  const key = (ms: number, unit: number): string => padded(Math.floor(ms / unit));
  const month = Math.floor(before / MONTH_MS) * MONTH_MS;
  const day = Math.floor(before / DAY_MS) * DAY_MS;
  const hour = Math.floor(before / HOUR_MS) * HOUR_MS;
  const counted_to = Math.floor(before / MINUTE_MS) * MINUTE_MS;
  const range = (noun: string, unit: number, from: number | null, to: number): string => {
    const lower = from === null ? '' : `AND key >= ${parameters.add(key(from, unit))}`;
    return sumOf(`noun = '${noun}' ${lower} AND key < ${parameters.add(key(to, unit))}`, facets, parameters);
  };
  const sums = [
    range('month', MONTH_MS, null, month),
    range('day', DAY_MS, month, day),
    range('hour', HOUR_MS, day, hour),
    range('minute', MINUTE_MS, hour, counted_to),
  ];
  return { sql: sums.join(' + '), counted_to };
}

/** Before 1970 nothing is due. */
const padded = (bucket: number): string => String(Math.max(0, bucket)).padStart(10, '0');

function sumOf(which: string, facets: Facets, parameters: Parameters): string {
  const slots = SLOTS.flatMap((slot, index) =>
    (facets.status ?? slot.status) === slot.status &&
    (facets.risk_level ?? slot.risk_level) === slot.risk_level
      ? [`amounts[${index + 1}]`]
      : [],
  );
  const { status, risk_level } = facets;
  const changed = [
    ...(status === undefined ? [] : [`AND status = ${parameters.add(status)}`]),
    ...(risk_level === undefined ? [] : [`AND risk_level = ${parameters.add(risk_level)}`]),
  ].join(' ');
  return `((SELECT coalesce(sum(${slots.join(' + ')}), 0) FROM review_counts WHERE tenant_id = $1 AND ${which})
           + (SELECT coalesce(sum(amount), 0) FROM review_count_changes WHERE tenant_id = $1 AND ${which} ${changed}))`;
}

const FOLDED_MAX = 20_000;
const SUMS = SLOTS.map(
  ({ status, risk_level }) =>
    `coalesce(sum(amount) FILTER (WHERE status = '${status}' AND risk_level = '${risk_level}'), 0)::bigint`,
).join(', ');
const ADDED = SLOTS.map((_, index) => `n.amounts[${index + 1}] + excluded.amounts[${index + 1}]`).join(', ');

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
       INSERT INTO review_counts AS n (tenant_id, noun, key, amounts)
       SELECT $1, noun, key, ARRAY[${SUMS}] FROM gone GROUP BY noun, key ORDER BY noun, key
       ON CONFLICT (tenant_id, noun, key) DO UPDATE SET amounts = ARRAY[${ADDED}]
     )
     SELECT count(*) AS folded FROM gone`,
    [tx.tenant_id],
  );
  return (row?.folded ?? 0) > 0;
}

export type CampaignCounts = Record<ReviewStatus | 'REVOKED', number>;

/** How many reviews of a campaign are in each status, and how many of those that are decided were revoked. */
export async function campaignCounts(
  q: Querier,
  campaignIds: readonly string[],
): Promise<Map<string, CampaignCounts>> {
  const sumOfStatus = (row: string, noun: string, status: ReviewStatus, name: string): string => {
    const slots = SLOTS.flatMap((slot, i) => (slot.status === status ? [`${row}.amounts[${i + 1}]`] : []));
    return `coalesce(${slots.join(' + ')}, 0)
            + coalesce((SELECT sum(c.amount) FROM review_count_changes c WHERE c.tenant_id = $1 AND c.noun = '${noun}'
                          AND c.key = w.id AND c.status = '${status}'), 0)::bigint AS "${name}"`;
  };
  const sums = [
    ...REVIEW_STATUSES.map((status) => sumOfStatus('n', 'campaign', status, status)),
    sumOfStatus('r', 'campaign_revoked', 'DECIDED', 'REVOKED'),
  ];
  const rowOf = (noun: string): string =>
    `(SELECT amounts FROM review_counts WHERE tenant_id = $1 AND noun = '${noun}' AND key = w.id LIMIT 1)`;
  const rows = await q.query<{ id: string } & CampaignCounts>(
    `SELECT w.id, ${sums.join(', ')} FROM unnest($2::text[]) AS w (id)
     LEFT JOIN LATERAL ${rowOf('campaign')} n ON true LEFT JOIN LATERAL ${rowOf('campaign_revoked')} r ON true`,
    [q.tenant_id, campaignIds],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
