import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { type By, requireWebhook } from './webhook-setup.ts';
import { deleteWebhook } from './writes.sql.ts';

/** Nothing more is sent to it, whatever waits. */
export async function removeWebhook(tx: Querier, id: string, { actor, now, newId }: By): Promise<void> {
  const { url } = await requireWebhook(tx, id);
  await deleteWebhook(tx, id);
  await appendAuditEntries(tx, [
    {
      id: newId(),
      principal_id: null,
      event_type: 'webhook.deleted',
      description: `The webhook to ${url} was deleted.`,
      actor,
      at: new Date(now).toISOString(),
      data: { webhook_id: id, url },
    },
  ]);
}
