import type { Querier } from '../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../platform/database/page.ts';
import type { EndpointKind } from './types.rules.ts';

/** Webhooks of programs and channels to people stand in one table; neither is taken for the other. */
const ENDPOINTS = {
  webhooks: "w.kind = 'webhook' AND w.status <> 'deleted'",
  channels: "w.kind IN ('email', 'slack', 'teams') AND w.status <> 'deleted'",
};
type Endpoints = keyof typeof ENDPOINTS;
type Stored = Record<string, unknown>;

export async function listEndpoints<Row extends Stored>(
  q: Querier,
  which: Endpoints,
  columns: string,
  page: PageRequest,
): Promise<PageOf<Row>> {
  const parameters = new Parameters();
  const where = `w.tenant_id = ${parameters.add(q.tenant_id)} AND ${ENDPOINTS[which]}`;
  return queryPage<Row>(q, page, {
    parameters,
    key: 'w.id',
    total: `SELECT count(*) AS total FROM webhooks w WHERE ${where}`,
    page: (bounds) => `SELECT ${columns} FROM webhooks w WHERE ${where} ${bounds}`,
  });
}

export async function getEndpoint<Row extends Stored>(
  q: Querier,
  which: Endpoints,
  columns: string,
  id: string,
  locking: '' | 'FOR UPDATE' = '',
): Promise<Row | null> {
  const rows = await q.query<Row>(
    `SELECT ${columns} FROM webhooks w WHERE w.tenant_id = $1 AND w.id = $2 AND ${ENDPOINTS[which]} ${locking}`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** One at a time adds to them, so that a limit holds. */
export async function lockAndCountEndpoints(tx: Querier, which: Endpoints): Promise<number> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('lapse ${which} ' || $1::text, 0))`, [
    tx.tenant_id,
  ]);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*) FROM webhooks w WHERE w.tenant_id = $1 AND ${ENDPOINTS[which]}`,
    [tx.tenant_id],
  );
  return row?.count ?? 0;
}

export interface NewEndpoint {
  id: string;
  kind: EndpointKind;
  url?: string;
  event_types: string[];
  description: string;
  settings?: object;
  sealed_settings?: string;
  sealed_secret?: string;
  created_by: string;
  at: string;
}

export async function insertEndpoint(tx: Querier, { settings = {}, ...write }: NewEndpoint): Promise<void> {
  await tx.query(
    `INSERT INTO webhooks (tenant_id, id, kind, url, event_types, description, settings, sealed_settings, sealed_secret,
       created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.tenant_id,
      write.id,
      write.kind,
      write.url ?? null,
      write.event_types,
      write.description,
      JSON.stringify(settings),
      write.sealed_settings ?? null,
      write.sealed_secret ?? null,
      write.created_by,
      write.at,
    ],
  );
}

export interface EndpointChange {
  url?: string | undefined;
  event_types?: string[] | undefined;
  description?: string | undefined;
  settings?: object | undefined;
  sealed_settings?: string | undefined;
  enabled?: boolean | undefined;
}

/** What is left out stays as it is. One that starts anew forgets what was wrong, and is sent what waits. */
export async function updateEndpoint(
  tx: Querier,
  id: string,
  { url, event_types, description, settings, sealed_settings, enabled }: EndpointChange,
  { actor, at, starts_anew }: { actor: string; at: string; starts_anew: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE webhooks SET url = coalesce($3, url), event_types = coalesce($4, event_types),
       description = coalesce($5, description), settings = coalesce($6, settings),
       sealed_settings = coalesce($7, sealed_settings)
     WHERE tenant_id = $1 AND id = $2`,
    [
      tx.tenant_id,
      id,
      url ?? null,
      event_types ?? null,
      description ?? null,
      settings === undefined ? null : JSON.stringify(settings),
      sealed_settings ?? null,
    ],
  );
  if (starts_anew) {
    await tx.query(
      `UPDATE webhooks SET breaker = 'closed', probe_at = NULL, consecutive_failures = 0, failing_since = NULL
       WHERE tenant_id = $1 AND id = $2`,
      [tx.tenant_id, id],
    );
    tx.wakes?.('deliveries');
  }
  if (enabled === undefined) return;
  await tx.query(
    `UPDATE webhooks SET status = $3, disabled_reason = $4, disabled_at = $5
     WHERE tenant_id = $1 AND id = $2 AND status <> $3`,
    enabled
      ? [tx.tenant_id, id, 'enabled', null, null]
      : [tx.tenant_id, id, 'disabled', `Disabled by ${actor}.`, at],
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

/** What waits is not sent any more, and is removed in time. */
export async function deleteEndpoint(tx: Querier, id: string): Promise<void> {
  await tx.query(
    `UPDATE webhooks SET status = 'deleted', sealed_secret = NULL, sealed_previous_secret = NULL, sealed_settings = NULL
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id],
  );
}
