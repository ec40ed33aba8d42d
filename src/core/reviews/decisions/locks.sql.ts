import type { Querier } from '../../../platform/database/database.ts';
import type { Timer } from '../../campaigns/workflow.rules.ts';
import type { StoredReview } from '../reviews.sql.ts';

/** A review in hand, with its workflow and the grants that have their decision. Nobody else moves it meanwhile. */
export type LockedReview = StoredReview & {
  /** How often it was escalated, and who has had it before whoever has it now. */
  escalations: number;
  had_by: string[];
  started_at: string;
  reminder_percents: number[];
  timer: Timer['kind'] | null;
  timer_percent: number | null;
  decided_grant_ids: string[];
  /** The earliest end of a confirmation among those decisions. */
  confirmed_until: string | null;
};

const COLUMNS = `r.id, r.principal_id, r.asset_id, r.access_grant_ids, r.decay_score, r.risk_level, r.recommendation,
  r.assigned_to_id, r.workflow_id, r.campaign_id, r.status, r.origin, r.reason, r.notes, r.requested_by,
  r.previous_review_id, r.unanswered_before, r.first_asked_at, r.due_at, r.with_holder_until, r.reviewer_asked_at,
  r.created_at, r.escalations, r.had_by`;

/** Waits for whoever has them; those that do not exist are left out. */
export async function lockReviews(tx: Querier, ids: readonly string[]): Promise<LockedReview[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<LockedReview>(
    `SELECT ${COLUMNS} FROM reviews r WHERE r.tenant_id = $1 AND r.id = ANY ($2::text[]) ORDER BY r.id FOR UPDATE`,
    [tx.tenant_id, ids],
  );
  return complete(tx, rows);
}

/** Read after the lock: what another has committed before it let go is seen. */
async function complete(tx: Querier, rows: LockedReview[]): Promise<LockedReview[]> {
  if (rows.length === 0) return [];
  const courses = await tx.query<LockedReview & { review_id: string }>(
    `SELECT w.review_id, w.started_at, w.reminder_percents, w.timer, w.timer_percent, d.decided_grant_ids,
            d.confirmed_until
     FROM workflows w
     CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(grant_id), '{}') AS decided_grant_ids, min(next_review_at) AS confirmed_until
       -- In the order of the key, which keeps the planner from another index.
       FROM (SELECT grant_id, next_review_at FROM review_decisions
             WHERE tenant_id = $1 AND review_id = w.review_id
             ORDER BY tenant_id, review_id, grant_id OFFSET 0) AS own) d
     WHERE w.tenant_id = $1 AND w.id = ANY ($2::text[])`,
    [tx.tenant_id, rows.map((row) => row.workflow_id)],
  );
  const byReview = new Map(courses.map(({ review_id, ...course }) => [review_id, course]));
  return rows.map((row) => ({ ...row, ...byReview.get(row.id) }) as LockedReview);
}

/** Open reviews of these principals, for the caller to pick the pairs it means. */
export async function openReviewsOf(
  q: Querier,
  principalIds: readonly string[],
): Promise<{ id: string; principal_id: string; asset_id: string; status: string; created_at: string }[]> {
  if (principalIds.length === 0) return [];
  return q.query(
    `SELECT id, principal_id, asset_id, status, created_at FROM reviews
     WHERE tenant_id = $1 AND principal_id = ANY ($2::text[]) AND status IN ('PENDING', 'ESCALATED')`,
    [q.tenant_id, principalIds],
  );
}

/**
 * Reviews whose timer has come, each in the hands of one worker. Whoever moves a review locks the review first and then
 * its workflow; here it is the other way round, and nothing is waited for, so that nobody waits in a circle.
 */
export async function claimDueTimers(
  tx: Querier,
  { before, limit }: { before: string; limit: number },
): Promise<LockedReview[]> {
  const due = await tx.query<{ review_id: string }>(
    `SELECT review_id FROM workflows WHERE tenant_id = $1 AND timer_at <= $2
     ORDER BY timer_at LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id, before, limit],
  );
  if (due.length === 0) return [];
  const rows = await tx.query<LockedReview>(
    `SELECT ${COLUMNS} FROM reviews r WHERE r.tenant_id = $1 AND r.id = ANY ($2::text[])
     ORDER BY r.id FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id, due.map((row) => row.review_id)],
  );
  return complete(tx, rows);
}
