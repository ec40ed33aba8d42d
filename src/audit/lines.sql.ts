import type { Querier } from '../platform/database/database.ts';
import { LINE_COLUMNS } from './columns.sql.ts';
import { type AuditLineFields, auditLine } from './line.rules.ts';
import { pendingSql } from './totals.sql.ts';

export type AuditLine = {
  position: number;
  /** null: the position itself is gone. */
  entry_id: string | null;
  /** The bytes that were hashed; null when the entry is gone. */
  line: string | null;
};

type StoredLine = Omit<AuditLineFields, 'id'> & {
  id: string | null;
  position: number;
  entry_id: string | null;
};

const lineOf = (row: StoredLine): AuditLine => ({
  position: row.position,
  entry_id: row.entry_id,
  line: row.id === null ? null : auditLine(row as AuditLineFields),
});

/** The entries of these positions in their order, one for each, whatever is there. */
export async function loadAuditLines(q: Querier, begin: number, end: number): Promise<AuditLine[]> {
  const rows = await q.query<StoredLine>(
    `SELECT n AS position, p.entry_id, e.* FROM generate_series($2::bigint, $3::bigint - 1) AS n
     LEFT JOIN audit_positions p ON p.tenant_id = $1 AND p.position = n
     LEFT JOIN LATERAL (
       SELECT ${LINE_COLUMNS} FROM audit_entries e WHERE e.tenant_id = $1 AND e.id = p.entry_id LIMIT 1) e ON true
     ORDER BY n`,
    [q.tenant_id, begin, end],
  );
  return rows.map(lineOf);
}

export async function findAuditLine(
  q: Querier,
  id: string,
): Promise<(AuditLine & { is_sequenced: boolean }) | null> {
  const [row] = await q.query<StoredLine & { is_sequenced: boolean }>(
    `SELECT p.position, e.id AS entry_id, ${LINE_COLUMNS}, p.position IS NOT NULL AS is_sequenced FROM audit_entries e
     LEFT JOIN audit_positions p ON p.tenant_id = $1 AND p.entry_id = e.id
     WHERE e.tenant_id = $1 AND e.id = $2`,
    [q.tenant_id, id],
  );
  return row ? { ...lineOf(row), is_sequenced: row.is_sequenced } : null;
}

/** What is not in the log yet, and for how long the oldest of it has waited. */
export async function oldestPending(q: Querier): Promise<{ items: number; oldest_seconds: number }> {
  const [row] = await q.query<{ items: number; oldest: number | null }>(
    pendingSql(
      'true',
      'count(*) AS items, extract(epoch FROM clock_timestamp() - min(e.recorded_at))::float8 AS oldest',
    ),
    [q.tenant_id],
  );
  return { items: row?.items ?? 0, oldest_seconds: Math.max(0, row?.oldest ?? 0) };
}

/**
 * Entries that should be in the log and are not: somebody put them past the sequencer. Reads everything. `null` while the
 * sequencer looks at every entry again, which will find them.
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
