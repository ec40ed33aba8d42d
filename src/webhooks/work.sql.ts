import { numberArray, textArray } from '../platform/database/array-literal.ts';
import type { Querier } from '../platform/database/database.ts';
import { isoInstant } from '../platform/iso-instant.ts';
import type { EndpointKind } from './types.rules.ts';

/** An endpoint as its sender needs it. */
export type ClaimedEndpoint = {
  tenant_id: number;
  id: string;
  kind: EndpointKind;
  url: string | null;
  settings: Record<string, unknown>;
  sealed_settings: string | null;
  sealed_secret: string | null;
  sealed_previous_secret: string | null;
  previous_secret_expires_at: string | null;
  signs_with_previous: boolean;
};

/** A delivery in the hands of a worker. */
export type ClaimedDelivery = {
  id: string;
  endpoint_id: string;
  event_id: string;
  type: string;
  payload: string;
  recipient: string | null;
  /** Before this one. */
  tries: number;
};

/** Those that have something to send now. Of a tenant without endpoints, one probe of an index. */
export async function dueEndpoints(q: Querier, now: number): Promise<{ id: string; is_probe: boolean }[]> {
  return q.query(
    `SELECT w.id, w.breaker = 'open' AS is_probe FROM webhooks w
     JOIN LATERAL (SELECT FROM webhook_deliveries d WHERE d.tenant_id = $1 AND d.endpoint_id = w.id AND d.due_at <= $2
                   ORDER BY d.due_at LIMIT 1) one ON true
     WHERE w.tenant_id = $1 AND w.status = 'enabled' AND (w.breaker = 'closed' OR w.probe_at <= $2)`,
    [q.tenant_id, isoInstant(now)],
  );
}

export interface Claim {
  now: number;
  lease: string;
  lease_ms: number;
  /** How many each endpoint may take. */
  endpoints: readonly { id: string; limit: number; is_probe: boolean }[];
}

export interface Claimed {
  endpoint: ClaimedEndpoint;
  deliveries: ClaimedDelivery[];
}

const ENDPOINT = `kind, url, settings, sealed_settings, sealed_secret, sealed_previous_secret, previous_secret_expires_at,
  signs_with_previous`;

/**
 * Takes what is due, oldest first. Whoever has it is named by the lease; when the lease ends, it is due again. Whether the
 * endpoint still wants it is asked here, as late as can be: what is claimed is sent at once. An endpoint whose breaker is
 * open gives its probe to one worker. Nothing is inserted, see recordResults.
 */
export async function claimDeliveries(q: Querier, claim: Claim): Promise<Claimed[]> {
  const { endpoints } = claim;
  const rows = await q.query<ClaimedRow>(
    `WITH wanted AS (
       SELECT e.id, e.slots FROM unnest($5::text[], $6::integer[], $7::boolean[]) AS e (id, slots, is_probe)
       JOIN LATERAL (SELECT FROM webhooks w WHERE w.tenant_id = $1 AND w.id = e.id AND w.status = 'enabled'
                       AND w.breaker = 'closed' LIMIT 1) live ON NOT e.is_probe),
     probed AS (
       UPDATE webhooks w SET probe_at = $4 FROM (
         SELECT p.id FROM unnest($5::text[], $7::boolean[]) AS e (id, is_probe)
         JOIN LATERAL (SELECT id FROM webhooks p WHERE p.tenant_id = $1 AND p.id = e.id AND p.status = 'enabled'
                         AND p.breaker = 'open' AND p.probe_at <= $2 LIMIT 1 FOR UPDATE SKIP LOCKED) p ON e.is_probe) due
       WHERE w.tenant_id = $1 AND w.id = due.id RETURNING w.id),
     taken AS MATERIALIZED (
       SELECT d.* FROM (SELECT id, slots FROM wanted UNION ALL SELECT id, 1 FROM probed) w
       JOIN LATERAL (SELECT endpoint_id, id, event_id, type FROM webhook_deliveries
                     WHERE tenant_id = $1 AND endpoint_id = w.id AND due_at <= $2
                     ORDER BY due_at LIMIT w.slots FOR UPDATE SKIP LOCKED) d ON true),
     claimed AS (
       INSERT INTO webhook_deliveries AS d (tenant_id, endpoint_id, id, event_id, type, lease, due_at)
       SELECT $1, endpoint_id, id, event_id, type, $3, $4 FROM taken
       ON CONFLICT (tenant_id, endpoint_id, id) DO UPDATE SET lease = excluded.lease, due_at = excluded.due_at
       RETURNING d.id, d.endpoint_id, d.event_id, d.type, d.recipient, d.tries)
     SELECT c.*, e.payload, w.* FROM claimed c
     JOIN LATERAL (SELECT payload FROM webhook_events WHERE tenant_id = $1 AND id = c.event_id LIMIT 1) e ON true
     JOIN LATERAL (SELECT ${ENDPOINT} FROM webhooks WHERE tenant_id = $1 AND id = c.endpoint_id LIMIT 1) w ON true`,
    [
      q.tenant_id,
      isoInstant(claim.now),
      claim.lease,
      isoInstant(claim.now + claim.lease_ms),
      textArray(endpoints.map(({ id }) => id)),
      numberArray(endpoints.map(({ limit }) => limit)),
      endpoints.map(({ is_probe }) => is_probe),
    ],
  );
  return byEndpoint(q.tenant_id, rows);
}

type ClaimedRow = ClaimedDelivery & Omit<ClaimedEndpoint, 'tenant_id' | 'id'>;

function byEndpoint(tenant_id: number, rows: readonly ClaimedRow[]): Claimed[] {
  const claimed = new Map<string, Claimed>();
  for (const { endpoint_id, id, event_id, type, payload, recipient, tries, ...rest } of rows) {
    let known = claimed.get(endpoint_id);
    if (!known) {
      known = { endpoint: { tenant_id, id: endpoint_id, ...rest }, deliveries: [] };
      claimed.set(endpoint_id, known);
    }
    known.deliveries.push({ endpoint_id, id, event_id, type, payload, recipient, tries });
  }
  return [...claimed.values()];
}

/** What was claimed but not sent is due again at once, and not charged. */
export async function releaseDelivery(
  q: Querier,
  lease: string,
  { endpoint_id, id }: ClaimedDelivery,
): Promise<void> {
  await q.query(
    `UPDATE webhook_deliveries SET lease = NULL, due_at = now()
     WHERE tenant_id = $1 AND endpoint_id = $2 AND id = $3 AND lease = $4`,
    [q.tenant_id, endpoint_id, id, lease],
  );
  q.wakes?.('deliveries');
}
