import type { Querier } from '../../../platform/database/database.ts';
import { PURPOSE } from '../../scores/apply/grant-facts.sql.ts';
import { IS_WATCHED } from '../../scores/telemetry-gaps.sql.ts';
import type { SilentGrant } from './no-answer.rules.ts';

/** How stale the active ones of these grants are, and when they were used last, by their ids. */
export async function loadSilentGrants(
  q: Querier,
  grantIds: readonly string[],
): Promise<Map<string, SilentGrant & { is_watched: boolean }>> {
  if (grantIds.length === 0) return new Map();
  const rows = await q.query<SilentGrant & { is_watched: boolean } & Record<string, unknown>>(
    `SELECT g.id AS grant_id, extract(epoch FROM o.lapses_at)::float8 * 1000 AS lapses_at, o.half_life_class,
            extract(epoch FROM greatest(o.last_used_at, g.last_used_at))::float8 * 1000 AS last_used_at,
            ${PURPOSE} IS NOT NULL AS has_purpose,
            ${IS_WATCHED} AS is_watched
     FROM unnest($2::text[]) AS w (id)
     JOIN grants g ON g.tenant_id = $1 AND g.id = w.id AND g.status = 'active'
     JOIN principals p ON p.tenant_id = $1 AND p.id = g.principal_id
     JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id
     LEFT JOIN LATERAL (SELECT CASE WHEN active THEN lapses_at END AS lapses_at, half_life_class, last_used_at FROM grant_scores
                        WHERE tenant_id = $1 AND grant_id = g.id LIMIT 1) o ON true`,
    [q.tenant_id, grantIds],
  );
  return new Map(rows.map((row) => [row.grant_id, row]));
}

/** When the oldest of the events came in that have not been applied yet; null: all have been. */
export async function oldestWaitingEvent(q: Querier): Promise<string | null> {
  const rows = await q.query<{ received_at: string }>(
    'SELECT received_at FROM inbox WHERE tenant_id = $1 ORDER BY id LIMIT 1',
    [q.tenant_id],
  );
  return rows[0]?.received_at ?? null;
}
