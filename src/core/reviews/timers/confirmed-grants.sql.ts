import type { Querier } from '../../../platform/database/database.ts';
import { IS_WATCHED } from '../../scores/telemetry-gaps.sql.ts';

/** Of reviews that were confirmed: those of which an active grant was not used since, with their pairs. */
export async function unusedSinceConfirmed(
  q: Querier,
  reviewIds: readonly string[],
): Promise<Map<string, { principal_id: string; asset_id: string; is_watched: boolean }>> {
  if (reviewIds.length === 0) return new Map();
  const rows = await q.query<{
    review_id: string;
    principal_id: string;
    asset_id: string;
    is_watched: boolean;
  }>(
    `SELECT DISTINCT w.id AS review_id, g.principal_id, g.asset_id,
            ${IS_WATCHED} AS is_watched
     FROM unnest($2::text[]) AS w (id)
     JOIN review_decisions d ON d.tenant_id = $1 AND d.review_id = w.id AND d.decision = 'CONFIRM'
     JOIN grants g ON g.tenant_id = $1 AND g.id = d.grant_id AND g.status = 'active'
     JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id
     LEFT JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
     WHERE s.last_used_at IS NULL OR s.last_used_at <= d.decided_at`,
    [q.tenant_id, reviewIds],
  );
  return new Map(rows.map(({ review_id, ...row }) => [review_id, row]));
}
