import type { Querier } from '../../platform/database/database.ts';

export type StoredCheckpoint = {
  tree_size: number;
  root_hash: Buffer;
  note: string;
  signed_at: string;
};

const COLUMNS = 'tree_size, root_hash, note, signed_at';

export async function latestCheckpoint(q: Querier): Promise<StoredCheckpoint | null> {
  const rows = await q.query<StoredCheckpoint>(
    `SELECT ${COLUMNS} FROM audit_checkpoints WHERE tenant_id = $1 ORDER BY tree_size DESC LIMIT 1`,
    [q.tenant_id],
  );
  return rows[0] ?? null;
}

export async function checkpointOfSize(q: Querier, treeSize: number): Promise<StoredCheckpoint | null> {
  const rows = await q.query<StoredCheckpoint>(
    `SELECT ${COLUMNS} FROM audit_checkpoints WHERE tenant_id = $1 AND tree_size = $2`,
    [q.tenant_id, treeSize],
  );
  return rows[0] ?? null;
}

export async function insertCheckpoint(tx: Querier, checkpoint: StoredCheckpoint): Promise<void> {
  const { tree_size, root_hash, note, signed_at } = checkpoint;
  await tx.query(
    'INSERT INTO audit_checkpoints (tenant_id, tree_size, root_hash, note, signed_at) VALUES ($1, $2, $3, $4, $5)',
    [tx.tenant_id, tree_size, root_hash, note, signed_at],
  );
}

/**
 * Whether a checkpoint is due to be sent: the last one was sent so long ago, and the log has grown since. What is never sent
 * before counts from now on: a receiver that subscribes to everything need not hear of an empty log.
 */
export async function isSendingDue(q: Querier, every_seconds: number, treeSize: number): Promise<boolean> {
  const [row] = await q.query<{ is_due: boolean }>(
    `WITH begun AS (
       INSERT INTO audit_sendings (tenant_id, sent_at, tree_size) VALUES ($1, clock_timestamp(), 0)
       ON CONFLICT (tenant_id) DO NOTHING)
     SELECT sent_at <= clock_timestamp() - make_interval(secs => $2) AND tree_size < $3 AS is_due
     FROM audit_sendings WHERE tenant_id = $1`,
    [q.tenant_id, every_seconds, treeSize],
  );
  return row?.is_due ?? false;
}

/** False: another process has sent it meanwhile. */
export async function claimSending(tx: Querier, treeSize: number): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE audit_sendings SET sent_at = clock_timestamp(), tree_size = $2
     WHERE tenant_id = $1 AND tree_size < $2 RETURNING tree_size`,
    [tx.tenant_id, treeSize],
  );
  return rows.length > 0;
}
