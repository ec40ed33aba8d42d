import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { sealSigningSecret } from './secrets.sql.ts';
import { ROTATION_MS } from './signature.rules.ts';
import { type By, requireWebhook, type WebhookSetup } from './webhook-setup.ts';
import { replaceSecret } from './writes.sql.ts';

/** Both secrets sign for a day. The one before the present one, if that day is not over, is forgotten now. */
export async function rotateWebhookSecret(
  tx: Querier,
  { secrets_key }: WebhookSetup,
  id: string,
  { secret, actor, now, newId }: By & { secret: string },
): Promise<void> {
  const { url } = await requireWebhook(tx, id);
  const expires = new Date(now + ROTATION_MS).toISOString();
  await replaceSecret(tx, id, {
    sealed_secret: sealSigningSecret(secrets_key, { tenant_id: tx.tenant_id, id }, secret),
    previous_expires_at: expires,
  });
  await appendAuditEntries(tx, [
    {
      id: newId(),
      principal_id: null,
      event_type: 'webhook.secret_rotated',
      description: `The webhook to ${url} has a new secret; the previous one signs too until ${expires}.`,
      actor,
      at: new Date(now).toISOString(),
      data: { webhook_id: id, previous_secret_expires_at: expires },
    },
  ]);
}
