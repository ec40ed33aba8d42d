import { pendingSql } from '../../audit/totals.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Completeness } from '../content.rules.ts';

/** Whether entries recorded before an instant still wait for their place in the log. */
export async function isLogBehind(q: Querier, before: string): Promise<boolean> {
  const rows = await q.query<{ count: number }>(pendingSql('e.recorded_at < $2::timestamptz'), [
    q.tenant_id,
    before,
  ]);
  return (rows[0]?.count ?? 0) > 0;
}

/** The earliest signed checkpoint that covers every entry recorded before an instant; null when there was none. */
export async function checkpointCovering(
  q: Querier,
  before: string,
): Promise<Completeness['audit_checkpoint']> {
  // From the end of the log: what was appended since is less than everything.
  const rows = await q.query<{ origin: string; tree_size: number; root_hash: Buffer; signed_at: string }>(
    `SELECT o.origin, c.tree_size, c.root_hash, c.signed_at
     FROM (SELECT p.position FROM audit_positions p
           JOIN LATERAL (SELECT recorded_at FROM audit_entries WHERE tenant_id = $1 AND id = p.entry_id LIMIT 1) e ON true
           WHERE p.tenant_id = $1 AND e.recorded_at < $2 ORDER BY p.position DESC LIMIT 1) l
     JOIN LATERAL (SELECT tree_size, root_hash, signed_at FROM audit_checkpoints
                   WHERE tenant_id = $1 AND tree_size > l.position ORDER BY tree_size LIMIT 1) c ON true
     JOIN LATERAL (SELECT origin FROM audit_logs WHERE tenant_id = $1 LIMIT 1) o ON true`,
    [q.tenant_id, before],
  );
  const [found] = rows;
  return found ? { ...found, root_hash: found.root_hash.toString('base64') } : null;
}
