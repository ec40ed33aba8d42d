import type { ReviewStatus } from '../../core/reviews/review.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { RemediationStatus } from '../../remediation/remediation.rules.ts';
import type { Occasion, RemediationOccasion } from '../notification.rules.ts';
import { CHANNELS, IS_URGENT } from '../settings/waiting.sql.ts';

export type WaitingReview = {
  occasion: Exclude<Occasion, RemediationOccasion>;
  remediation_id: null;
  comment_id: string | null;
  review_id: string;
  status: ReviewStatus;
  assigned_to_id: string | null;
  due_at: string;
  decay_score: number;
  is_urgent: boolean;
};

export type WaitingRemediation = {
  occasion: RemediationOccasion;
  remediation_id: string;
  review_id: string;
  status: RemediationStatus;
  assigned_to_id: string | null;
  is_urgent: boolean;
};

const TAKES = { all: 'true', urgent: IS_URGENT, not_urgent: `NOT ${IS_URGENT}` };

/**
 * Makes what waits for a recipient the content of this message, or what of it is or is not urgent, and answers all of its content,
 * oldest first: a later attempt tells the same, and no other message does.
 */
export async function gatherNotifications(
  q: Querier,
  message: {
    /** Null: whatever the channel. */
    endpoint_id: string | null;
    delivery_id: string;
    recipient: string;
    takes: keyof typeof TAKES;
  },
): Promise<(WaitingReview | WaitingRemediation)[]> {
  const { endpoint_id, delivery_id, recipient, takes } = message;
  const channels = endpoint_id === null ? null : [endpoint_id];
  return q.query<WaitingReview | WaitingRemediation>(
    `WITH taken AS (
       UPDATE notifications n SET delivery_id = $4
       WHERE tenant_id = $1 AND endpoint_id = ANY (coalesce($2::text[], ${CHANNELS})) AND recipient = $3
         AND delivery_id IS NULL AND ${TAKES[takes]}
       RETURNING id, occasion, review_id, remediation_id, comment_id),
     content AS (
       SELECT id, occasion, review_id, remediation_id, comment_id FROM taken
       UNION ALL
       SELECT id, occasion, review_id, remediation_id, comment_id FROM notifications
       WHERE tenant_id = $1 AND endpoint_id = ANY (coalesce($2::text[], ${CHANNELS})) AND delivery_id = $4)
     SELECT n.occasion, n.review_id, n.remediation_id, n.comment_id, coalesce(m.status, r.status) AS status,
            ${IS_URGENT} AS is_urgent,
            CASE WHEN n.remediation_id IS NULL THEN r.assigned_to_id ELSE m.assigned_to_id END AS assigned_to_id,
            r.due_at, r.decay_score
     FROM content n
     LEFT JOIN LATERAL (SELECT status, assigned_to_id, due_at, decay_score FROM reviews
                        WHERE tenant_id = $1 AND id = n.review_id AND n.remediation_id IS NULL LIMIT 1) r ON true
     LEFT JOIN LATERAL (SELECT status, assigned_to_id FROM remediations
                        WHERE tenant_id = $1 AND id = n.remediation_id LIMIT 1) m ON true
     WHERE coalesce(m.status, r.status) IS NOT NULL
     ORDER BY n.id`,
    [q.tenant_id, channels, recipient, delivery_id],
  );
}

export type Person = { id: string; display_name: string; email: string | null; disabled: boolean };

export async function findPerson(q: Querier, id: string): Promise<Person | null> {
  const rows = await q.query<Person>(
    'SELECT id, display_name, email, disabled FROM principals WHERE tenant_id = $1 AND id = $2',
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** Told long ago, or never to be told: the oldest first, at most `limit`. */
export async function forgetNotifications(
  tx: Querier,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM notifications n USING (
       SELECT id, endpoint_id FROM notifications WHERE tenant_id = $1 AND id < $2 ORDER BY id LIMIT $3) old
     WHERE n.tenant_id = $1 AND n.id = old.id AND n.endpoint_id = old.endpoint_id RETURNING n.id`,
    [tx.tenant_id, before, limit],
  );
  return rows.length;
}

/** Digests that were sent long ago. */
export async function forgetDigests(tx: Querier, { before }: { before: string }): Promise<void> {
  await tx.query('DELETE FROM notification_digests WHERE tenant_id = $1 AND day < $2::date', [
    tx.tenant_id,
    before,
  ]);
}

/** What Slack has sent, long after its signature is too old and its form was left open. */
export async function forgetSlackRequests(tx: Querier): Promise<void> {
  await tx.query(
    "DELETE FROM slack_requests WHERE tenant_id = $1 AND received_at <= now() - interval '1 day'",
    [tx.tenant_id],
  );
}
