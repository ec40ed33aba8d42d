import type { Querier } from '../platform/database/database.ts';

export type LockedWebhook = { id: string; url: string; status: 'enabled' | 'disabled' };

export async function lockWebhook(tx: Querier, id: string): Promise<LockedWebhook | null> {
  const rows = await tx.query<LockedWebhook>(
    `SELECT id, url, status FROM webhooks
     WHERE tenant_id = $1 AND id = $2 AND kind = 'webhook' AND status <> 'deleted' FOR UPDATE`,
    [tx.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** One at a time adds to them, so that a limit holds. */
export async function lockAndCountWebhooks(tx: Querier): Promise<number> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('lapse webhooks ' || $1::text, 0))", [
    tx.tenant_id,
  ]);
  const [row] = await tx.query<{ count: number }>(
    "SELECT count(*) FROM webhooks WHERE tenant_id = $1 AND kind = 'webhook' AND status <> 'deleted'",
    [tx.tenant_id],
  );
  return row?.count ?? 0;
}

export async function insertWebhook(
  tx: Querier,
  write: {
    id: string;
    url: string;
    event_types: string[];
    description: string;
    sealed_secret: string;
    created_by: string;
    at: string;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO webhooks (tenant_id, id, kind, url, event_types, description, sealed_secret, created_by, created_at)
     VALUES ($1, $2, 'webhook', $3, $4, $5, $6, $7, $8)`,
    [
      tx.tenant_id,
      write.id,
      write.url,
      write.event_types,
      write.description,
      write.sealed_secret,
      write.created_by,
      write.at,
    ],
  );
}

export interface WebhookChange {
  url?: string | undefined;
  event_types?: string[] | undefined;
  description?: string | undefined;
  enabled?: boolean | undefined;
}

/** Enabling it forgets what was wrong, and sends what waits. A new address is owed the same. */
export async function updateWebhook(
  tx: Querier,
  id: string,
  { url, event_types, description, enabled }: WebhookChange,
  { actor, at }: { actor: string; at: string },
): Promise<void> {
  await tx.query(
    `UPDATE webhooks SET url = coalesce($3, url), event_types = coalesce($4, event_types),
       description = coalesce($5, description) WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, url ?? null, event_types ?? null, description ?? null],
  );
  if (enabled === false) {
    await tx.query(
      `UPDATE webhooks SET status = 'disabled', disabled_reason = $3, disabled_at = $4
       WHERE tenant_id = $1 AND id = $2 AND status = 'enabled'`,
      [tx.tenant_id, id, `Disabled by ${actor}.`, at],
    );
    return;
  }
  if (enabled === undefined && url === undefined) return;
  await tx.query(
    `UPDATE webhooks SET breaker = 'closed', probe_at = NULL, consecutive_failures = 0, failing_since = NULL,
       status = CASE WHEN $3 THEN 'enabled' ELSE status END,
       disabled_reason = CASE WHEN $3 THEN NULL ELSE disabled_reason END,
       disabled_at = CASE WHEN $3 THEN NULL ELSE disabled_at END
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, enabled === true],
  );
  tx.wakes?.('deliveries');
}

export async function deleteWebhook(tx: Querier, id: string): Promise<void> {
  await tx.query(
    `UPDATE webhooks SET status = 'deleted', sealed_secret = NULL, sealed_previous_secret = NULL
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id],
  );
}

export async function replaceSecret(
  tx: Querier,
  id: string,
  { sealed_secret, previous_expires_at }: { sealed_secret: string; previous_expires_at: string },
): Promise<void> {
  await tx.query(
    `UPDATE webhooks SET sealed_previous_secret = sealed_secret, sealed_secret = $3, previous_secret_expires_at = $4,
       signs_with_previous = true WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, sealed_secret, previous_expires_at],
  );
}
