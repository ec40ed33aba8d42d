import type { Querier } from '../../../platform/database/database.ts';
import {
  type OrderedPageOf,
  type OrderedPageRequest,
  type OrderedStatement,
  queryOrderedPage,
} from '../../../platform/database/ordered-page.ts';
import { Parameters } from '../../../platform/database/page.ts';
import { chooseInScoreOrder } from '../../scores/lists/lapse-page.sql.ts';
import { lapseTotalSql } from '../../scores/lists/lapse-total.sql.ts';
import {
  isAddress,
  isSearchable,
  PRINCIPAL_COLUMNS,
  type PrincipalFilters,
  type PrincipalRow,
  principalConditions,
  talliedPrincipals,
} from '../principals.sql.ts';
import { plannedConditions, planWords, type WordPlan } from './word-plan.sql.ts';

export const PRINCIPAL_SORTS = ['id', 'name', 'score'] as const;
export type PrincipalSort = (typeof PRINCIPAL_SORTS)[number];

/** A principal with its stalest grant and how many it has, those that are being removed among them. */
export type ScoredPrincipalRow = PrincipalRow & {
  position: string;
  lapses_ms: number | null;
  half_life_class: number | null;
  grants: number;
};

const LOOKUPS = `JOIN principals p ON p.tenant_id = $1 AND p.id = r.id
  LEFT JOIN principal_scores s ON s.tenant_id = $1 AND s.principal_id = r.id
  CROSS JOIN LATERAL (SELECT count(*) AS grants FROM grants
                      WHERE tenant_id = $1 AND principal_id = r.id AND status <> 'revoked') g`;

const COLUMNS = `${PRINCIPAL_COLUMNS.replace('p.id, ', '')}, extract(epoch FROM s.lapses_at)::float8 * 1000 AS lapses_ms,
  s.half_life_class, g.grants`;

export async function listScoredPrincipals(
  q: Querier,
  { sort, as_of, ...filters }: PrincipalFilters & { sort: PrincipalSort; as_of: number },
  page: OrderedPageRequest,
): Promise<OrderedPageOf<ScoredPrincipalRow>> {
  if (!isSearchable(filters.q)) {
    return { items: [], total: 0, total_is_exact: true, has_more: false };
  }
  const plan =
    filters.q === undefined || isAddress(filters.q) ? null : await planWords(q, 'principals', filters.q);
  const wanted: Wanted = { filters, plan, is_narrow: isNarrow(filters, plan) };
  const parameters = new Parameters();
  const source =
    sort === 'score'
      ? byScore(q, wanted, { ...page, as_of }, parameters)
      : byText(q, sort, wanted, parameters);
  return queryOrderedPage(q, page, { parameters, columns: COLUMNS, lookups: LOOKUPS, ...source });
}

type Source = Omit<OrderedStatement, 'parameters' | 'columns' | 'lookups'>;

interface Wanted {
  filters: PrincipalFilters;
  plan: WordPlan | null;
  is_narrow: boolean;
}

/** Rows that few filters leave are found by them and sorted: walking all would read everybody. */
const isNarrow = ({ email, department, q: search }: PrincipalFilters, plan: WordPlan | null): boolean =>
  email !== undefined || department !== undefined || (search !== undefined && !plan?.is_broad);

const conditionsOf = (q: Querier, { filters, plan }: Wanted, parameters: Parameters): string =>
  principalConditions(q, filters, parameters, () =>
    plan ? plannedConditions(plan, 'principals', 'p.id', parameters) : [],
  );

function byText(q: Querier, sort: 'id' | 'name', wanted: Wanted, parameters: Parameters): Source {
  const where = conditionsOf(q, wanted, parameters);
  const total = talliedPrincipals(wanted.filters, parameters);
  const column = sort === 'id' ? 'p.id' : 'p.name_key';
  return {
    rows: `FROM principals p WHERE ${where}`,
    // An expression that no index is ordered by.
    key: sort === 'name' && wanted.is_narrow ? `(${column} || '')` : column,
    key_type: 'text',
    id: 'p.id',
    ...(total === undefined ? {} : { total }),
  };
}

/** Only principals with an active grant have a score. */
function byScore(
  q: Querier,
  wanted: Wanted,
  page: OrderedPageRequest & { as_of: number },
  parameters: Parameters,
): Source {
  const { filters, plan, is_narrow } = wanted;
  const source = (from: string, conditions: string[]): Source => ({
    rows: `FROM ${from} WHERE ${conditions.join(' AND ')}`,
    key: 's.lapses_at',
    key_type: 'timestamptz',
    id: 's.principal_id',
    chosen: chooseInScoreOrder(page, {
      parameters,
      from,
      conditions,
      range: () => [],
      id: 's.principal_id',
      is_indexed: !is_narrow,
    }),
  });
  if (is_narrow) {
    const scores = `JOIN principal_scores s ON s.tenant_id = $1 AND s.principal_id = p.id`;
    return source(`principals p ${scores}`, [conditionsOf(q, wanted, parameters)]);
  }
  const conditions = [`s.tenant_id = ${parameters.add(q.tenant_id)}`];
  if (filters.type !== undefined) {
    const type = '(SELECT type FROM principals WHERE tenant_id = $1 AND id = s.principal_id LIMIT 1)';
    conditions.push(`${type} = ${parameters.add(filters.type)}`);
  }
  if (plan) conditions.push(...plannedConditions(plan, 'principals', 's.principal_id', parameters));
  const everybody = source('principal_scores s', conditions);
  if (conditions.length > 1) return everybody;
  const counted = { noun: 'principals', rows: 'principal_scores s WHERE s.tenant_id = $1' } as const;
  return { ...everybody, total: lapseTotalSql(counted, {}, parameters) };
}
