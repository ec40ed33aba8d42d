import { v7 as uuidv7 } from 'uuid';
import { type AuditEntry, appendAuditEntries } from '../../src/audit/entries.sql.ts';
import type { AuditType } from '../../src/audit/types.rules.ts';
import type { DeliveryContext } from '../../src/webhooks/delivery/delivery-context.ts';
import { runDeliveries } from '../../src/webhooks/delivery/run-deliveries.ts';
import { createWebhookSender } from '../../src/webhooks/delivery/send-webhook.ts';
import { addWebhook } from '../../src/webhooks/manage-webhook.ts';
import { createDispatcher } from '../../src/webhooks/reach/reach.ts';
import { formatSecret } from '../../src/webhooks/signature.rules.ts';
import type { TestDatabase } from './database.ts';
import { wokenLoop } from './woken-loop.ts';

export const LOOPBACK = { allow_loopback: true, allowed_networks: [], proxy: null };
export const WEBHOOK_KEY = Buffer.alloc(32, 7);
export const SECRET = formatSecret(Buffer.alloc(32, 1));

/** The real deliveries, with a clock, a schedule and a time limit that a test chooses. */
export function deliveryContext(
  { db }: TestDatabase,
  given: Partial<DeliveryContext> = {},
): DeliveryContext & { close(): Promise<void> } {
  const dispatcher = createDispatcher(LOOPBACK);
  const now = given.now ?? (() => Date.now());
  const webhook = createWebhookSender({
    dispatcher,
    secrets_key: WEBHOOK_KEY,
    user_agent: 'Lapse/test',
    now,
  });
  return {
    db,
    now,
    random: Math.random,
    senders: { webhook },
    schedule: [0.05, 0.05, 0.05],
    timeout_ms: 2_000,
    onError: (error) => {
      throw error;
    },
    ...given,
    close: () => dispatcher.destroy(),
  };
}

/** A receiver that hangs on purpose is not waited for. */
const SETTLE_MS = 300;

/** A worker of its own, as in the service. */
export function startWorker(
  test: TestDatabase,
  given: Partial<DeliveryContext> = {},
): { stop(): Promise<void>; wake(): void } {
  const context = deliveryContext(test, given);
  const loop = wokenLoop(test.db, 'deliveries', runDeliveries(context, SETTLE_MS));
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      await context.close();
    },
  };
}

export function register(
  { db }: TestDatabase,
  tenantId: number,
  url: string,
  event_types: string[] = ['*'],
): Promise<string> {
  const by = { actor: 'admin', now: Date.now(), secret: SECRET };
  return db.transaction(tenantId, (tx) =>
    addWebhook(tx, { secrets_key: WEBHOOK_KEY, reach: LOOPBACK }, { url, event_types }, by),
  );
}

export function entry(event_type: AuditType, data: Record<string, unknown> = {}): AuditEntry {
  const at = new Date().toISOString();
  return { id: uuidv7(), principal_id: null, event_type, description: 'd', actor: 'system', at, data };
}

/** Something happens to a tenant, so often. Answers the ids on the wire. */
export async function happen(
  { db }: TestDatabase,
  tenantId: number,
  count: number,
  type: AuditType = 'review.created',
): Promise<string[]> {
  const entries = Array.from({ length: count }, (_, index) => entry(type, { index }));
  await db.transaction(tenantId, (tx) => appendAuditEntries(tx, entries));
  return entries.map(({ id }) => `evt_${id}`);
}

export const idsOf = (arrivals: readonly { headers: Record<string, unknown> }[]): string[] =>
  arrivals.map(({ headers }) => headers['webhook-id'] as string);
