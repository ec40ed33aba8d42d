import type { Querier } from '../../platform/database/database.ts';

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

/** The sealed key is all of a log that changes: what was signed last is sealed with it. */
export async function sealSigned(tx: Querier, sealed: string): Promise<void> {
  await tx.query('UPDATE audit_logs SET sealed_private_key = $2 WHERE tenant_id = $1', [
    tx.tenant_id,
    sealed,
  ]);
}
