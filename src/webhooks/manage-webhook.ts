import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { sealSigningSecret } from './secrets.sql.ts';
import { ROTATION_MS } from './signature.rules.ts';
import {
  type By,
  requireEventTypes,
  requireUrl,
  requireWebhook,
  type WebhookSetup,
} from './webhook-setup.ts';
import {
  deleteWebhook,
  insertWebhook,
  lockAndCountWebhooks,
  replaceSecret,
  updateWebhook,
} from './writes.sql.ts';

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
  { secret, actor, now }: By & { secret: string },
): Promise<string> {
  const event_types = requireEventTypes(given);
  requireUrl(url, reach);
  if ((await lockAndCountWebhooks(tx)) >= WEBHOOKS_MAX) {
    throw new LapseError(
      'conflict',
      `There are already ${WEBHOOKS_MAX} webhooks, which is the limit; delete one.`,
    );
  }
  const id = uuidv7();
  const at = new Date(now).toISOString();
  const sealed_secret = sealSigningSecret(secrets_key, { tenant_id: tx.tenant_id, id }, secret);
  await insertWebhook(tx, { id, url, event_types, description, sealed_secret, created_by: actor, at });
  await appendAuditEntries(tx, [
    {
      event_type: 'webhook.created',
      description: `A webhook to ${url} was registered.`,
      actor,
      at,
      data: { webhook_id: id, url, event_types, description },
    },
  ]);
  return id;
}

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
  { actor, now }: By,
): Promise<void> {
  if (patch.url !== undefined) requireUrl(patch.url, reach);
  const change = { ...patch, ...(given === undefined ? {} : { event_types: requireEventTypes(given) }) };
  const { url } = await requireWebhook(tx, id);
  const at = new Date(now).toISOString();
  await updateWebhook(tx, id, change, { actor, at });
  await appendAuditEntries(tx, [
    {
      event_type: 'webhook.changed',
      description: `The webhook to ${url} was changed.`,
      actor,
      at,
      data: { webhook_id: id, ...change },
    },
  ]);
}

/** Both secrets sign for a day. The one before the present one, if that day is not over, is forgotten now. */
export async function rotateWebhookSecret(
  tx: Querier,
  { secrets_key }: WebhookSetup,
  id: string,
  { secret, actor, now }: By & { secret: string },
): Promise<void> {
  const { url } = await requireWebhook(tx, id);
  const expires = new Date(now + ROTATION_MS).toISOString();
  await replaceSecret(tx, id, {
    sealed_secret: sealSigningSecret(secrets_key, { tenant_id: tx.tenant_id, id }, secret),
    previous_expires_at: expires,
  });
  await appendAuditEntries(tx, [
    {
      event_type: 'webhook.secret_rotated',
      description: `The webhook to ${url} has a new secret; the previous one signs too until ${expires}.`,
      actor,
      at: new Date(now).toISOString(),
      data: { webhook_id: id, previous_secret_expires_at: expires },
    },
  ]);
}

/** Nothing more is sent to it, whatever waits. */
export async function removeWebhook(tx: Querier, id: string, { actor, now }: By): Promise<void> {
  const { url } = await requireWebhook(tx, id);
  await deleteWebhook(tx, id);
  await appendAuditEntries(tx, [
    {
      event_type: 'webhook.deleted',
      description: `The webhook to ${url} was deleted.`,
      actor,
      at: new Date(now).toISOString(),
      data: { webhook_id: id, url },
    },
  ]);
}
