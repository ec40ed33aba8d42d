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
