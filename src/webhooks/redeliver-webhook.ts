import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../platform/database/database.ts';
import { LapseError, required } from '../platform/errors.ts';
import { redeliver, redeliverFailed } from './deliveries.sql.ts';
import { enqueueDelivery } from './queue.sql.ts';
import { envelope, TEST_TYPE } from './types.rules.ts';
import { requireWebhook } from './webhook-setup.ts';

/** Sends one again, whatever became of it, with the whole schedule before it. */
export async function redeliverOne(tx: Querier, endpointId: string, id: string, now: number): Promise<void> {
  await requireEnabled(tx, endpointId);
  required(await redeliver(tx, endpointId, id, now), 'delivery');
}

/** Sends again what is dead or has failed so far. Answers how many. */
export async function redeliverSince(
  tx: Querier,
  endpointId: string,
  since: number,
  now: number,
): Promise<number> {
  await requireEnabled(tx, endpointId);
  return redeliverFailed(tx, endpointId, { since, now });
}

async function requireEnabled(tx: Querier, endpointId: string): Promise<void> {
  const { status } = await requireWebhook(tx, endpointId);
  if (status !== 'disabled') return;
  throw new LapseError('conflict', 'The webhook is disabled; enable it before anything is sent again.');
}

/** Sends an event of its own kind the way that all go. Answers the id of the delivery. */
export async function testWebhook(tx: Querier, endpointId: string, now: number): Promise<string> {
  const { status } = await requireWebhook(tx, endpointId);
  if (status === 'disabled') {
    throw new LapseError('conflict', 'The webhook is disabled; enable it before it is tested.');
  }
  const id = uuidv7();
  const created_at = new Date(now).toISOString();
  const data = { webhook_id: endpointId, message: 'This is a test.' };
  const payload = envelope({ id, type: TEST_TYPE, created_at, data });
  await enqueueDelivery(tx, { endpoint_id: endpointId, event: { id, type: TEST_TYPE, payload, created_at } });
  return id;
}
