import { type AuditEntry, appendAuditEntries } from '../audit/entries.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError, required } from '../platform/errors.ts';
import { getEndpoint, lockAndCountEndpoints } from './endpoints.sql.ts';
import type { WebhookReach } from './reach/reach.rules.ts';
import { WEBHOOK_TYPES } from './types.rules.ts';
import { urlFault } from './url.rules.ts';

/** What verbs about webhooks need to know about this installation. */
export interface WebhookSetup {
  secrets_key: Buffer;
  reach: WebhookReach;
}

export interface By {
  actor: string;
  now: number;
}

/** In the order of the vocabulary, each once. */
export function requireEventTypes(given: readonly string[]): string[] {
  if (given.includes('*')) {
    if (given.length === 1) return ['*'];
    throw refused('event_types', 'expected "*" alone, or names of types');
  }
  const known: readonly string[] = WEBHOOK_TYPES;
  const unknown = given.findIndex((type) => !known.includes(type));
  if (unknown >= 0) {
    throw refused('event_types', `expected "*" alone, or some of ${known.join(', ')}`, unknown);
  }
  return known.filter((type) => given.includes(type));
}

export function requireUrl(url: string, reach: WebhookReach): void {
  const fault = urlFault(url, reach);
  if (fault !== null) throw refused('url', fault);
}

/** Locked until the transaction ends. */
export async function requireWebhook(
  tx: Querier,
  id: string,
): Promise<{ url: string; status: 'enabled' | 'disabled' }> {
  return required(await getEndpoint(tx, 'webhooks', 'url, status', id, 'FOR UPDATE'), 'webhook');
}

export async function requireRoom(tx: Querier, which: 'webhooks' | 'channels', max: number): Promise<void> {
  if ((await lockAndCountEndpoints(tx, which)) < max) return;
  const nouns = which === 'channels' ? 'notification channels' : which;
  throw new LapseError('conflict', `There are already ${max} ${nouns}, which is the limit; delete one.`);
}

/** An entry of what somebody has just done. */
export const recordAct = (
  tx: Querier,
  { actor, now }: By,
  entry: Pick<AuditEntry, 'event_type' | 'description' | 'data'>,
): Promise<void> => appendAuditEntries(tx, [{ ...entry, actor, at: new Date(now).toISOString() }]);

function refused(field: string, msg: string, index?: number): LapseError {
  const loc = ['body', field, ...(index === undefined ? [] : [index])];
  return new LapseError('invalid_request', `${loc.join('.')} ${msg}`, [{ loc, msg, type: 'bad_value' }]);
}
