import { v7 as uuidv7 } from 'uuid';
import { textArray } from '../../platform/database/array-literal.ts';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { enqueueDeliveries, queuedEvent } from '../../webhooks/queue.sql.ts';
import { type Occasion, REVIEWS_MESSAGE } from '../notification.rules.ts';
import { URGENT_OCCASIONS, URGENT_RISK } from './settings.rules.ts';
import type { Plan } from './waiting.rules.ts';

/** Whether a notification `n` is urgent, as `isUrgent` says it of one. */
export const IS_URGENT = `(n.occasion = ANY ('{${URGENT_OCCASIONS.join(',')}}'::text[]) OR EXISTS (
  SELECT FROM reviews c WHERE c.tenant_id = $1 AND c.id = n.review_id AND c.risk_level = '${URGENT_RISK}'))`;

/** Written by channels that are there: with one of these, what waits is found by its index. */
export const CHANNELS = `ARRAY(SELECT w.id FROM webhooks w WHERE w.tenant_id = $1 AND w.kind <> 'webhook' AND w.status <> 'deleted')`;

/** What waits for a person, is not urgent, and is not wanted any more. */
export async function dropUnwanted(
  tx: Querier,
  { recipient, wanted }: { recipient: string; wanted: readonly Occasion[] },
): Promise<void> {
  await tx.query(
    `DELETE FROM notifications n WHERE n.tenant_id = $1 AND n.endpoint_id = ANY (${CHANNELS}) AND n.recipient = $2
       AND n.delivery_id IS NULL AND NOT n.occasion = ANY ($3::text[]) AND NOT ${IS_URGENT}`,
    [tx.tenant_id, recipient, textArray([...wanted])],
  );
}

/** Messages that were to be sent later are sent then. What is being gathered is sent soon, and asks again. */
export async function replanWaiting(
  tx: Querier,
  { recipient, plan }: { recipient: string; plan: Plan },
): Promise<void> {
  await tx.query(
    `UPDATE webhook_deliveries SET due_at = $3, waits_for = $4
     WHERE tenant_id = $1 AND recipient = $2 AND waits_for IS NOT NULL AND waits_for <> 'gathering' AND type = $5
       AND status = 'pending' AND lease IS NULL`,
    [tx.tenant_id, recipient, isoInstant(plan.at), plan.waits_for, REVIEWS_MESSAGE],
  );
  tx.wakes?.('deliveries');
}

/** A message by each channel that has something for this person, for what was left to a digest that does not come. */
export async function enqueueWaiting(
  tx: Querier,
  { recipient, plan, now }: { recipient: string; plan: Plan; now: number },
): Promise<void> {
  const channels = await tx.query<{ id: string }>(
    `SELECT c.id FROM unnest(${CHANNELS}) AS c (id)
     JOIN LATERAL (SELECT FROM notifications n WHERE n.tenant_id = $1 AND n.endpoint_id = c.id AND n.recipient = $2
                     AND n.delivery_id IS NULL LIMIT 1) one ON true`,
    [tx.tenant_id, recipient],
  );
  await enqueueDeliveries(
    tx,
    channels.map(({ id: endpoint_id }) => {
      const id = uuidv7();
      const created_at = isoInstant(now);
      return {
        endpoint_id,
        recipient,
        event: queuedEvent({ id, type: REVIEWS_MESSAGE, created_at, data: { recipient } }),
        wait_seconds: Math.max(0, (plan.at - now) / 1_000),
        waits_for: plan.waits_for,
      };
    }),
  );
}

/** What a message holds waits again: it is told by another one. */
export async function releaseNotifications(
  q: Querier,
  { delivery_id }: { delivery_id: string },
): Promise<void> {
  await q.query(
    `UPDATE notifications SET delivery_id = NULL
     WHERE tenant_id = $1 AND endpoint_id = ANY (${CHANNELS}) AND delivery_id = $2`,
    [q.tenant_id, delivery_id],
  );
}
