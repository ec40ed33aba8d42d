import type { Querier } from './database.ts';

/** A tenant's log: its name, and the key that signs its checkpoints. */
export type AuditLog = {
  origin: string;
  public_key: Buffer;
  sealed_private_key: string;
};

export async function findAuditLog(q: Querier): Promise<AuditLog | null> {
  const rows = await q.query<AuditLog>(
    'SELECT origin, public_key, sealed_private_key FROM audit_logs WHERE tenant_id = $1',
    [q.tenant_id],
  );
  return rows[0] ?? null;
}

export async function insertAuditLog(tx: Querier, log: AuditLog): Promise<void> {
  await tx.query(
    'INSERT INTO audit_logs (tenant_id, origin, public_key, sealed_private_key) VALUES ($1, $2, $3, $4)',
    [tx.tenant_id, log.origin, log.public_key, log.sealed_private_key],
  );
}

export async function tenantTid(q: Querier): Promise<string> {
  const [row] = await q.query<{ tid: string }>('SELECT tid FROM tenants WHERE tenant_id = $1', [q.tenant_id]);
  return row?.tid ?? String(q.tenant_id);
}
