import type { Querier } from './database.ts';
import { lapseTotalSql } from './lapse-total.ts';
import {
  type OrderedPageOf,
  type OrderedPageRequest,
  type OrderedStatement,
  queryOrderedPage,
} from './ordered-page.ts';
import { Parameters } from './page.ts';
import {
  isSearchable,
  PRINCIPAL_COLUMNS,
  type PrincipalFilters,
  type PrincipalRow,
  principalConditions,
  talliedPrincipals,
} from './principals.ts';

export const PRINCIPAL_SORTS = ['id', 'name', 'score'] as const;
export type PrincipalSort = (typeof PRINCIPAL_SORTS)[number];

/** A principal with its stalest active grant and how many it has. */
export type ScoredPrincipalRow = PrincipalRow & {
  position: string;
  lapses_ms: number | null;
  grants: number;
};

const LOOKUPS = `JOIN LATERAL (SELECT * FROM principals WHERE tenant_id = $1 AND id = r.id LIMIT 1) p ON true
  LEFT JOIN LATERAL (SELECT lapses_at FROM principal_scores WHERE tenant_id = $1 AND principal_id = r.id LIMIT 1) s ON true
  CROSS JOIN LATERAL (SELECT count(*) AS grants FROM grants
                      WHERE tenant_id = $1 AND principal_id = r.id AND status = 'active') g`;

const COLUMNS = `${PRINCIPAL_COLUMNS.replace('p.id, ', '')}, extract(epoch FROM s.lapses_at)::float8 * 1000 AS lapses_ms,
  g.grants`;

export function listScoredPrincipals(
  q: Querier,
  { sort, ...filters }: PrincipalFilters & { sort: PrincipalSort },
  page: OrderedPageRequest,
): Promise<OrderedPageOf<ScoredPrincipalRow>> {
  if (!isSearchable(filters.q)) {
    return Promise.resolve({ items: [], total: 0, total_is_exact: true, has_more: false });
  }
  const parameters = new Parameters();
  const source = sort === 'score' ? byScore(q, filters, parameters) : byText(q, sort, filters, parameters);
  return queryOrderedPage(q, page, { parameters, columns: COLUMNS, lookups: LOOKUPS, ...source });
}

type Source = Omit<OrderedStatement, 'parameters' | 'columns' | 'lookups'>;

/** Rows that few filters leave are found by them and sorted: walking the names would read everybody. */
const isNarrow = ({ email, department, q: search }: PrincipalFilters): boolean =>
  email !== undefined || department !== undefined || search !== undefined;

function byText(q: Querier, sort: 'id' | 'name', filters: PrincipalFilters, parameters: Parameters): Source {
  const where = principalConditions(q, filters, parameters);
  const total = talliedPrincipals(filters, parameters);
  const column = sort === 'id' ? 'p.id' : 'p.name_key';
  return {
    rows: `FROM principals p WHERE ${where}`,
    // An expression that no index is ordered by.
    key: sort === 'name' && isNarrow(filters) ? `(${column} || '')` : column,
    key_type: 'text',
    id: 'p.id',
    ...(total === undefined ? {} : { total }),
  };
}

/** Only principals with an active grant have a score. */
function byScore(q: Querier, filters: PrincipalFilters, parameters: Parameters): Source {
  const key = { key: 's.lapses_at', key_type: 'timestamptz', id: 's.principal_id' } as const;
  if (isNarrow(filters)) {
    const where = principalConditions(q, filters, parameters);
    const scores = `JOIN LATERAL (SELECT principal_id, lapses_at FROM principal_scores
                                  WHERE tenant_id = $1 AND principal_id = p.id LIMIT 1) s ON true`;
    return { ...key, rows: `FROM principals p ${scores} WHERE ${where}` };
  }
  const rows = `FROM principal_scores s WHERE s.tenant_id = ${parameters.add(q.tenant_id)}`;
  if (filters.type === undefined) {
    const counted = { noun: 'principals', rows: 'principal_scores s WHERE s.tenant_id = $1' } as const;
    return { ...key, rows, total: lapseTotalSql(counted, {}, parameters) };
  }
  const type = '(SELECT type FROM principals WHERE tenant_id = $1 AND id = s.principal_id LIMIT 1)';
  return { ...key, rows: `${rows} AND ${type} = ${parameters.add(filters.type)}` };
}
