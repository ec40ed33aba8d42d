import type { Querier } from '../../platform/database/database.ts';
import { enqueueDeliveries, queuedEvent } from '../../webhooks/queue.sql.ts';
import { TEXT_MESSAGE, type TextMessage } from '../notification.rules.ts';

/** A mail that is not about reviews, to addresses that the caller knows. */
export interface EmailOrder extends TextMessage {
  /** Of the event that is told; sorts by time. The same id is not sent to the same address again. */
  id: string;
  created_at: string;
  /** Addresses. */
  recipients: readonly string[];
}

/**
 * Puts a mail to each address on its way through the tenant's e-mail channel, in the transaction of what it tells. Answers how many;
 * none when the tenant has no enabled e-mail channel. With several, the one that was made first sends.
 */
export async function enqueueEmails(tx: Querier, order: EmailOrder): Promise<number> {
  const { id, created_at, recipients, subject, paragraphs, link } = order;
  const addresses = [
    ...new Set(recipients.map((address) => address.trim()).filter((address) => address !== '')),
  ];
  if (addresses.length === 0) return 0;
  const [channel] = await tx.query<{ id: string }>(
    `SELECT id FROM webhooks WHERE tenant_id = $1 AND kind = 'email' AND status = 'enabled' ORDER BY id LIMIT 1`,
    [tx.tenant_id],
  );
  if (!channel) return 0;
  const data = { subject, paragraphs, link };
  const event = queuedEvent({ id: `${id}-mail`, type: TEXT_MESSAGE, created_at, data });
  await enqueueDeliveries(
    tx,
    addresses.map((recipient, index) => ({
      endpoint_id: channel.id,
      event,
      recipient,
      id: `${id}-${index}`,
    })),
  );
  return addresses.length;
}
