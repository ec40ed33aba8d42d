import type { Querier } from './database.ts';

/** Grants as a source sees them: gone there, or there again. What a removal is about to say about them comes first. */

export type MovedGrant = { id: string; principal_id: string; asset_id: string; permission: string };

const NOT_IN_HAND = `NOT EXISTS (
  SELECT FROM remediations r WHERE r.tenant_id = $1 AND r.grant_id = g.id
    AND (r.status IN ('pending', 'running') OR greatest(r.completed_at, r.reverted_at) >= $3))`;

export async function endGrants(tx: Querier, ids: readonly string[], since: string): Promise<MovedGrant[]> {
  return tx.query<MovedGrant>(
    `UPDATE grants g SET status = 'revoked'
     WHERE g.tenant_id = $1 AND g.id = ANY ($2::text[]) AND g.status = 'active' AND ${NOT_IN_HAND}
     RETURNING g.id, g.principal_id, g.asset_id, g.permission`,
    [tx.tenant_id, ids, since],
  );
}

export async function reviveGrants(
  tx: Querier,
  ids: readonly string[],
  since: string,
): Promise<MovedGrant[]> {
  return tx.query<MovedGrant>(
    `UPDATE grants g SET status = 'active', granted_at = $3
     WHERE g.tenant_id = $1 AND g.id = ANY ($2::text[]) AND g.status = 'revoked' AND ${NOT_IN_HAND}
     RETURNING g.id, g.principal_id, g.asset_id, g.permission`,
    [tx.tenant_id, ids, since],
  );
}

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
