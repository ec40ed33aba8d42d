import { textArray } from '../../platform/database/array-literal.ts';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { ReviewNotice } from '../notification.rules.ts';
import { SETTINGS_COLUMNS, type StoredSettings } from '../settings/settings.sql.ts';
import type { DigestCounts, DigestReview } from './digest.rules.ts';

/** Those whose digest is due, locked until the transaction ends; what another worker has is left to it. */
export async function claimDueDigests(
  tx: Querier,
  { now, limit }: { now: number; limit: number },
): Promise<StoredSettings[]> {
  return tx.query<StoredSettings>(
    `SELECT ${SETTINGS_COLUMNS} FROM notification_settings WHERE tenant_id = $1 AND next_digest_at <= $2
     ORDER BY next_digest_at LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id, isoInstant(now), limit],
  );
}

/** By which digests go: the one to persons that was made first, one of e-mail before any other. */
export async function findDigestChannel(tx: Querier): Promise<string | null> {
  const [channel] = await tx.query<{ id: string }>(
    `SELECT id FROM webhooks
     WHERE tenant_id = $1 AND status = 'enabled' AND (kind = 'email' OR settings ? 'team_id')
     ORDER BY kind <> 'email', id LIMIT 1`,
    [tx.tenant_id],
  );
  return channel?.id ?? null;
}

interface NewDigest {
  principal_id: string;
  day: string;
  delivery_id: string;
}

/** Notes the digests of these people and days. Answers whose are new: of a day that has one there is no other. */
export async function addDigests(
  tx: Querier,
  channelId: string,
  digests: readonly NewDigest[],
): Promise<Set<string>> {
  const rows = await tx.query<{ principal_id: string }>(
    `INSERT INTO notification_digests (tenant_id, principal_id, day, channel_id, delivery_id)
     SELECT $1, principal_id, day::date, $2, delivery_id
     FROM unnest($3::text[], $4::text[], $5::text[]) AS d (principal_id, day, delivery_id)
     ON CONFLICT (tenant_id, principal_id, day) DO NOTHING RETURNING principal_id`,
    [
      tx.tenant_id,
      channelId,
      textArray(digests.map(({ principal_id }) => principal_id)),
      textArray(digests.map(({ day }) => day)),
      textArray(digests.map(({ delivery_id }) => delivery_id)),
    ],
  );
  return new Set(rows.map(({ principal_id }) => principal_id));
}

export async function setNextDigests(
  tx: Querier,
  next: readonly { principal_id: string; at: number }[],
): Promise<void> {
  await tx.query(
    `UPDATE notification_settings s SET next_digest_at = n.at
     FROM unnest($2::text[], $3::timestamptz[]) AS n (principal_id, at)
     WHERE s.tenant_id = $1 AND s.principal_id = n.principal_id`,
    [
      tx.tenant_id,
      textArray(next.map(({ principal_id }) => principal_id)),
      textArray(next.map(({ at }) => isoInstant(at))),
    ],
  );
}

/** Whether the person has a digest of a later day than this one. */
export async function hasLaterDigest(q: Querier, deliveryId: string): Promise<boolean> {
  const rows = await q.query(
    `SELECT FROM notification_digests d
     JOIN notification_digests later ON later.tenant_id = $1 AND later.principal_id = d.principal_id AND later.day > d.day
     WHERE d.tenant_id = $1 AND d.delivery_id = $2 LIMIT 1`,
    [q.tenant_id, deliveryId],
  );
  return rows.length > 0;
}

/**
 * What a digest says of reviews as they are now: those that were left to it, and those of the person that are due soon or overdue.
 * Overdue is what has passed the deadline that it was first asked with.
 */
export async function loadDigest(
  q: Querier,
  digest: {
    recipient: string;
    noted: readonly Pick<ReviewNotice, 'review_id' | 'occasion'>[];
    now: number;
    soon: number;
    limit: number;
  },
): Promise<{ counts: DigestCounts; most_important: DigestReview[] }> {
  const { recipient, noted, now, soon, limit } = digest;
  const [row] = await q.query<DigestCounts & { most_important: DigestReview[] }>(
    `WITH mine AS MATERIALIZED (
       SELECT id AS review_id, priority, due_at, coalesce(first_due_at, due_at) < $5 AS is_overdue,
              coalesce(first_due_at, due_at) >= $5 AND due_at < $6 AS is_due_soon
       FROM reviews WHERE tenant_id = $1 AND assigned_to_id = $2 AND status IN ('PENDING', 'ESCALATED')),
     told AS MATERIALIZED (
       SELECT coalesce(m.review_id, n.review_id) AS review_id, n.occasion, coalesce(m.priority, r.priority) AS priority,
              coalesce(m.due_at, r.due_at) AS due_at, coalesce(m.is_overdue, false) AS is_overdue,
              coalesce(m.is_due_soon, false) AS is_due_soon
       FROM mine m FULL JOIN unnest($3::text[], $4::text[]) AS n (review_id, occasion) ON n.review_id = m.review_id
       LEFT JOIN LATERAL (SELECT priority, due_at FROM reviews WHERE tenant_id = $1 AND id = n.review_id
                            AND m.review_id IS NULL LIMIT 1) r ON true
       WHERE n.review_id IS NOT NULL OR m.is_overdue OR m.is_due_soon)
     SELECT (SELECT count(*) FROM mine) AS waiting, count(*) AS told,
            count(*) FILTER (WHERE occasion = 'assigned') AS new,
            count(*) FILTER (WHERE is_due_soon) AS due_soon, count(*) FILTER (WHERE is_overdue) AS overdue,
            count(*) FILTER (WHERE occasion IS DISTINCT FROM 'assigned' AND NOT is_due_soon AND NOT is_overdue) AS other,
            coalesce((SELECT json_agg(t) FROM (
              SELECT review_id, occasion, is_overdue, is_due_soon FROM told
              ORDER BY priority DESC, due_at, review_id LIMIT $7) t), '[]') AS most_important
     FROM told`,
    [
      q.tenant_id,
      recipient,
      textArray(noted.map(({ review_id }) => review_id)),
      textArray(noted.map(({ occasion }) => occasion)),
      isoInstant(now),
      isoInstant(soon),
      limit,
    ],
  );
  const { most_important, ...counts } = row as NonNullable<typeof row>;
  return { counts, most_important };
}
