import type { Querier } from './database.ts';

export interface AuditEntry {
  id: string;
  principal_id: string | null;
  /** The review it is about, if any. */
  review_id?: string | null;
  event_type: string;
  description: string;
  /** An identifier of a user, or the word system. */
  actor: string;
  at: string;
  data: Record<string, unknown>;
}

/** In the transaction of what they record. Nobody waits here: places in the log are given out later. */
export async function appendAuditEntries(tx: Querier, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(
    `INSERT INTO audit_entries (tenant_id, id, principal_id, review_id, event_type, description, actor, at, data)
     SELECT $1, id, principal_id, review_id, event_type, description, actor, at, data
     FROM json_to_recordset($2) AS r (id text, principal_id text, review_id text, event_type text, description text,
       actor text, at timestamptz, data jsonb)`,
    [tx.tenant_id, JSON.stringify(entries)],
  );
}
