import type { Querier } from '../platform/database/database.ts';
import type { RemediationMode } from '../remediation/mode.rules.ts';

export interface ConnectorWrite {
  id: string;
  platform: string;
  name: string;
  settings: Record<string, unknown>;
  sealed_secrets: string;
  secret_names: string[];
  mode: RemediationMode;
  sync_every_seconds: number;
  created_by: string;
  now: number;
}

/** Due at once. False when the name is taken. */
export async function insertConnector(tx: Querier, write: ConnectorWrite): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, mode,
       sync_every_seconds, created_by, created_at, next_sync_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
     ON CONFLICT (tenant_id, name) DO NOTHING RETURNING id`,
    [
      tx.tenant_id,
      write.id,
      write.platform,
      write.name,
      JSON.stringify(write.settings),
      write.sealed_secrets,
      write.secret_names,
      write.mode,
      write.sync_every_seconds,
      write.created_by,
      new Date(write.now).toISOString(),
    ],
  );
  tx.wakes?.('connectors');
  return rows.length > 0;
}

export interface ConnectorChange {
  name?: string | undefined;
  mode?: RemediationMode | undefined;
  enabled?: boolean | undefined;
  sync_every_seconds?: number | undefined;
  settings?: Record<string, unknown> | undefined;
  sealed_secrets?: string | undefined;
  secret_names?: string[] | undefined;
  next_sync_at?: string | null | undefined;
  accept_removals?: boolean | undefined;
}

export async function updateConnector(tx: Querier, id: string, change: ConnectorChange): Promise<void> {
  const values: unknown[] = [tx.tenant_id, id];
  const assignments = Object.entries(change).flatMap(([column, value]) => {
    if (value === undefined) return [];
    values.push(column === 'settings' ? JSON.stringify(value) : value);
    return [`${column} = $${values.length}`];
  });
  if (assignments.length === 0) return;
  await tx.query(`UPDATE connectors SET ${assignments.join(', ')} WHERE tenant_id = $1 AND id = $2`, values);
  tx.wakes?.('connectors');
}

/** What it found stays in the directory, as if it had been imported. */
export async function deleteConnector(tx: Querier, id: string): Promise<void> {
  await tx.query('DELETE FROM connectors WHERE tenant_id = $1 AND id = $2', [tx.tenant_id, id]);
}

export async function isNameTaken(tx: Querier, name: string, exceptId: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM connectors WHERE tenant_id = $1 AND name = $2 AND id <> $3', [
    tx.tenant_id,
    name,
    exceptId,
  ]);
  return rows.length > 0;
}

export async function hasOpenRemediations(tx: Querier, connectorId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM remediations WHERE tenant_id = $1 AND status IN ('pending', 'running')
       AND (connector_id = $2 OR edge_connector_id = $2) LIMIT 1`,
    [tx.tenant_id, connectorId],
  );
  return rows.length > 0;
}
