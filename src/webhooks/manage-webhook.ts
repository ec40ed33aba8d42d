import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../platform/database/database.ts';
import { deleteEndpoint, insertEndpoint, replaceSecret, updateEndpoint } from './endpoints.sql.ts';
import { sealSigningSecret } from './secrets.sql.ts';
import { ROTATION_MS } from './signature.rules.ts';
import {
  type By,
  recordAct,
  requireEventTypes,
  requireRoom,
  requireUrl,
  requireWebhook,
  type WebhookSetup,
} from './webhook-setup.ts';

export interface NewWebhook {
  url: string;
  event_types: readonly string[];
  description?: string | undefined;
}

/** Every event may go to every one of them. */
const WEBHOOKS_MAX = 50;

/** Registers where events go from now on. */
export async function addWebhook(
  tx: Querier,
  { secrets_key, reach }: WebhookSetup,
  { url, event_types: given, description = '' }: NewWebhook,
  { secret, ...by }: By & { secret: string },
): Promise<string> {
  const event_types = requireEventTypes(given);
  requireUrl(url, reach);
  await requireRoom(tx, 'webhooks', WEBHOOKS_MAX);
  const id = uuidv7();
  const at = new Date(by.now).toISOString();
  const sealed_secret = sealSigningSecret(secrets_key, { tenant_id: tx.tenant_id, id }, secret);
  const shown = { url, event_types, description };
  await insertEndpoint(tx, { ...shown, id, kind: 'webhook', sealed_secret, created_by: by.actor, at });
  await recordAct(tx, by, {
    event_type: 'webhook.created',
    description: `A webhook to ${url} was registered.`,
    data: { webhook_id: id, ...shown },
  });
  return id;
}

export interface WebhookPatch extends Partial<NewWebhook> {
  enabled?: boolean | undefined;
}

/** What is left out stays as it is. One that is disabled gets no new events; enabling it sends what still waits. */
export async function changeWebhook(
  tx: Querier,
  { reach }: WebhookSetup,
  id: string,
  { event_types: given, ...patch }: WebhookPatch,
  by: By,
): Promise<void> {
  if (patch.url !== undefined) requireUrl(patch.url, reach);
  const change = { ...patch, ...(given === undefined ? {} : { event_types: requireEventTypes(given) }) };
  const { url } = await requireWebhook(tx, id);
  await updateEndpoint(tx, id, change, {
    actor: by.actor,
    at: new Date(by.now).toISOString(),
    starts_anew: patch.enabled ?? patch.url !== undefined,
  });
  await recordAct(tx, by, {
    event_type: 'webhook.changed',
    description: `The webhook to ${url} was changed.`,
    data: { webhook_id: id, ...change },
  });
}

/** Both secrets sign for a day. The one before the present one, if that day is not over, is forgotten now. */
export async function rotateWebhookSecret(
  tx: Querier,
  { secrets_key }: WebhookSetup,
  id: string,
  { secret, ...by }: By & { secret: string },
): Promise<void> {
  const { url } = await requireWebhook(tx, id);
  const expires = new Date(by.now + ROTATION_MS).toISOString();
  await replaceSecret(tx, id, {
    sealed_secret: sealSigningSecret(secrets_key, { tenant_id: tx.tenant_id, id }, secret),
    previous_expires_at: expires,
  });
  await recordAct(tx, by, {
    event_type: 'webhook.secret_rotated',
    description: `The webhook to ${url} has a new secret; the previous one signs too until ${expires}.`,
    data: { webhook_id: id, previous_secret_expires_at: expires },
  });
}

/** Nothing more is sent to it, whatever waits. */
export async function removeWebhook(tx: Querier, id: string, by: By): Promise<void> {
  const { url } = await requireWebhook(tx, id);
  await deleteEndpoint(tx, id);
  await recordAct(tx, by, {
    event_type: 'webhook.deleted',
    description: `The webhook to ${url} was deleted.`,
    data: { webhook_id: id, url },
  });
}
