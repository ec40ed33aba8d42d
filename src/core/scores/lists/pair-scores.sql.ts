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
  /** By which model the lapse date was computed. */
  model_version: number;
  permission: string;
  display_name: string;
  asset_name: string;
  /** The lapse date of the principal's stalest grant. */
  overall_ms: number;
  /** Of the last review, if nobody answered it and none is open. */
  unanswered: UnansweredReview | null;
};

const COLUMNS = `s.grant_id AS id, s.principal_id, s.asset_id, s.last_used_at, ${LAPSE_COLUMNS}, s.model_version,
  g.permission, p.display_name, a.name AS asset_name, ${UNANSWERED_COLUMN},
  coalesce(extract(epoch FROM o.lapses_at)::float8 * 1000, extract(epoch FROM s.lapses_at)::float8 * 1000) AS overall_ms`;

const NAMES = `JOIN grants g ON g.tenant_id = $1 AND g.id = s.grant_id
  JOIN principals p ON p.tenant_id = $1 AND p.id = s.principal_id
  JOIN assets a ON a.tenant_id = $1 AND a.id = s.asset_id
  LEFT JOIN principal_scores o ON o.tenant_id = $1 AND o.principal_id = s.principal_id
  ${unansweredLookup('s')}`;

export const ALL_PAIRS: LapseCount = {
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
           JOIN grant_scores o ON o.tenant_id = $1 AND o.grant_id = g.id
           WHERE g.tenant_id = $1 AND ${conditions.join(' AND ')})`;
}
