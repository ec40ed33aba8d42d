import type { Querier } from '../../../platform/database/database.ts';
import { type PageOf, Parameters } from '../../../platform/database/page.ts';
import {
  LAPSE_COLUMNS,
  type LapsePageRequest,
  type LapseRange,
  type LapseRow,
  queryLapsePage,
  rangeConditions,
} from './lapse-page.sql.ts';
import { type LapseCount, lapseTotalSql } from './lapse-total.sql.ts';

const ALL_PRINCIPALS: LapseCount = {
  noun: 'principals',
  rows: 'principal_scores s WHERE s.tenant_id = $1',
};

/** The stalest active grant of a principal. */
export type PrincipalScoreRow = LapseRow & { lapses_at: string; display_name: string };

export function listPrincipalScores(
  q: Querier,
  { principal_id, range }: { principal_id?: string | undefined; range: LapseRange },
  page: LapsePageRequest,
): Promise<PageOf<PrincipalScoreRow>> {
  const parameters = new Parameters();
  const conditions = [`s.tenant_id = ${parameters.add(q.tenant_id)}`];
  if (principal_id !== undefined) conditions.push(`s.principal_id = ${parameters.add(principal_id)}`);
  const within = rangeConditions(range, parameters);
  return queryLapsePage(q, page, {
    parameters,
    from: 'principal_scores s',
    conditions,
    range: within,
    is_indexed: principal_id === undefined,
    id: 's.principal_id',
    columns: 's.*',
    total:
      principal_id === undefined
        ? lapseTotalSql(ALL_PRINCIPALS, range, parameters)
        : `SELECT count(*) AS total FROM principal_scores s WHERE ${[...conditions, ...within()].join(' AND ')}`,
    shown: `s.principal_id AS id, ${LAPSE_COLUMNS}, p.display_name`,
    lookups: 'JOIN principals p ON p.tenant_id = $1 AND p.id = s.principal_id',
  });
}

export type PrincipalFactors = {
  principal_id: string;
  display_name: string;
  mfa_enabled: boolean | null;
  last_login_at: string | null;
  /** Null: it has no active grant. */
  lapses_at: string | null;
  lapses_ms: number | null;
  half_life_class: number | null;
  grants_total: number;
  unused_grants: number;
  anomaly_signals: number;
};

const SIGNAL_DAYS = 30;
const UNUSED_DAYS = 90;

/** A principal's score and what it is judged by, at `now`. */
export async function findPrincipalFactors(
  q: Querier,
  principalId: string,
  now: number,
): Promise<PrincipalFactors | null> {
  const rows = await q.query<PrincipalFactors>(
    `SELECT p.id AS principal_id, p.display_name, p.mfa_enabled, p.last_login_at, s.lapses_at,
            extract(epoch FROM s.lapses_at)::float8 * 1000 AS lapses_ms, s.half_life_class, g.grants_total, g.unused_grants,
            (SELECT count(*) FROM anomaly_signals a
             WHERE a.tenant_id = $1 AND a.principal_id = $2 AND a.occurred_at <= to_timestamp($3)
               AND a.occurred_at > to_timestamp($3) - interval '${SIGNAL_DAYS} days') AS anomaly_signals
     FROM principals p
     LEFT JOIN principal_scores s ON s.tenant_id = $1 AND s.principal_id = p.id
     CROSS JOIN LATERAL (
       SELECT count(*) AS grants_total,
              count(*) FILTER (WHERE g.last_used_at IS NULL
                OR g.last_used_at <= to_timestamp($3) - interval '${UNUSED_DAYS} days') AS unused_grants
       FROM grants o
       JOIN LATERAL (SELECT last_used_at FROM grant_scores
                     WHERE tenant_id = $1 AND grant_id = o.id AND active LIMIT 1) g ON true
       WHERE o.tenant_id = $1 AND o.principal_id = $2
     ) g
     WHERE p.tenant_id = $1 AND p.id = $2`,
    [q.tenant_id, principalId, now / 1000],
  );
  return rows[0] ?? null;
}
