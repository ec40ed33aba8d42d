import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import {
  type By,
  requireEventTypes,
  requireUrl,
  requireWebhook,
  type WebhookSetup,
} from './webhook-setup.ts';
import { updateWebhook } from './writes.sql.ts';

export interface WebhookPatch {
  url?: string | undefined;
  event_types?: readonly string[] | undefined;
  description?: string | undefined;
  enabled?: boolean | undefined;
}

/** What is left out stays as it is. One that is disabled gets no new events; enabling it sends what still waits. */
export async function changeWebhook(
  tx: Querier,
  { reach }: WebhookSetup,
  id: string,
  { event_types: given, ...patch }: WebhookPatch,
  { actor, now, newId }: By,
): Promise<void> {
  if (patch.url !== undefined) requireUrl(patch.url, reach);
  const change = { ...patch, ...(given === undefined ? {} : { event_types: requireEventTypes(given) }) };
  const { url } = await requireWebhook(tx, id);
  const at = new Date(now).toISOString();
  await updateWebhook(tx, id, change, { actor, at });
  await appendAuditEntries(tx, [
    {
      id: newId(),
      principal_id: null,
      event_type: 'webhook.changed',
      description: `The webhook to ${url} was changed.`,
      actor,
      at,
      data: { webhook_id: id, ...change },
    },
  ]);
}
