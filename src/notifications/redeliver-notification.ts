import type { Querier } from '../platform/database/database.ts';
import { required } from '../platform/errors.ts';
import { redeliver } from '../webhooks/deliveries.sql.ts';
import { enqueueTest } from '../webhooks/queue.sql.ts';
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
  const isMail = channel.kind === 'email' || channel.settings.team_id !== undefined;
  if (isMail ? !isEmailAddress(recipient ?? '') : recipient !== undefined) {
    const msg = isMail
      ? 'expected the e-mail address to send the test to'
      : 'expected none; it goes to the channel';
    throw refusedFields([{ loc: ['body', 'recipient'], msg, type: 'bad_value' }]);
  }
  requireEnabledChannel(channel);
  const data = { channel_id: channelId };
  return enqueueTest(tx, { endpoint_id: channelId, recipient, type: TEST_MESSAGE, data, now });
}
