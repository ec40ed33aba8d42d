import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../platform/database/database.ts';
import { required } from '../platform/errors.ts';
import { redeliver } from '../webhooks/deliveries.sql.ts';
import { enqueueDelivery } from '../webhooks/queue.sql.ts';
import { envelope } from '../webhooks/types.rules.ts';
import { TEST_MESSAGE } from './notification.rules.ts';
import { refusedFields, requireChannel, requireEnabledChannel } from './notification-setup.ts';
import { isEmailAddress } from './send/email.rules.ts';

/** Sends a message again, whatever became of it. */
export async function redeliverNotification(
  tx: Querier,
  channelId: string,
  deliveryId: string,
  now: number,
): Promise<void> {
  requireEnabledChannel(await requireChannel(tx, channelId));
  required(await redeliver(tx, channelId, deliveryId, now), 'delivery');
}

/** Sends a test message the way that all go. Answers the id of the delivery. */
export async function testNotificationChannel(
  tx: Querier,
  channelId: string,
  { recipient, now }: { recipient: string | undefined; now: number },
): Promise<string> {
  const channel = await requireChannel(tx, channelId);
  const isMail = channel.kind === 'email';
  if (isMail ? !isEmailAddress(recipient ?? '') : recipient !== undefined) {
    const msg = isMail
      ? 'expected the e-mail address to send the test to'
      : 'expected none; it goes to the channel';
    throw refusedFields([{ loc: ['body', 'recipient'], msg, type: 'bad_value' }]);
  }
  requireEnabledChannel(channel);
  const id = uuidv7();
  const created_at = new Date(now).toISOString();
  const payload = envelope({ id, type: TEST_MESSAGE, created_at, data: { channel_id: channelId } });
  await enqueueDelivery(tx, {
    endpoint_id: channelId,
    recipient: recipient ?? null,
    event: { id, type: TEST_MESSAGE, payload, created_at },
  });
  return id;
}
