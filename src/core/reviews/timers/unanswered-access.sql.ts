import type { Querier } from '../../../platform/database/database.ts';

/** These may have become access whose last review nobody answered, or may no longer be. */
export async function noteUnansweredChanges(tx: Querier, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length === 0) return;
  await tx.query(
    'INSERT INTO unanswered_changes (tenant_id, grant_id) SELECT $1, id FROM unnest($2::text[]) AS w (id)',
    [tx.tenant_id, grantIds],
  );
  tx.wakes?.('sweep');
}

/** The review of some access that nobody answered. */
export interface UnansweredReview {
  review_id: string;
  /** How often it was asked, this time included, and when the first time. */
  times: number;
  first_asked_at: string;
  expired_at: string;
}

/** Of a score, looked up for the rows of a page. */
export const unansweredLookup = (score: string): string =>
  `LEFT JOIN reviews u ON u.tenant_id = $1 AND u.id = ${score}.unanswered_review_id`;
const iso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
export const UNANSWERED_COLUMN = `CASE WHEN u.id IS NOT NULL THEN json_build_object('review_id', u.id,
    'times', u.unanswered_before + 1, 'first_asked_at', ${iso('coalesce(u.first_asked_at, u.created_at)')},
    'expired_at', ${iso('u.closed_at')}) END AS unanswered`;

const APPLIED_MAX = 5_000;

/**
 * Marks on scores what was noted, from the reviews as they are now: whoever moves a review later notes it again. Scores that
 * somebody has in hand are left for the next time, so that nobody waits here. Answers how many were looked at.
 */
export async function applyUnansweredChanges(tx: Querier): Promise<number> {
  const [row] = await tx.query<{ applied: number }>(
    `WITH noted AS MATERIALIZED (
       SELECT id, grant_id FROM unanswered_changes WHERE tenant_id = $1
       ORDER BY id LIMIT ${APPLIED_MAX} FOR UPDATE SKIP LOCKED
     ), held AS MATERIALIZED (
       SELECT s.grant_id, s.principal_id, s.asset_id, s.unanswered_review_id FROM grant_scores s
       WHERE s.tenant_id = $1 AND s.grant_id = ANY (ARRAY(SELECT grant_id FROM noted))
       ORDER BY s.grant_id FOR UPDATE SKIP LOCKED
     ), found AS MATERIALIZED (
       SELECT h.grant_id, h.unanswered_review_id AS before, r.id AS review_id FROM held h
       LEFT JOIN LATERAL (
         SELECT l.id FROM (
           SELECT id, status, access_grant_ids FROM reviews
           WHERE tenant_id = $1 AND principal_id = h.principal_id AND asset_id = h.asset_id
           ORDER BY created_at DESC, id DESC LIMIT 1) l
         WHERE l.status = 'EXPIRED' AND h.grant_id = ANY (l.access_grant_ids)
           AND NOT EXISTS (SELECT FROM review_decisions d
                           WHERE d.tenant_id = $1 AND d.review_id = l.id AND d.grant_id = h.grant_id)) r ON true
     ), changed AS (
       UPDATE grant_scores s SET unanswered_review_id = f.review_id FROM found f
       WHERE s.tenant_id = $1 AND s.grant_id = f.grant_id AND f.review_id IS DISTINCT FROM f.before
     ), done AS (
       -- Also what has no score: it is not stale.
       DELETE FROM unanswered_changes c USING noted n
       WHERE c.tenant_id = $1 AND c.id = n.id
         AND (n.grant_id IN (SELECT grant_id FROM held)
              OR NOT EXISTS (SELECT FROM grant_scores s WHERE s.tenant_id = $1 AND s.grant_id = n.grant_id))
       RETURNING c.id
     )
     SELECT count(*) AS applied FROM done`,
    [tx.tenant_id],
  );
  return row?.applied ?? 0;
}
