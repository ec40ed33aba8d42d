import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import type { By } from '../webhooks/webhook-setup.ts';
import { deleteChannel } from './channels.sql.ts';
import { requireChannel } from './notification-setup.ts';

/** Nothing more is sent by it, whatever waits. */
export async function removeNotificationChannel(
  tx: Querier,
  id: string,
  { actor, now, newId }: By,
): Promise<void> {
  const { kind } = await requireChannel(tx, id);
  await deleteChannel(tx, id);
  await appendAuditEntries(tx, [
    {
      id: newId(),
      principal_id: null,
      event_type: 'notification_channel.deleted',
      description: `Notifications by ${kind} were deleted.`,
      actor,
      at: new Date(now).toISOString(),
      data: { channel_id: id, kind },
    },
  ]);
}
