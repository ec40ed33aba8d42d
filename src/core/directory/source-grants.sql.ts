import type { Querier } from '../../platform/database/database.ts';

/** What a source no longer has. */

export async function endMemberships(
  tx: Querier,
  memberships: readonly { group_id: string; member_id: string }[],
): Promise<{ group_id: string; member_id: string }[]> {
  return tx.query<{ group_id: string; member_id: string }>(
    `DELETE FROM memberships m USING json_to_recordset($2) AS r (group_id text, member_id text)
     WHERE m.tenant_id = $1 AND m.group_id = r.group_id AND m.member_id = r.member_id
     RETURNING m.group_id, m.member_id`,
    [tx.tenant_id, JSON.stringify(memberships)],
  );
}

/** Somebody whom the source no longer has cannot sign in there. Answers those who could until now. */
export async function disablePrincipals(tx: Querier, ids: readonly string[]): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(
    `UPDATE principals SET disabled = true WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND NOT disabled
     RETURNING id`,
    [tx.tenant_id, ids],
  );
}
