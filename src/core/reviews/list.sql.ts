import type { Querier } from '../../platform/database/database.ts';
import { limitSql, type PageOf, Parameters } from '../../platform/database/page.ts';
import { type ReviewCountNoun, reviewCountSql, reviewsDueSql } from './counts.sql.ts';
import { REVIEW_RISKS, REVIEW_STATUSES, type ReviewRisk, type ReviewStatus } from './review.rules.ts';
import { keysetSql, orderSql, type ReviewPageRequest, SORTED } from './review-order.sql.ts';
import { REVIEW_COLUMNS, REVIEW_NAMES, type ReviewRow } from './reviews.sql.ts';

export interface ReviewFilters {
  status?: ReviewStatus | undefined;
  risk_level?: ReviewRisk | undefined;
  /** Milliseconds since 1970. */
  due_before?: number | undefined;
  assigned_to_id?: string | undefined;
  principal_id?: string | undefined;
  asset_id?: string | undefined;
  campaign_id?: string | undefined;
}

/** Filters that name one thing, the one with the fewest reviews first: it picks the index. */
const NARROW = ['principal_id', 'assigned_to_id', 'campaign_id', 'asset_id'] as const;
const COUNTED: Partial<Record<(typeof NARROW)[number], ReviewCountNoun>> = {
  assigned_to_id: 'assignee',
  campaign_id: 'campaign',
  asset_id: 'asset',
};

/**
 * A page and its exact total in one statement. The page merges ranges of an index, one per status (and risk), each of
 * them in the order that is asked for, so that it reads what it shows however many reviews there are.
 */
export async function listReviews(
  q: Querier,
  filters: ReviewFilters,
  request: ReviewPageRequest,
): Promise<PageOf<ReviewRow>> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const total = totalSql(filters, parameters);
  const { column } = SORTED[request.sort];
  const order = orderSql(request);
  const keyset = keysetSql(request, parameters);
  const limit = limitSql(request.limit);
  const enough = request.offset === 0 ? limit : `LIMIT ${parameters.add(request.offset + request.limit + 1)}`;
  // Rows that an offset skips are not fetched; what is shown is fetched by the index that orders it.
  const taken = request.offset === 0 ? 'r.*' : `r.id, r.${column}`;
  const branches = branchConditions(filters, parameters).map(
    (where) => `(SELECT ${taken} FROM reviews r WHERE ${where} ${keyset} ${order} ${enough})`,
  );
  const bounds = `${order} ${limit} OFFSET ${parameters.add(request.offset)}`;
  const merged = `SELECT r.* FROM (${branches.join(' UNION ALL ')}) r ${bounds}`;
  const rowsSql =
    request.offset === 0
      ? merged
      : `SELECT r.* FROM (${merged}) i
         JOIN reviews r ON r.tenant_id = $1 AND r.id = i.id`;
  const rows = await q.query<ReviewRow & { total: number; id: string | null }>(
    `SELECT n.total, page.* FROM (SELECT (${total})::bigint AS total) n
     LEFT JOIN LATERAL (
       SELECT ${REVIEW_COLUMNS} FROM (${rowsSql}) r ${REVIEW_NAMES} ${order}) page ON true`,
    parameters.values,
  );
  const found = rows.filter((row) => row.id !== null);
  return {
    items: found.slice(0, request.limit).map(({ total: _, ...row }) => row as ReviewRow),
    total: rows[0]?.total ?? 0,
    has_more: found.length > request.limit,
  };
}

/** One condition per range of the index that the narrowest filter picks. */
function branchConditions(filters: ReviewFilters, parameters: Parameters, dueFrom?: number): string[] {
  const narrow = NARROW.find((name) => filters[name] !== undefined);
  const statuses = filters.status === undefined ? REVIEW_STATUSES : [known(REVIEW_STATUSES, filters.status)];
  const risks = filters.risk_level === undefined ? REVIEW_RISKS : [known(REVIEW_RISKS, filters.risk_level)];
  const common = ['r.tenant_id = $1'];
  for (const name of NARROW) {
    const value = filters[name];
    if (value !== undefined) common.push(`r.${name} = ${parameters.add(value)}`);
  }
  if (dueFrom !== undefined) common.push(`r.due_at >= to_timestamp(${parameters.add(dueFrom / 1000)})`);
  if (filters.due_before !== undefined) {
    common.push(`r.due_at < to_timestamp(${parameters.add(filters.due_before / 1000)})`);
  }
  const shared = common.join(' AND ');
  const riskIn = `AND r.risk_level IN (${risks.map((risk) => `'${risk}'`).join(', ')})`;
  if (narrow === 'principal_id') {
    return [`${shared} AND r.status IN (${statuses.map((status) => `'${status}'`).join(', ')}) ${riskIn}`];
  }
  if (narrow !== undefined) {
    return statuses.map(
      (status) => `${shared} AND r.status = '${status}' ${filters.risk_level === undefined ? '' : riskIn}`,
    );
  }
  return statuses.flatMap((status) =>
    risks.map((risk) => `${shared} AND r.status = '${status}' AND r.risk_level = '${risk}'`),
  );
}

function totalSql(filters: ReviewFilters, parameters: Parameters): string {
  const { status, risk_level, due_before } = filters;
  const facets = { status, risk_level };
  const narrow = NARROW.filter((name) => filters[name] !== undefined);
  const [only] = narrow;
  if (only === undefined && due_before === undefined) return reviewCountSql('all', '', facets, parameters);
  if (only === undefined && due_before !== undefined) {
    const { sql, counted_to } = reviewsDueSql(due_before, facets, parameters);
    return `${sql} + ${countSql(branchConditions(filters, parameters, counted_to))}`;
  }
  const noun = only && narrow.length === 1 && due_before === undefined ? COUNTED[only] : undefined;
  if (only && noun) return reviewCountSql(noun, filters[only] as string, facets, parameters);
  return countSql(branchConditions(filters, parameters));
}

const countSql = (branches: string[]): string =>
  `(${branches.map((where) => `(SELECT count(*) FROM reviews r WHERE ${where})`).join(' + ')})`;

/** Written into the statement, because only a constant lets a plan be made for its range. */
function known<T extends string>(words: readonly T[], word: T): T {
  const found = words.find((candidate) => candidate === word);
  if (!found) throw new TypeError(`unknown word ${word}`);
  return found;
}
