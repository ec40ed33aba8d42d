import type { Querier } from '../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../platform/database/page.ts';
import type { ShownSettings } from './channel.rules.ts';
import { type ChannelKind, type Occasion, occasionsOf } from './notification.rules.ts';

export type ChannelRow = {
  id: string;
  kind: ChannelKind;
  description: string;
  occasions: Occasion[];
  /** Without secrets. */
  settings: ShownSettings;
  enabled: boolean;
  disabled_reason: string | null;
  disabled_at: string | null;
  last_success_at: string | null;
  last_failure_at: string | null;
  last_error: string | null;
  failing_since: string | null;
  created_by: string;
  created_at: string;
};

type StoredChannel = Omit<ChannelRow, 'occasions'> & { event_types: string[] };

const COLUMNS = `w.id, w.kind, w.description, w.event_types, w.settings, w.status = 'enabled' AS enabled, w.disabled_reason,
  w.disabled_at, w.last_success_at, w.last_failure_at, w.last_error, w.failing_since, w.created_by, w.created_at`;
const SHOWN = "w.kind IN ('email', 'slack', 'teams') AND w.status <> 'deleted'";

const shown = ({ event_types, ...channel }: StoredChannel): ChannelRow => ({
  ...channel,
  occasions: occasionsOf(event_types),
});

export async function listChannels(q: Querier, page: PageRequest): Promise<PageOf<ChannelRow>> {
  const parameters = new Parameters();
  const where = `w.tenant_id = ${parameters.add(q.tenant_id)} AND ${SHOWN}`;
  const found = await queryPage<StoredChannel>(q, page, {
    parameters,
    key: 'w.id',
    total: `SELECT count(*) AS total FROM webhooks w WHERE ${where}`,
    page: (bounds) => `SELECT ${COLUMNS} FROM webhooks w WHERE ${where} ${bounds}`,
  });
  return { ...found, items: found.items.map(shown) };
}

export async function getChannel(q: Querier, id: string): Promise<ChannelRow | null> {
  const rows = await q.query<StoredChannel>(
    `SELECT ${COLUMNS} FROM webhooks w WHERE w.tenant_id = $1 AND w.id = $2 AND ${SHOWN}`,
    [q.tenant_id, id],
  );
  return rows[0] ? shown(rows[0]) : null;
}

export type LockedChannel = {
  id: string;
  kind: ChannelKind;
  settings: ShownSettings;
  sealed_settings: string | null;
  status: 'enabled' | 'disabled';
};

export async function lockChannel(tx: Querier, id: string): Promise<LockedChannel | null> {
  const rows = await tx.query<LockedChannel>(
    `SELECT w.id, w.kind, w.settings, w.sealed_settings, w.status FROM webhooks w
     WHERE w.tenant_id = $1 AND w.id = $2 AND ${SHOWN} FOR UPDATE`,
    [tx.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** One at a time adds to them, so that a limit holds. */
export async function lockAndCountChannels(tx: Querier): Promise<number> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('lapse channels ' || $1::text, 0))", [
    tx.tenant_id,
  ]);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*) FROM webhooks w WHERE w.tenant_id = $1 AND ${SHOWN}`,
    [tx.tenant_id],
  );
  return row?.count ?? 0;
}

export interface ChannelWrite {
  id: string;
  kind: ChannelKind;
  description: string;
  event_types: string[];
  settings: object;
  sealed_settings: string;
  created_by: string;
  at: string;
}

export async function insertChannel(tx: Querier, write: ChannelWrite): Promise<void> {
  await tx.query(
    `INSERT INTO webhooks (tenant_id, id, kind, description, event_types, settings, sealed_settings, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.tenant_id,
      write.id,
      write.kind,
      write.description,
      write.event_types,
      JSON.stringify(write.settings),
      write.sealed_settings,
      write.created_by,
      write.at,
    ],
  );
}

export interface ChannelChange {
  description?: string | undefined;
  event_types?: string[] | undefined;
  settings?: object | undefined;
  sealed_settings?: string | undefined;
  enabled?: boolean | undefined;
}

/** Settings that change and enabling it forget what was wrong. */
export async function updateChannel(
  tx: Querier,
  id: string,
  { description, event_types, settings, sealed_settings, enabled }: ChannelChange,
  { actor, at }: { actor: string; at: string },
): Promise<void> {
  await tx.query(
    `UPDATE webhooks SET description = coalesce($3, description), event_types = coalesce($4, event_types),
       settings = coalesce($5, settings), sealed_settings = coalesce($6, sealed_settings)
     WHERE tenant_id = $1 AND id = $2`,
    [
      tx.tenant_id,
      id,
      description ?? null,
      event_types ?? null,
      settings === undefined ? null : JSON.stringify(settings),
      sealed_settings ?? null,
    ],
  );
  if (enabled === true || settings !== undefined)
    await tx.query(
      `UPDATE webhooks SET breaker = 'closed', probe_at = NULL, consecutive_failures = 0, failing_since = NULL
       WHERE tenant_id = $1 AND id = $2`,
      [tx.tenant_id, id],
    );
  tx.wakes?.('deliveries');
  if (enabled === undefined) return;
  await tx.query(
    `UPDATE webhooks SET status = $3, disabled_reason = $4, disabled_at = $5
     WHERE tenant_id = $1 AND id = $2 AND status <> $3`,
    enabled
      ? [tx.tenant_id, id, 'enabled', null, null]
      : [tx.tenant_id, id, 'disabled', `Disabled by ${actor}.`, at],
  );
}

/** What waits is not sent any more, and is removed in time. */
export async function deleteChannel(tx: Querier, id: string): Promise<void> {
  await tx.query(
    "UPDATE webhooks SET status = 'deleted', sealed_settings = NULL WHERE tenant_id = $1 AND id = $2",
    [tx.tenant_id, id],
  );
}
