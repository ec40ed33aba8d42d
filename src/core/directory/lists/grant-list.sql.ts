import type { Querier } from '../../../platform/database/database.ts';
import {
  type OrderedPageOf,
  type OrderedPageRequest,
  type OrderedStatement,
  queryOrderedPage,
} from '../../../platform/database/ordered-page.ts';
import { Parameters } from '../../../platform/database/page.ts';
import { grantAccount } from '../../accounts/grant-account.sql.ts';
import {
  UNANSWERED_COLUMN,
  type UnansweredReview,
  unansweredLookup,
} from '../../reviews/timers/unanswered-access.sql.ts';
import { chooseInScoreOrder, type LapseRange, rangeConditions } from '../../scores/lists/lapse-page.sql.ts';
import { lapseTotalSql } from '../../scores/lists/lapse-total.sql.ts';
import type { GrantStatus } from '../directory.rules.ts';
import { type GrantFilters, type GrantRow, LAST_USED, statusLiteral, talliedGrants } from '../grants.sql.ts';
import { emailBeginsWith, isAddress } from '../principals.sql.ts';
import { plannedConditions, planWords, type SearchNoun } from './word-plan.sql.ts';

export const GRANT_SORTS = ['id', 'score', 'last_used'] as const;
export type GrantSort = (typeof GRANT_SORTS)[number];

/** How the last review of some access ended, as far as one can ask for it. */
export const LAST_REVIEWS = ['unanswered'] as const;
export type LastReview = (typeof LAST_REVIEWS)[number];

/** A grant with its score, and what one wants to know of both its ends. */
export type ScoredGrantRow = GrantRow & {
  position: string;
  /** Null: it is gone, or not scored yet. */
  lapses_at: string | null;
  lapses_ms: number | null;
  model_version: number | null;
  half_life_class: number | null;
  principal_type: string;
  department: string | null;
  classification: string | null;
  via_group_name: string | null;
  /** Of the last review, if nobody answered it and none is open. */
  unanswered: UnansweredReview | null;
};

export interface ScoredGrantFilters extends GrantFilters {
  sort: GrantSort;
  platform?: string | undefined;
  connector_id?: string | undefined;
  department?: string | undefined;
  q?: string | undefined;
  /** Of the lapse dates; only in the order of scores. */
  range: LapseRange;
  /** Only in the order of scores. */
  last_review?: LastReview | undefined;
  /** The order of scores is that of an instant, in milliseconds since 1970. */
  as_of: number;
}

const LOOKUPS = `JOIN grants g ON g.tenant_id = $1 AND g.id = r.id
  JOIN principals p ON p.tenant_id = $1 AND p.id = g.principal_id
  JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id
  LEFT JOIN principals v ON v.tenant_id = $1 AND v.id = g.via_group_id
  LEFT JOIN grant_scores o ON o.tenant_id = $1 AND o.grant_id = r.id
  ${unansweredLookup('o')}`;

const COLUMNS = `g.principal_id, p.display_name AS principal_name, p.type AS principal_type, p.department, g.asset_id,
  a.name AS asset_name, a.platform, a.classification, g.permission, g.status, g.via_group_id, g.purpose,
  v.display_name AS via_group_name, ${UNANSWERED_COLUMN}, g.granted_at, ${LAST_USED}, ${grantAccount('g.id')} AS account,
  CASE WHEN o.active THEN o.lapses_at END AS lapses_at,
  CASE WHEN o.active THEN extract(epoch FROM o.lapses_at)::float8 * 1000 END AS lapses_ms,
  CASE WHEN o.active THEN o.model_version END AS model_version,
  CASE WHEN o.active THEN o.half_life_class END AS half_life_class`;

/** Whether finding the rows may read many that do not match: not for a connection that others share. */
export const mayReadMany = ({ platform, connector_id, department, q: search }: ScoredGrantFilters): boolean =>
  [platform, connector_id, department, search].some((wanted) => wanted !== undefined);

