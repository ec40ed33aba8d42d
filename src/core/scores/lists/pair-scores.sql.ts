import type { Querier } from '../../../platform/database/database.ts';
import { type PageOf, Parameters } from '../../../platform/database/page.ts';
import {
  UNANSWERED_COLUMN,
  type UnansweredReview,
  unansweredLookup,
} from '../../reviews/timers/unanswered-access.sql.ts';
import { PURPOSE } from '../apply/grant-facts.sql.ts';
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
  /** Standby or break-glass: asked about by its cycle. */
  has_purpose: boolean;
  display_name: string;
  asset_name: string;
  /** The lapse date of the principal's stalest grant, and its class. */
  overall_ms: number;
  overall_class: number;
  /** Of the last review, if nobody answered it and none is open. */
  unanswered: UnansweredReview | null;
};

const COLUMNS = `s.grant_id AS id, s.principal_id, s.asset_id, s.last_used_at, ${LAPSE_COLUMNS}, s.model_version,
  g.permission, ${PURPOSE} IS NOT NULL AS has_purpose, p.display_name, a.name AS asset_name, ${UNANSWERED_COLUMN},
  extract(epoch FROM coalesce(o.lapses_at, s.lapses_at))::float8 * 1000 AS overall_ms,
  coalesce(o.half_life_class, s.half_life_class) AS overall_class`;

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
  const within = rangeConditions(range, parameters);
  const is_indexed = holder.length === 0;
  const from = is_indexed ? 'grant_scores s' : `${byWayOfGrants(holder)} s`;
  return queryLapsePage(q, page, {
    parameters,
    from,
    conditions,
    range: within,
    is_indexed,
    id: 's.grant_id',
    columns: 's.*',
    total: is_indexed
      ? lapseTotalSql(ALL_PAIRS, range, parameters)
      : `SELECT count(*) AS total FROM ${from} WHERE ${[...conditions, ...within()].join(' AND ')}`,
    shown: COLUMNS,
    lookups: NAMES,
  });
}

/** Grants have indexes by principal and by asset: one more on scores would cost with every use. */
function byWayOfGrants(conditions: readonly string[]): string {
  return `(SELECT o.* FROM grants g
           JOIN grant_scores o ON o.tenant_id = $1 AND o.grant_id = g.id
           WHERE g.tenant_id = $1 AND ${conditions.join(' AND ')})`;
}
