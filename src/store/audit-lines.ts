import { pendingSql } from './audit-totals.ts';
import type { Querier } from './database.ts';

export type AuditLine = {
  position: number;
  /** null: the position itself is gone. */
  entry_id: string | null;
  /** The bytes that were hashed; null when the entry is gone. */
  line: string | null;
};

/** The entries of these positions in their order, one for each, whatever is there. */
export function loadAuditLines(q: Querier, begin: number, end: number): Promise<AuditLine[]> {
  return q.query<AuditLine>(
    `SELECT n AS position, p.entry_id, e.line FROM generate_series($2::bigint, $3::bigint - 1) AS n
     LEFT JOIN LATERAL (
       SELECT entry_id FROM audit_positions WHERE tenant_id = $1 AND position = n LIMIT 1) p ON true
     LEFT JOIN LATERAL (
       SELECT audit_line(a) AS line FROM audit_entries a WHERE a.tenant_id = $1 AND a.id = p.entry_id LIMIT 1) e ON true
     ORDER BY n`,
    [q.tenant_id, begin, end],
  );
}

export async function findAuditLine(
  q: Querier,
  id: string,
): Promise<(AuditLine & { is_sequenced: boolean }) | null> {
  const rows = await q.query<AuditLine & { is_sequenced: boolean }>(
    `SELECT p.position, e.id AS entry_id, audit_line(e) AS line, p.position IS NOT NULL AS is_sequenced FROM audit_entries e
     LEFT JOIN LATERAL (
       SELECT position FROM audit_positions WHERE tenant_id = $1 AND entry_id = e.id LIMIT 1) p ON true
     WHERE e.tenant_id = $1 AND e.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

/**
 * Entries that should be in the log and are not: somebody put them past the sequencer. Reads everything. `null` while the
 * sequencer looks at every entry anew, which will find them.
 */
export async function countOutsideLog(q: Querier): Promise<number | null> {
  const [row] = await q.query<{ outside: number | null }>(
    `SELECT CASE WHEN EXISTS (
         SELECT FROM audit_sequencers s JOIN pg_control_system() c ON c.system_identifier::text = s.cluster
         WHERE s.tenant_id = $1 AND s.sequenced IS NOT NULL)
       THEN (SELECT count(*) FROM audit_entries e WHERE e.tenant_id = $1 AND NOT EXISTS (
               SELECT FROM audit_positions p WHERE p.tenant_id = $1 AND p.entry_id = e.id))
            - (${pendingSql('true')}) END AS outside`,
    [q.tenant_id],
  );
  return row?.outside ?? null;
}
