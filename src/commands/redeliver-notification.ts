import { LapseError } from '../domain/errors.ts';
import type { Querier } from '../store/database.ts';
import { redeliver } from '../store/webhook-deliveries.ts';
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
