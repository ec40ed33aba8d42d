import type { Querier } from '../../../platform/database/database.ts';
import { isLogin } from '../../events/login-action.rules.ts';

type MeasuredRow = {
  principal_id: string;
  unique_assets_accessed: number;
  grants_total: number;
  grants_unused: number;
  anomaly_events: number;
  actions: { action: string; count: number }[];
};

/** What one principal did in (from, to], set by set: its events are one range of an index. */
export async function measurePrincipal(
  q: Querier,
  principalId: string,
  { from, to }: { from: number; to: number },
) {
  const [measured] = await q.query<MeasuredRow>(
    `SELECT p.id AS principal_id, e.actions, e.unique_assets_accessed, g.grants_total, g.grants_unused,
            (SELECT count(*) FROM anomaly_signals a
             WHERE a.tenant_id = $1 AND a.principal_id = $2
               AND a.occurred_at > to_timestamp($3) AND a.occurred_at <= to_timestamp($4)) AS anomaly_events
     FROM principals p
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(jsonb_build_object('action', action, 'count', uses)) FILTER (WHERE is_action), '[]')
                AS actions,
              count(*) FILTER (WHERE NOT is_action) AS unique_assets_accessed
       FROM (
         SELECT e.action, grouping(e.asset_id) = 1 AS is_action, count(*) AS uses
         FROM events e
         WHERE e.tenant_id = $1 AND e.principal_id = $2
           AND e.occurred_at > to_timestamp($3) AND e.occurred_at <= to_timestamp($4)
         GROUP BY GROUPING SETS ((e.action), (e.asset_id))
       ) e
     ) e
     CROSS JOIN LATERAL (
       SELECT count(*) AS grants_total,
              count(*) FILTER (WHERE NOT coalesce(coalesce(s.last_used_at, g.last_used_at) > to_timestamp($3), false))
                AS grants_unused
       FROM grants g LEFT JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
       WHERE g.tenant_id = $1 AND g.principal_id = $2 AND g.status <> 'revoked'
     ) g
     WHERE p.tenant_id = $1 AND p.id = $2`,
    [q.tenant_id, principalId, from / 1000, to / 1000],
  );
  if (!measured) return null;
  const { actions, ...metrics } = measured;
  const logins = actions.filter(({ action }) => isLogin(action));
  return { ...metrics, login_count: logins.reduce((sum, { count }) => sum + count, 0) };
}