export async function listScoredGrants(
  q: Querier,
  filters: ScoredGrantFilters,
  page: OrderedPageRequest,
): Promise<OrderedPageOf<ScoredGrantRow>> {
  const found = filters.q === undefined ? null : await findEnds(q, filters.q);
  if (found?.are_few && found.principals.length + found.assets.length === 0) {
    return { items: [], total: 0, total_is_exact: true, has_more: false };
  }
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const source = sourceOf(filters, { found, page }, parameters);
  return queryOrderedPage(q, page, { parameters, columns: COLUMNS, lookups: LOOKUPS, ...source });
}

type Source = Omit<OrderedStatement, 'parameters' | 'columns' | 'lookups'>;

/** Principals and assets that a search finds. */
interface Ends {
  principals: string[];
  assets: string[];
  /** Few enough to begin with them; else every row in the order is asked whether it is of one of them. */
  are_few: boolean;
  /** The condition that a row's column is the id of one of them. */
  of(noun: SearchNoun, column: string, parameters: Parameters): string;
}

const FEW = 100;

function sourceOf(
  filters: ScoredGrantFilters,
  { found, page }: { found: Ends | null; page: OrderedPageRequest },
  parameters: Parameters,
): Source {
  const { sort, principal_id, asset_id, status } = filters;
  const holders = [
    ...(principal_id === undefined ? [] : [`g.principal_id = ${parameters.add(principal_id)}`]),
    ...(asset_id === undefined ? [] : [`g.asset_id = ${parameters.add(asset_id)}`]),
    // What is being removed are few: they are found by their status.
    ...(sort === 'score' && status === 'revoking' ? ["g.status = 'revoking'"] : []),
    ...(found?.are_few
      ? [
          `(g.principal_id = ANY (${parameters.add(found.principals)}::text[]) OR g.asset_id = ANY (${parameters.add(found.assets)}::text[]))`,
        ]
      : []),
  ];
  const wide = wideConditions(sort === 'id' ? 'g' : 's', filters, found, parameters);
  if (sort === 'id') return byId(filters, [...holders, ...wide], parameters);

  const range = rangeConditions(filters.range, parameters);
  const conditions = [
    's.tenant_id = $1',
    ...(sort === 'score' ? ['s.active'] : []),
    ...(filters.last_review === 'unanswered' ? ['s.unanswered_review_id IS NOT NULL'] : []),
    ...(status === undefined
      ? []
      : sort === 'score' && holders.length === 0
        ? [`s.grant_id <> ALL (ARRAY(${REVOKING}))`]
        : [`s.status = '${statusLiteral(status)}'`]),
    ...wide,
  ];
  const from = holders.length > 0 ? byWayOfGrants(holders) : 'grant_scores s';
  const key = { key: 's.used_at', key_type: 'timestamptz', id: 's.grant_id' } as const;
  if (sort === 'last_used') return { ...key, rows: `FROM ${from} WHERE ${conditions.join(' AND ')}` };
  const is_indexed = holders.length === 0;
  const isKept = is_indexed && wide.length === 0 && filters.last_review === undefined;
  return {
    ...key,
    rows: `FROM ${from} WHERE ${[...conditions, ...range()].join(' AND ')}`,
    chosen: chooseInScoreOrder(
      { ...page, as_of: filters.as_of },
      { parameters, from, conditions, range, id: key.id, is_indexed },
    ),
    ...(isKept ? { total: keptTotal(filters, parameters) } : {}),
  };
}

const ALL_PAIRS = { noun: 'pairs', rows: 'grant_scores s WHERE s.tenant_id = $1 AND s.active' } as const;

/** Of the tenant: those on their way to be removed. */
const REVOKING = "SELECT id FROM grants WHERE tenant_id = $1 AND status = 'revoking'";

/** Of all that are there; of the active ones alone, less those that are being removed. */
function keptTotal({ status, range }: ScoredGrantFilters, parameters: Parameters): string {
  const all = lapseTotalSql(ALL_PAIRS, range, parameters);
  if (status === undefined) return all;
  const conditions = ['s.active', ...rangeConditions(range, parameters)()].join(' AND ');
  return `SELECT a.total - (SELECT count(*) FROM (${REVOKING}) r
            JOIN LATERAL (SELECT FROM grant_scores s WHERE s.tenant_id = $1 AND s.grant_id = r.id AND ${conditions} LIMIT 1) o
              ON true) AS total FROM (${all}) a`;
}

