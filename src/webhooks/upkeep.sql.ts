import { forgetDigests, forgetNotifications, forgetSlackRequests } from '../notifications/send/work.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { isoInstant } from '../platform/iso-instant.ts';

/** Nothing with an id below this is younger: ids begin with the milliseconds since 1970. */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/**
 * Removes up to `limit` deliveries, events and notifications each from before an instant, and all that belongs to deleted
 * endpoints. Answers the largest of the numbers.
 */
export async function forgetDeliveries(
  tx: Querier,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const first = firstIdAt(before);
  const endpoints = await tx.query<{ id: string; is_deleted: boolean }>(
    "SELECT id, status = 'deleted' AS is_deleted FROM webhooks WHERE tenant_id = $1",
    [tx.tenant_id],
  );
  let forgotten = 0;
  for (const { id, is_deleted } of endpoints) {
    const count = await forgetOf(tx, id, { first: is_deleted ? null : first, limit: limit - forgotten });
    forgotten += count;
    if (forgotten >= limit) return forgotten;
    if (is_deleted)
      await tx.query('DELETE FROM webhooks WHERE tenant_id = $1 AND id = $2', [tx.tenant_id, id]);
  }
  const events = await tx.query(
    `DELETE FROM webhook_events WHERE tenant_id = $1 AND id = ANY (ARRAY(
       SELECT id FROM webhook_events WHERE tenant_id = $1 AND id < $2 ORDER BY id LIMIT $3)) RETURNING id`,
    [tx.tenant_id, first, limit],
  );
  await forgetSlackRequests(tx);
  await forgetDigests(tx, { before: isoInstant(before) });
  const notifications = await forgetNotifications(tx, { before: first, limit });
  return Math.max(forgotten, events.length, notifications);
}

async function forgetOf(
  tx: Querier,
  endpointId: string,
  { first, limit }: { first: string | null; limit: number },
): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND id = ANY (ARRAY(
       SELECT id FROM webhook_deliveries
       WHERE tenant_id = $1 AND endpoint_id = $2 AND id < $3 ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED)) RETURNING id`,
    [tx.tenant_id, endpointId, first ?? '\u{10FFFF}', limit],
  );
  return rows.length;
}
