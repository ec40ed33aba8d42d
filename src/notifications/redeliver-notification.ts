import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { redeliver } from '../webhooks/deliveries.sql.ts';
import { requireChannel, requireEnabledChannel } from './notification-setup.ts';

/** Sends a message again, whatever became of it. */
export async function redeliverNotification(
  tx: Querier,
  channelId: string,
  deliveryId: string,
  now: number,
): Promise<void> {
  requireEnabledChannel(await requireChannel(tx, channelId));
  if (await redeliver(tx, channelId, deliveryId, now)) return;
  throw new LapseError('not_found', 'There is no delivery with this id.');
}
