import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { redeliver, redeliverFailed } from './deliveries.sql.ts';
import { requireWebhook } from './webhook-setup.ts';

interface Order {
  now: number;
}

/** Sends one again, whatever became of it, with the whole schedule before it. */
export async function redeliverOne(
  tx: Querier,
  endpointId: string,
  id: string,
  { now }: Order,
): Promise<void> {
  await requireEnabled(tx, endpointId);
  if (await redeliver(tx, endpointId, id, now)) return;
  throw new LapseError('not_found', 'There is no delivery with this id.');
}

/** Sends again what is dead or has failed so far. Answers how many. */
export async function redeliverSince(
  tx: Querier,
  endpointId: string,
  since: number,
  { now }: Order,
): Promise<number> {
  await requireEnabled(tx, endpointId);
  return redeliverFailed(tx, endpointId, { since, now });
}

async function requireEnabled(tx: Querier, endpointId: string): Promise<void> {
  const { status } = await requireWebhook(tx, endpointId);
  if (status !== 'disabled') return;
  throw new LapseError('conflict', 'The webhook is disabled; enable it before anything is sent again.');
}
