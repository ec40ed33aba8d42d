import { v7 as uuidv7 } from 'uuid';
import { enqueueHolderQuestions, enqueueNotifications, messagesOf } from '../notifications/queue.sql.ts';
import { kindsOfEntry } from '../platform/changes/changes.rules.ts';
import type { Querier } from '../platform/database/database.ts';
import { enqueueDeliveries, type NewDelivery } from '../webhooks/queue.sql.ts';
import { envelope, isSent, type Subscription, subscribesTo } from '../webhooks/types.rules.ts';
import { loadAuditNames } from './names.sql.ts';
import { auditSentence } from './sentences/sentences.rules.ts';
import type { AuditType } from './types.rules.ts';

export interface AuditEntry {
  /** One is made where it is left out. */
  id?: string;
  /** Whom it is about, where `data` does not say so. */
  principal_id?: string | null;
  /** The review it is about, if any. */
  review_id?: string | null;
  /** The asset it is about, where `data` does not say so. */
  asset_id?: string;
  event_type: AuditType;
  /** Left out where `audit/sentences/sentences.rules.ts` has a sentence for the type. */
  description?: string;
  /** An identifier of a user, or the word system. */
  actor: string;
  /** When it happened. When it was recorded is for the database to say. */
  at: string;
  data: Record<string, unknown>;
  /** It is recorded and sent to nobody: somebody has silenced it. */
  is_silent?: boolean;
}

/**
 * In the transaction of what they record. Nobody waits here: places in the log are given out later. What endpoints
 * subscribe to is put on its way to them; the same statement tells who does, so a tenant without any pays one probe.
 */
export async function appendAuditEntries(tx: Querier, given: readonly AuditEntry[]): Promise<void> {
  if (given.length === 0) return;
  const entries = given.map((entry) => ({ id: uuidv7(), ...entry }));
  tx.wakes?.('audit');
  tx.changed?.('audit', ...new Set(entries.flatMap((entry) => kindsOfEntry(entry.event_type))));
  const told = entries.filter((entry) => entry.is_silent !== true);
  const subscriptions = await tx.query<Subscription & Record<string, unknown>>(
    `WITH appended AS (
       INSERT INTO audit_entries (tenant_id, id, principal_id, review_id, asset_id, event_type, description, actor, at, data)
       SELECT $1, id, coalesce(principal_id, data ->> 'principal_id'), coalesce(review_id, data ->> 'review_id'),
         coalesce(asset_id, data ->> 'asset_id'), event_type, description, actor, at,
         data
       FROM json_to_recordset($2) AS r (id text, principal_id text, review_id text, asset_id text, event_type text,
         description text, actor text, at timestamptz, data jsonb))
     SELECT id AS endpoint_id, kind, event_types, kind = 'email' OR settings ? 'team_id' AS is_personal FROM webhooks WHERE tenant_id = $1 AND status = 'enabled' AND $3`,
    [
      tx.tenant_id,
      JSON.stringify(await described(tx, entries)),
      told.some((entry) => isSent(entry.event_type)),
    ],
  );
  if (subscriptions.length === 0) return;
  await enqueueDeliveries(tx, deliveriesOf(told, subscriptions));
  await enqueueNotifications(tx, messagesOf(told, subscriptions));
  await enqueueHolderQuestions(tx, told, subscriptions);
}

/** With the names of now: an entry says who it was, also when the name changes later. */
async function described(tx: Querier, entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const names = await loadAuditNames(tx, entries);
  return entries.map((entry) => ({ ...entry, description: auditSentence(entry, names) }));
}

function deliveriesOf(
  entries: readonly (AuditEntry & { id: string })[],
  subscriptions: readonly Subscription[],
): NewDelivery[] {
  const deliveries: NewDelivery[] = [];
  for (const { id, event_type: type, at, data } of entries) {
    const wanted = subscriptions.filter(
      (subscription) => subscription.kind === 'webhook' && subscribesTo(subscription, type),
    );
    if (wanted.length === 0) continue;
    const created_at = new Date(at).toISOString();
    const event = { id, type, created_at, payload: envelope({ id, type, created_at, data }) };
    for (const { endpoint_id } of wanted) deliveries.push({ endpoint_id, event });
  }
  return deliveries;
}
