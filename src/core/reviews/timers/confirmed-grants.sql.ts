import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { PURPOSE } from '../../scores/apply/grant-facts.sql.ts';
import { IS_WATCHED } from '../../scores/telemetry-gaps.sql.ts';

export type DueAgain = {
  principal_id: string;
  asset_id: string;
  is_watched: boolean;
  /** Asked about by its cycle, used or not. */
  has_purpose: boolean;
};

/**
 * Of reviews that were confirmed: those of which an active grant was not used since or has a purpose, with their pairs. What was
 * confirmed again holds as long as that.
 */
export async function dueSinceConfirmed(
  q: Querier,
  reviewIds: readonly string[],
  now: number,
): Promise<Map<string, DueAgain>> {
  if (reviewIds.length === 0) return new Map();
  const rows = await q.query<DueAgain & { review_id: string }>(
    `SELECT w.id AS review_id, g.principal_id, g.asset_id, ${IS_WATCHED} AS is_watched,
            bool_or(${PURPOSE} IS NOT NULL) AS has_purpose
     FROM unnest($2::text[]) AS w (id)
     JOIN review_decisions d ON d.tenant_id = $1 AND d.review_id = w.id AND d.decision = 'CONFIRM'
     JOIN grants g ON g.tenant_id = $1 AND g.id = d.grant_id AND g.status = 'active'
     JOIN principals p ON p.tenant_id = $1 AND p.id = g.principal_id
     JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id
     LEFT JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
     WHERE (s.last_used_at IS NULL OR s.last_used_at <= d.decided_at OR ${PURPOSE} IS NOT NULL)
       AND NOT EXISTS (SELECT FROM review_decisions l WHERE l.tenant_id = $1 AND l.grant_id = g.id
                         AND l.decision = 'CONFIRM' AND l.next_review_at > $3)
     GROUP BY 1, 2, 3, 4`,
    [q.tenant_id, reviewIds, isoInstant(now)],
  );
  return new Map(rows.map(({ review_id, ...row }) => [review_id, row]));
}
