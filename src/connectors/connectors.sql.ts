import type { Querier } from '../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../platform/database/page.ts';
import type { RemediationMode } from '../remediation/mode.rules.ts';
import type { ConnectorHealth, SyncProgress } from './sync.rules.ts';

export type ConnectorRow = {
  id: string;
  platform: string;
  name: string;
  settings: Record<string, unknown>;
  secret_names: string[];
  mode: RemediationMode;
  enabled: boolean;
  sync_every_seconds: number;
  health: ConnectorHealth;
  health_message: string | null;
  error: string | null;
  coverage: Record<string, unknown> | null;
  progress: (SyncProgress & { seconds_left: number | null }) | null;
  last_sync_at: string | null;
  last_use_read_at: string | null;
  /** Since use was last read. */
  lag_seconds: number | null;
  next_sync_at: string | null;
  /** A worker is reading it. */
  is_syncing: boolean;
  created_by: string;
  created_at: string;
};

/** Progress that was stored by older versions says nothing of the time. */
const COLUMNS = `c.id, c.platform, c.name, c.settings, c.secret_names, c.mode, c.enabled, c.sync_every_seconds, c.health,
  c.health_message, c.error, c.coverage, '{"seconds_left": null}'::jsonb || c.progress AS progress, c.last_sync_at, c.last_use_read_at,
  floor(extract(epoch FROM now() - c.last_use_read_at))::bigint AS lag_seconds, c.next_sync_at,
  c.lease IS NOT NULL AND c.next_sync_at > now() AS is_syncing, c.created_by, c.created_at`;

export async function listConnectors(q: Querier, page: PageRequest): Promise<PageOf<ConnectorRow>> {
  const parameters = new Parameters();
  const where = `c.tenant_id = ${parameters.add(q.tenant_id)}`;
  return queryPage(q, page, {
    parameters,
    key: 'c.id',
    total: `SELECT count(*) AS total FROM connectors c WHERE ${where}`,
    page: (bounds) => `SELECT ${COLUMNS} FROM connectors c WHERE ${where} ${bounds}`,
  });
}

export async function getConnector(q: Querier, id: string): Promise<ConnectorRow | null> {
  const rows = await q.query<ConnectorRow>(
    `SELECT ${COLUMNS} FROM connectors c WHERE c.tenant_id = $1 AND c.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** With what only the program itself may see. */
export type ConnectorAccess = Pick<ConnectorRow, 'id' | 'platform' | 'name' | 'settings'> & {
  sealed_secrets: string;
};

export async function connectorAccess(q: Querier, id: string): Promise<ConnectorAccess | null> {
  const rows = await q.query<ConnectorAccess>(
    'SELECT id, platform, name, settings, sealed_secrets FROM connectors WHERE tenant_id = $1 AND id = $2',
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}
