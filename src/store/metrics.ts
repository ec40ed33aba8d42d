import type { Querier } from './database.ts';

export type PrincipalMetrics = {
  principal_id: string;
  login_count: number;
  unique_assets_accessed: number;
  grants_total: number;
  grants_unused: number;
  anomaly_events: number;
};

/** The word alone or between other signs: admin_login, user.login, "Login failed"; not "loginless". */
const LOGIN_WORD = '(^|[^a-z])login([^a-z]|$)';

/** What one principal did in (from, to], set by set: its events are one range of an index. */
export async function measurePrincipal(
  q: Querier,
  principalId: string,
  { from, to }: { from: number; to: number },
): Promise<PrincipalMetrics | null> {
  const rows = await q.query<PrincipalMetrics>(
    `SELECT p.id AS principal_id, e.login_count, e.unique_assets_accessed, g.grants_total, g.grants_unused,
            (SELECT count(*) FROM anomaly_signals a
             WHERE a.tenant_id = $1 AND a.principal_id = $2
               AND a.occurred_at > to_timestamp($3) AND a.occurred_at <= to_timestamp($4)) AS anomaly_events
     FROM principals p
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE e.action ~* '${LOGIN_WORD}') AS login_count,
              count(DISTINCT e.asset_id) AS unique_assets_accessed
       FROM events e
       WHERE e.tenant_id = $1 AND e.principal_id = $2
         AND e.occurred_at > to_timestamp($3) AND e.occurred_at <= to_timestamp($4)
     ) e
     CROSS JOIN LATERAL (
       SELECT count(*) AS grants_total,
              count(*) FILTER (WHERE NOT coalesce(coalesce(s.last_used_at, g.last_used_at) > to_timestamp($3), false))
                AS grants_unused
       FROM grants g LEFT JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
       WHERE g.tenant_id = $1 AND g.principal_id = $2 AND g.status = 'active'
     ) g
     WHERE p.tenant_id = $1 AND p.id = $2`,
    [q.tenant_id, principalId, from / 1000, to / 1000],
  );
  return rows[0] ?? null;
}
