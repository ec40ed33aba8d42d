import type { EndpointKind } from '../domain/webhook-types.ts';
import { numberArray, textArray } from './array-literal.ts';
import type { Querier } from './database.ts';

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
  breaker: 'closed' | 'open';
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
export async function dueEndpoints(q: Querier, now: number): Promise<ClaimedEndpoint[]> {
  return q.query<ClaimedEndpoint>(
    `SELECT w.tenant_id, w.id, w.kind, w.url, w.settings, w.sealed_settings, w.sealed_secret, w.sealed_previous_secret,
       w.previous_secret_expires_at, w.signs_with_previous, w.breaker
     FROM webhooks w
     JOIN LATERAL (SELECT FROM webhook_deliveries d WHERE d.tenant_id = $1 AND d.endpoint_id = w.id AND d.due_at <= $2
                   ORDER BY d.due_at LIMIT 1) one ON true
     WHERE w.tenant_id = $1 AND w.status = 'enabled' AND (w.breaker = 'closed' OR w.probe_at <= $2)`,
    [q.tenant_id, iso(now)],
  );
}

export interface Claim {
  now: number;
  lease: string;
  lease_ms: number;
  /** How many each endpoint may take. */
  endpoints: readonly { id: string; limit: number; is_probe: boolean }[];
}

/**
 * Takes what is due, oldest first. Whoever has it is named by the lease; when the lease ends, it is due again. Whether the
 * endpoint still wants it is asked here, as late as can be: what is claimed is sent at once. An endpoint whose breaker is
 * open gives its probe to one worker.
 */
export async function claimDeliveries(q: Querier, claim: Claim): Promise<ClaimedDelivery[]> {
  const { endpoints } = claim;
  return q.query<ClaimedDelivery>(
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
       SELECT d.endpoint_id, d.id FROM (SELECT id, slots FROM wanted UNION ALL SELECT id, 1 FROM probed) w
       JOIN LATERAL (SELECT endpoint_id, id FROM webhook_deliveries
                     WHERE tenant_id = $1 AND endpoint_id = w.id AND due_at <= $2
                     ORDER BY due_at LIMIT w.slots FOR UPDATE SKIP LOCKED) d ON true),
     claimed AS (
       UPDATE webhook_deliveries d SET lease = $3, due_at = $4 FROM taken t
       WHERE d.tenant_id = $1 AND d.endpoint_id = t.endpoint_id AND d.id = t.id
       RETURNING d.id, d.endpoint_id, d.event_id, d.type, d.recipient, d.tries)
     SELECT c.*, e.payload FROM claimed c
     JOIN LATERAL (SELECT payload FROM webhook_events WHERE tenant_id = $1 AND id = c.event_id LIMIT 1) e ON true`,
    [
      q.tenant_id,
      iso(claim.now),
      claim.lease,
      iso(claim.now + claim.lease_ms),
      textArray(endpoints.map(({ id }) => id)),
      numberArray(endpoints.map(({ limit }) => limit)),
      endpoints.map(({ is_probe }) => is_probe),
    ],
  );
}

/** What was claimed but not sent is due again at once, and not charged. */
export async function releaseDeliveries(
  q: Querier,
  lease: string,
  ids: readonly DeliveryKey[],
): Promise<void> {
  await q.query(
    `UPDATE webhook_deliveries d SET lease = NULL, due_at = now() FROM unnest($3::text[], $4::text[]) AS r (endpoint_id, id)
     WHERE d.tenant_id = $1 AND d.endpoint_id = r.endpoint_id AND d.id = r.id AND d.lease = $2`,
    [
      q.tenant_id,
      lease,
      textArray(ids.map(({ endpoint_id }) => endpoint_id)),
      textArray(ids.map(({ id }) => id)),
    ],
  );
}

export interface DeliveryKey {
  endpoint_id: string;
  id: string;
}

const iso = (at: number): string => new Date(at).toISOString();
