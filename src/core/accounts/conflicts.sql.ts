import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { Conflict } from './link.rules.ts';

/** What is unclear about some accounts now; answers what was not unclear before. */
export async function replaceConflicts(
  tx: Querier,
  accountIds: readonly string[],
  { conflicts, now }: { conflicts: readonly Conflict[]; now: number },
): Promise<string[]> {
  await tx.query(
    `DELETE FROM account_conflicts WHERE tenant_id = $1 AND account_id = ANY ($2::text[]) AND account_id <> ALL ($3::text[])`,
    [tx.tenant_id, accountIds, conflicts.map(({ account_id }) => account_id)],
  );
  if (conflicts.length === 0) return [];
  const rows = await tx.query<{ account_id: string; is_new: boolean }>(
    `INSERT INTO account_conflicts AS c (tenant_id, account_id, kind, candidate_ids, shared, found_at)
     SELECT $1, account_id, kind, candidate_ids, shared, $3
     FROM json_to_recordset($2) AS r (account_id text, kind text, candidate_ids text[], shared text[])
     ON CONFLICT (tenant_id, account_id) DO UPDATE SET
       kind = excluded.kind, candidate_ids = excluded.candidate_ids, shared = excluded.shared
     WHERE (c.kind, c.candidate_ids, c.shared) IS DISTINCT FROM (excluded.kind, excluded.candidate_ids, excluded.shared)
     RETURNING account_id, (xmax = 0) AS is_new`,
    [tx.tenant_id, JSON.stringify(conflicts), isoInstant(now)],
  );
  return rows.filter((row) => row.is_new).map((row) => row.account_id);
}
