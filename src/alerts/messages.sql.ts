import { OCCASIONS, TEXT_MESSAGE, type TextMessage } from '../notifications/notification.rules.ts';
import type { Querier } from '../platform/database/database.ts';
import { enqueueDeliveries } from '../webhooks/queue.sql.ts';
import { envelope, type Subscription } from '../webhooks/types.rules.ts';

export interface AlertMessage extends TextMessage {
  /** Of the audit entry that it tells. */
  id: string;
  created_at: string;
}

/**
 * Puts messages on their way to the chat channels that want to hear of alerts, in the transaction of what they tell. Mail
 * and apps of Slack go to reviewers, and an alert is for none of them.
 */
export async function enqueueAlertMessages(tx: Querier, messages: readonly AlertMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const channels = await tx.query<Subscription & Record<string, unknown>>(
    `SELECT id AS endpoint_id, kind, event_types FROM webhooks
     WHERE tenant_id = $1 AND status = 'enabled' AND kind IN ('slack', 'teams') AND NOT settings ? 'team_id'`,
    [tx.tenant_id],
  );
  const wanting = channels.filter(({ event_types }) =>
    OCCASIONS.alert.every((type) => event_types.includes(type)),
  );
  await enqueueDeliveries(
    tx,
    messages.flatMap(({ id, created_at, ...data }) => {
      const event_id = `${id}-alert`;
      const payload = envelope({ id: event_id, type: TEXT_MESSAGE, created_at, data });
      const event = { id: event_id, type: TEXT_MESSAGE, payload, created_at };
      return wanting.map(({ endpoint_id }) => ({ endpoint_id, event }));
    }),
  );
}
