import type { Querier } from '../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../platform/database/page.ts';
import { isoInstant } from '../platform/iso-instant.ts';
import type { Attempt } from './results.sql.ts';
import type { WaitsFor } from './types.rules.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead', 'skipped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type DeliveryRow = {
  id: string;
  webhook_id: string;
  event_id: string;
  type: string;
  recipient: string | null;
  status: DeliveryStatus;
  /** Oldest first. */
  attempts: Attempt[];
  /** Null while it is being sent, and when nothing more is to be done. */
  next_attempt_at: string | null;
  /** Until when it is kept back on purpose, and why. */
  waits_until: string | null;
  waits_for: WaitsFor | null;
  created_at: string;
  finished_at: string | null;
};

export interface DeliveryFilters {
  status?: DeliveryStatus | undefined;
  event_type?: string | undefined;
  /** Milliseconds. */
  since?: number | undefined;
}

const COLUMNS = `d.id, d.endpoint_id AS webhook_id, 'evt_' || d.event_id AS event_id, d.type, d.recipient, d.status, d.attempts,
  CASE WHEN d.lease IS NULL THEN d.due_at END AS next_attempt_at,
  CASE WHEN d.lease IS NULL AND d.waits_for IS NOT NULL THEN d.due_at END AS waits_until,
  CASE WHEN d.lease IS NULL THEN d.waits_for END AS waits_for, d.created_at, d.finished_at`;

/** Newest first. */
export async function listDeliveries(
  q: Querier,
  endpointId: string,
  filters: DeliveryFilters,
  page: PageRequest,
): Promise<PageOf<DeliveryRow>> {
  const parameters = new Parameters();
  const conditions = [
    `d.tenant_id = ${parameters.add(q.tenant_id)}`,
    `d.endpoint_id = ${parameters.add(endpointId)}`,
  ];
  // Written out: only then the indexes of what waits and what is dead can be used.
  if (filters.status !== undefined) conditions.push(`d.status = '${filters.status}'`);
  if (filters.status === 'pending') conditions.push('d.due_at IS NOT NULL');
  if (filters.event_type !== undefined) conditions.push(`d.type = ${parameters.add(filters.event_type)}`);
  if (filters.since !== undefined)
    conditions.push(`d.created_at >= ${parameters.add(isoInstant(filters.since))}`);
  const where = conditions.join(' AND ');
  return queryPage<DeliveryRow>(q, page, {
    parameters,
    key: 'd.id',
    descending: true,
    total: `SELECT count(*) AS total FROM webhook_deliveries d WHERE ${where}`,
    page: (bounds) => `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE ${where} ${bounds}`,
  });
}

/** With the bytes that are sent. */
export async function getDelivery(
  q: Querier,
  endpointId: string,
  id: string,
): Promise<(DeliveryRow & { payload: string }) | null> {
  const rows = await q.query<DeliveryRow & { payload: string }>(
    `SELECT ${COLUMNS}, e.payload FROM webhook_deliveries d
     JOIN webhook_events e ON e.tenant_id = $1 AND e.id = d.event_id
     WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.id = $3`,
    [q.tenant_id, endpointId, id],
  );
  return rows[0] ?? null;
}

const AGAIN =
  "status = 'pending', due_at = $3, lease = NULL, waits_for = NULL, tries = 0, finished_at = NULL";

/** Whatever became of it. False when there is none. */
export async function redeliver(tx: Querier, endpointId: string, id: string, now: number): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE webhook_deliveries SET ${AGAIN} WHERE tenant_id = $1 AND endpoint_id = $2 AND id = $4 RETURNING id`,
    [tx.tenant_id, endpointId, isoInstant(now), id],
  );
  tx.wakes?.('deliveries');
  return rows.length > 0;
}

/** Those that are dead, and those that have failed and wait. What is being sent is left alone. */
export async function redeliverFailed(
  tx: Querier,
  endpointId: string,
  { since, now }: { since: number; now: number },
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `WITH dead AS MATERIALIZED (
       SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND status = 'dead'
         AND created_at >= $4 FOR UPDATE SKIP LOCKED),
     waiting AS MATERIALIZED (
       SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND due_at IS NOT NULL AND tries > 0
         AND lease IS NULL AND created_at >= $4 FOR UPDATE SKIP LOCKED),
     again AS (
       UPDATE webhook_deliveries SET ${AGAIN} WHERE tenant_id = $1 AND endpoint_id = $2
         AND id = ANY (ARRAY(SELECT id FROM dead UNION ALL SELECT id FROM waiting)) RETURNING id)
     SELECT count(*) FROM again`,
    [tx.tenant_id, endpointId, isoInstant(now), isoInstant(since)],
  );
  tx.wakes?.('deliveries');
  return row?.count ?? 0;
}
