import type { Querier } from '../platform/database/database.ts';
import { LapseError, required } from '../platform/errors.ts';
import { redeliver, redeliverFailed } from './deliveries.sql.ts';
import { enqueueTest } from './queue.sql.ts';
import { TEST_TYPE } from './types.rules.ts';
import { requireWebhook } from './webhook-setup.ts';

/** Sends one again, whatever became of it, with the whole schedule before it. */
export async function redeliverOne(tx: Querier, endpointId: string, id: string, now: number): Promise<void> {
  await requireEnabled(tx, endpointId, 'anything is sent again');
  required(await redeliver(tx, endpointId, id, now), 'delivery');
}

/** Sends again what is dead or has failed so far. Answers how many. */
export async function redeliverSince(
  tx: Querier,
  endpointId: string,
  since: number,
  now: number,
): Promise<number> {
  await requireEnabled(tx, endpointId, 'anything is sent again');
  return redeliverFailed(tx, endpointId, { since, now });
}

async function requireEnabled(tx: Querier, endpointId: string, before: string): Promise<void> {
  const { status } = await requireWebhook(tx, endpointId);
  if (status === 'disabled')
    throw new LapseError('conflict', `The webhook is disabled; enable it before ${before}.`);
}

/** Sends an event of its own kind the way that all go. Answers the id of the delivery. */
export async function testWebhook(tx: Querier, endpointId: string, now: number): Promise<string> {
  await requireEnabled(tx, endpointId, 'it is tested');
  const data = { webhook_id: endpointId, message: 'This is a test.' };
  return enqueueTest(tx, { endpoint_id: endpointId, type: TEST_TYPE, data, now });
}
