import { v7 as uuidv7 } from 'uuid';
import { numberArray, textArray } from '../platform/database/array-literal.ts';
import type { Querier } from '../platform/database/database.ts';
import { envelope, type WaitsFor, type WebhookEvent } from './types.rules.ts';

export interface QueuedEvent {
  /** Of the audit entry, or a new one; sorts by time. */
  id: string;
  type: string;
  /** The exact bytes that are sent, see `envelope` in webhooks/types.rules.ts. */
  payload: string;
  created_at: string;
}

export const queuedEvent = ({ data, ...event }: WebhookEvent): QueuedEvent => ({
  ...event,
  payload: envelope({ ...event, data }),
});

export interface NewDelivery {
  endpoint_id: string;
  event: QueuedEvent;
  /** For endpoints with several recipients of one event (e-mail); then `id` tells the deliveries apart. */
  recipient?: string | null;
  /** Unique within the endpoint, sorts by time. That of the event when left out. */
  id?: string;
  /** It is not sent before this much time has passed. */
  wait_seconds?: number;
  /** Why, where it is for people. */
  waits_for?: WaitsFor | null;
}

/**
 * Puts events on their way, in the transaction of what they tell about; the worker finds them once that has committed.
 * Most events need no call of this: `appendAuditEntries` enqueues every entry for the endpoints that subscribe to its type.
 * Call it for what is addressed otherwise. What is already on its way is not sent again.
 */
export async function enqueueDeliveries(tx: Querier, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const events = [...new Map(deliveries.map(({ event }) => [event.id, event])).values()];
  await tx.query(
    `WITH events AS (
       INSERT INTO webhook_events (tenant_id, id, type, payload, created_at)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[])
       ON CONFLICT (tenant_id, id) DO NOTHING)
     INSERT INTO webhook_deliveries (tenant_id, endpoint_id, id, event_id, type, recipient, due_at, waits_for)
     SELECT $1, endpoint_id, id, event_id, type, recipient, now() + make_interval(secs => wait_seconds), waits_for
     FROM unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::float8[], $12::text[])
       AS d (endpoint_id, id, event_id, type, recipient, wait_seconds, waits_for)
     ON CONFLICT (tenant_id, endpoint_id, id) DO NOTHING`,
    [
      tx.tenant_id,
      textArray(events.map((event) => event.id)),
      textArray(events.map((event) => event.type)),
      textArray(events.map((event) => event.payload)),
      textArray(events.map((event) => event.created_at)),
      textArray(deliveries.map((delivery) => delivery.endpoint_id)),
      textArray(deliveries.map((delivery) => delivery.id ?? delivery.event.id)),
      textArray(deliveries.map((delivery) => delivery.event.id)),
      textArray(deliveries.map((delivery) => delivery.event.type)),
      textArray(deliveries.map((delivery) => delivery.recipient ?? null)),
      numberArray(deliveries.map((delivery) => delivery.wait_seconds ?? 0)),
      textArray(deliveries.map((delivery) => delivery.waits_for ?? null)),
    ],
  );
  tx.wakes?.('deliveries');
}

/** Sends one endpoint something of its own, the way that all go. Answers the id of the delivery. */
export async function enqueueTest(
  tx: Querier,
  test: { endpoint_id: string; recipient?: string | undefined; type: string; data: object; now: number },
): Promise<string> {
  const { endpoint_id, recipient = null, type, data, now } = test;
  const id = uuidv7();
  const event = queuedEvent({ id, type, created_at: new Date(now).toISOString(), data });
  await enqueueDeliveries(tx, [{ endpoint_id, recipient, event }]);
  return id;
}
