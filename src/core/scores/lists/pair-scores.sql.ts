import type { Querier } from '../../../platform/database/database.ts';
import { type PageOf, Parameters } from '../../../platform/database/page.ts';
import {
  UNANSWERED_COLUMN,
  type UnansweredReview,
  unansweredLookup,
} from '../../reviews/timers/unanswered-access.sql.ts';
import {
  LAPSE_COLUMNS,
  type LapsePageRequest,
  type LapseRange,
  type LapseRow,
  queryLapsePage,
  rangeConditions,
} from './lapse-page.sql.ts';
import { type LapseCount, lapseTotalSql } from './lapse-total.sql.ts';

/** The score state of one active grant with the names a reader needs. */
export type PairScoreRow = LapseRow & {
  principal_id: string;
  asset_id: string;
  last_used_at: string | null;
  lapses_at: string;
  permission: string;
  display_name: string;
  asset_name: string;
  /** The lapse date of the principal's stalest grant. */
  overall_ms: number;
  /** Of the last review, if nobody answered it and none is open. */
  unanswered: UnansweredReview | null;
};

const COLUMNS = `s.grant_id AS id, s.principal_id, s.asset_id, s.last_used_at, ${LAPSE_COLUMNS},
  g.permission, p.display_name, a.name AS asset_name, ${UNANSWERED_COLUMN},
  coalesce(extract(epoch FROM o.lapses_at)::float8 * 1000, extract(epoch FROM s.lapses_at)::float8 * 1000) AS overall_ms`;

/** Looked up per row of the page, by key. */
const NAMES = `JOIN LATERAL (SELECT permission FROM grants WHERE tenant_id = $1 AND id = s.grant_id LIMIT 1) g ON true
  JOIN LATERAL (SELECT display_name FROM principals WHERE tenant_id = $1 AND id = s.principal_id LIMIT 1) p ON true
  JOIN LATERAL (SELECT name FROM assets WHERE tenant_id = $1 AND id = s.asset_id LIMIT 1) a ON true
  LEFT JOIN LATERAL (SELECT lapses_at FROM principal_scores WHERE tenant_id = $1 AND principal_id = s.principal_id
                     LIMIT 1) o ON true
  ${unansweredLookup('s')}`;

const ALL_PAIRS: LapseCount = {
  noun: 'pairs',
  rows: 'grant_scores s WHERE s.tenant_id = $1 AND s.active',
};

export interface PairScoreFilters {
  principal_id?: string | undefined;
  asset_id?: string | undefined;
  range: LapseRange;
}

export function listPairScores(
  q: Querier,
  { principal_id, asset_id, range }: PairScoreFilters,
  page: LapsePageRequest,
): Promise<PageOf<PairScoreRow>> {
  const parameters = new Parameters();
  const conditions = [`s.tenant_id = ${parameters.add(q.tenant_id)}`, 's.active'];
  const holder = [
    ...(principal_id === undefined ? [] : [`g.principal_id = ${parameters.add(principal_id)}`]),
    ...(asset_id === undefined ? [] : [`g.asset_id = ${parameters.add(asset_id)}`]),
  ];
  conditions.push(...rangeConditions(range, parameters));
  const where = conditions.join(' AND ');
  const source = holder.length === 0 ? 'grant_scores s' : `${byWayOfGrants(holder)} s`;
  return queryLapsePage(q, page, {
    parameters,
    id: 's.grant_id',
    total:
      holder.length === 0
        ? lapseTotalSql(ALL_PAIRS, range, parameters)
        : `SELECT count(*) AS total FROM ${source} WHERE ${where}`,
    page: (bounds, order) =>
      `SELECT ${COLUMNS} FROM (SELECT s.* FROM ${source} WHERE ${where} ${bounds}) AS s ${NAMES} ${order}`,
  });
}

/** Grants have indexes by principal and by asset: one more on scores would cost with every use. */
function byWayOfGrants(conditions: readonly string[]): string {
  return `(SELECT o.* FROM grants g
           JOIN LATERAL (SELECT * FROM grant_scores WHERE tenant_id = $1 AND grant_id = g.id LIMIT 1) o ON true
           WHERE g.tenant_id = $1 AND ${conditions.join(' AND ')})`;
}
