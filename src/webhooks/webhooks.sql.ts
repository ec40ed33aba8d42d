import type { Querier } from '../platform/database/database.ts';
import type { PageOf, PageRequest } from '../platform/database/page.ts';
import { getEndpoint, listEndpoints } from './endpoints.sql.ts';
import { type Subscription, subscribesTo } from './types.rules.ts';

export type WebhookRow = {
  id: string;
  url: string;
  event_types: string[];
  description: string;
  enabled: boolean;
  disabled_reason: string | null;
  disabled_at: string | null;
  /** While it still signs. */
  previous_secret_expires_at: string | null;
  health: {
    breaker: 'closed' | 'open';
    next_probe_at: string | null;
    consecutive_failures: number;
    failing_since: string | null;
    last_success_at: string | null;
    last_failure_at: string | null;
    last_error: string | null;
    pending: number;
    dead: number;
  };
  created_by: string;
  created_at: string;
};

type StoredWebhook = Omit<WebhookRow, 'health'> & WebhookRow['health'];

const COLUMNS = `w.id, w.url, w.event_types, w.description, w.status = 'enabled' AS enabled, w.disabled_reason, w.disabled_at,
  CASE WHEN w.previous_secret_expires_at > now() THEN w.previous_secret_expires_at END AS previous_secret_expires_at,
  w.breaker, w.probe_at AS next_probe_at, w.consecutive_failures, w.failing_since, w.last_success_at, w.last_failure_at,
  w.last_error, w.created_by, w.created_at,
  (SELECT count(*) FROM webhook_deliveries d WHERE d.tenant_id = w.tenant_id AND d.endpoint_id = w.id
     AND d.due_at IS NOT NULL) AS pending,
  (SELECT count(*) FROM webhook_deliveries d WHERE d.tenant_id = w.tenant_id AND d.endpoint_id = w.id
     AND d.status = 'dead') AS dead`;

export async function listWebhooks(q: Querier, page: PageRequest): Promise<PageOf<WebhookRow>> {
  const found = await listEndpoints<StoredWebhook>(q, 'webhooks', COLUMNS, page);
  return { ...found, items: found.items.map(shown) };
}

export async function getWebhook(q: Querier, id: string): Promise<WebhookRow | null> {
  const found = await getEndpoint<StoredWebhook>(q, 'webhooks', COLUMNS, id);
  return found && shown(found);
}

function shown(row: StoredWebhook): WebhookRow {
  const { breaker, next_probe_at, consecutive_failures, failing_since, last_success_at, ...rest } = row;
  const { last_failure_at, last_error, pending, dead, ...webhook } = rest;
  const health = {
    breaker,
    next_probe_at,
    consecutive_failures,
    failing_since,
    last_success_at,
    last_failure_at,
    last_error,
    pending,
    dead,
  };
  return { ...webhook, health };
}

/** The endpoints of programs that subscribe to a type. */
export async function webhookSubscribers(q: Querier, type: string): Promise<string[]> {
  const rows = await q.query<Subscription & Record<string, unknown>>(
    `SELECT id AS endpoint_id, kind, event_types FROM webhooks
     WHERE tenant_id = $1 AND status = 'enabled' AND kind = 'webhook'`,
    [q.tenant_id],
  );
  return rows.filter((row) => subscribesTo(row, type)).map((row) => row.endpoint_id);
}
