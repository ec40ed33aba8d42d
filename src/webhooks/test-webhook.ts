import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { enqueueDelivery } from './queue.sql.ts';
import { envelope, TEST_TYPE } from './types.rules.ts';
import { requireWebhook } from './webhook-setup.ts';

/** Sends an event of its own kind the way that all go. Answers the id of the delivery. */
export async function testWebhook(
  tx: Querier,
  endpointId: string,
  { now, newId }: { now: number; newId: () => string },
): Promise<string> {
  const { status } = await requireWebhook(tx, endpointId);
  if (status === 'disabled') {
    throw new LapseError('conflict', 'The webhook is disabled; enable it before it is tested.');
  }
  const id = newId();
  const created_at = new Date(now).toISOString();
  const data = { webhook_id: endpointId, message: 'This is a test.' };
  const payload = envelope({ id, type: TEST_TYPE, created_at, data });
  await enqueueDelivery(tx, { endpoint_id: endpointId, event: { id, type: TEST_TYPE, payload, created_at } });
  return id;
}