/** Never used is before every use. */
const byWayOfGrants = (conditions: readonly string[]): string =>
  `(SELECT g.tenant_id, g.id AS grant_id, g.principal_id, g.asset_id, g.status, o.active, o.lapses_at,
           o.half_life_class, o.unanswered_review_id, coalesce(o.last_used_at, g.last_used_at, '-infinity') AS used_at
    FROM grants g
    LEFT JOIN grant_scores o ON o.tenant_id = $1 AND o.grant_id = g.id
    WHERE g.tenant_id = $1 AND ${conditions.join(' AND ')}) s`;

function byId(filters: ScoredGrantFilters, conditions: string[], parameters: Parameters): Source {
  const { status } = filters;
  const where = [
    'g.tenant_id = $1',
    ...(status === undefined ? [] : [`g.status = '${statusLiteral(status as GrantStatus)}'`]),
    ...conditions,
  ];
  const total = mayReadMany(filters) ? undefined : talliedGrants(filters, where.join(' AND '), parameters);
  return {
    rows: `FROM grants g WHERE ${where.join(' AND ')}`,
    key: 'g.id',
    key_type: 'text',
    id: 'g.id',
    ...(total === undefined ? {} : { total }),
  };
}

/** "IS TRUE" and "OR" keep each set a hash table that is made once, instead of a look-up per row. */
function wideConditions(
  row: 'g' | 's',
  { platform, connector_id, department, q: search }: ScoredGrantFilters,
  found: Ends | null,
  parameters: Parameters,
): string[] {
  const conditions: string[] = [];
  if (platform !== undefined) {
    conditions.push(
      `(${row}.asset_id IN (SELECT id FROM assets WHERE tenant_id = $1 AND platform = ${parameters.add(platform)})) IS TRUE`,
    );
  }
  if (connector_id !== undefined) {
    conditions.push(
      `(${row}.asset_id IN (SELECT id FROM assets WHERE tenant_id = $1 AND connector_id = ${parameters.add(connector_id)})) IS TRUE`,
    );
  }
  if (department !== undefined) {
    conditions.push(
      `(${row}.principal_id IN (SELECT id FROM principals WHERE tenant_id = $1 AND department = ${parameters.add(department)})) IS TRUE`,
    );
  }
  if (search !== undefined && found && !found.are_few) {
    conditions.push(`(${found.of('principals', `${row}.principal_id`, parameters)}
                      OR ${found.of('assets', `${row}.asset_id`, parameters)})`);
  }
  return conditions;
}

async function findEnds(q: Querier, text: string): Promise<Ends> {
  const plans = isAddress(text)
    ? { principals: null, assets: { words: [], is_broad: false } }
    : { principals: await planWords(q, 'principals', text), assets: await planWords(q, 'assets', text) };
  const idsOf = (noun: SearchNoun, parameters: Parameters): string => {
    const plan = plans[noun];
    const found = plan
      ? plannedConditions(plan, noun, 'e.id', parameters)
      : emailBeginsWith(text, parameters, 'e');
    return `SELECT e.id FROM ${noun} e WHERE ${['e.tenant_id = $1', ...found].join(' AND ')}`;
  };
  const of: Ends['of'] = (noun, column, parameters) => {
    const plan = plans[noun];
    if (plan?.is_broad) return `(${plannedConditions(plan, noun, column, parameters).join(' AND ')})`;
    return `${column} IN (${idsOf(noun, parameters)})`;
  };
  if (plans.principals?.is_broad || plans.assets.is_broad) {
    return { principals: [], assets: [], are_few: false, of };
  }
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const few = FEW + 1;
  const rows = await q.query<{ principals: string[] | null; assets: string[] | null }>(
    `SELECT (SELECT json_agg(id) FROM (${idsOf('principals', parameters)} LIMIT ${few}) f) AS principals,
            (SELECT json_agg(id) FROM (${idsOf('assets', parameters)} LIMIT ${few}) f) AS assets`,
    parameters.values,
  );
  const principals = rows[0]?.principals ?? [];
  const assets = rows[0]?.assets ?? [];
  return { principals, assets, are_few: principals.length <= FEW && assets.length <= FEW, of };
}
