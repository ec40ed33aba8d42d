import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { sealSigningSecret } from './secrets.sql.ts';
import { type By, requireEventTypes, requireUrl, type WebhookSetup } from './webhook-setup.ts';
import { insertWebhook, lockAndCountWebhooks } from './writes.sql.ts';

export interface NewWebhook {
  url: string;
  event_types: readonly string[];
  description?: string | undefined;
}

/** Every event may go to every one of them. */
export const WEBHOOKS_MAX = 50;

/** Registers where events go from now on. */
export async function addWebhook(
  tx: Querier,
  { secrets_key, reach }: WebhookSetup,
  { url, event_types: given, description = '' }: NewWebhook,
  { secret, actor, now, newId }: By & { secret: string },
): Promise<string> {
  const event_types = requireEventTypes(given);
  requireUrl(url, reach);
  if ((await lockAndCountWebhooks(tx)) >= WEBHOOKS_MAX) {
    throw new LapseError(
      'conflict',
      `There are already ${WEBHOOKS_MAX} webhooks, which is the limit; delete one.`,
    );
  }
  const id = newId();
  const at = new Date(now).toISOString();
  const sealed_secret = sealSigningSecret(secrets_key, { tenant_id: tx.tenant_id, id }, secret);
  await insertWebhook(tx, { id, url, event_types, description, sealed_secret, created_by: actor, at });
  await appendAuditEntries(tx, [
    {
      id: newId(),
      principal_id: null,
      event_type: 'webhook.created',
      description: `A webhook to ${url} was registered.`,
      actor,
      at,
      data: { webhook_id: id, url, event_types, description },
    },
  ]);
  return id;
}
