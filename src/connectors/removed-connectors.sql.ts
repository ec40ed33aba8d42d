import type { Querier } from '../platform/database/database.ts';
import { isoInstant } from '../platform/iso-instant.ts';

export type RemovedConnector = {
  id: string;
  name: string;
  settings: Record<string, unknown>;
  removed_at: string;
};

/** The same in both tables of each. */
const KEPT = [
  {
    from: 'connector_objects',
    to: 'removed_objects',
    columns: 'kind, external_key, lapse_id, member_id, is_owned, gone_at, details, missing_in',
  },
  {
    from: 'accounts',
    to: 'removed_accounts',
    columns: `id, external_key, type, home_id, principal_id, name, entra_object_id, sign_in_key, email_key, disabled, profile, how,
      linked_at, linked_by, settled, first_seen_at, before_link, gone_at`,
  },
] as const;

/** Before it is deleted: what it called everything. A sync that is storing a page is waited for. */
export async function keepRemoved(tx: Querier, id: string, now: number): Promise<void> {
  await tx.query('SELECT FROM connectors WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tx.tenant_id, id]);
  await tx.query(
    `INSERT INTO removed_connectors (tenant_id, id, platform, name, settings, checkpoint, sync_number, last_use_read_at, removed_at)
     SELECT tenant_id, id, platform, name, settings, checkpoint, sync_number, last_use_read_at, $3 FROM connectors
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, isoInstant(now)],
  );
  for (const { from, to, columns } of KEPT) await copy(tx, { from, to, columns, id });
}

/** Locked, so that only one new connector takes one of them up. */
export async function removedConnectors(tx: Querier, platform: string): Promise<RemovedConnector[]> {
  return tx.query(
    `SELECT id, name, settings, removed_at FROM removed_connectors WHERE tenant_id = $1 AND platform = $2
     ORDER BY removed_at DESC, id DESC FOR UPDATE`,
    [tx.tenant_id, platform],
  );
}

/** Into the connector of the same id that has just been stored again. */
export async function takeUpRemoved(tx: Querier, id: string): Promise<void> {
  for (const { from, to, columns } of KEPT) await copy(tx, { from: to, to: from, columns, id });
  await tx.query(
    `UPDATE connectors c SET checkpoint = r.checkpoint, sync_number = r.sync_number, last_use_read_at = r.last_use_read_at
     FROM removed_connectors r WHERE c.tenant_id = $1 AND c.id = $2 AND r.tenant_id = $1 AND r.id = $2`,
    [tx.tenant_id, id],
  );
  // What was revoked meanwhile and nobody was asked for yet.
  await tx.query(
    `UPDATE remediations r SET connector_id = $2, execution = 'connector'
     WHERE r.tenant_id = $1 AND r.status = 'pending' AND r.operation = 'revoke' AND r.execution = 'person' AND r.lease IS NULL
       AND r.asset_id IN (SELECT lapse_id FROM connector_objects
                          WHERE tenant_id = $1 AND connector_id = $2 AND kind = 'asset')`,
    [tx.tenant_id, id],
  );
  await tx.query('DELETE FROM removed_connectors WHERE tenant_id = $1 AND id = $2', [tx.tenant_id, id]);
}

async function copy(
  tx: Querier,
  { from, to, columns, id }: { from: string; to: string; columns: string; id: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO ${to} (tenant_id, connector_id, ${columns})
     SELECT tenant_id, connector_id, ${columns} FROM ${from} WHERE tenant_id = $1 AND connector_id = $2`,
    [tx.tenant_id, id],
  );
}
