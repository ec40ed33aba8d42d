import type { Database, Querier } from '../../platform/database/database.ts';
import type { DirectoryAsset, DirectoryPrincipal } from './directory.rules.ts';

/** The imported directory as the built-in connector reads and changes it. */

type MembershipRow = { group_id: string; member_id: string };
type GrantRow = {
  id: string;
  principal_id: string;
  asset_id: string;
  permission: string;
  via_group_id: string | null;
  granted_at: string | null;
};

const PRINCIPAL = `id, display_name, type, email, department, manager_id, mfa_enabled, last_login_at, disabled,
  protected, created_at`;
const ASSET = 'id, name, type, owner_id, tags, created_at';
const GRANT = 'id, principal_id, asset_id, permission, via_group_id, granted_at';

export function storedDirectory(db: Database, tenantId: number) {
  const q = db.alone(tenantId);
  const list = <Row extends Record<string, unknown>>(
    table: string,
    columns: string,
    after: string | null,
    limit: number,
    where = '',
  ): Promise<Row[]> =>
    q.query<Row>(
      `SELECT ${columns} FROM ${table} WHERE tenant_id = $1 ${where} AND id > $2 ORDER BY id LIMIT $3`,
      [tenantId, after ?? '', limit],
    );
  const one = async <Row extends Record<string, unknown>>(
    table: string,
    columns: string,
    id: string,
  ): Promise<Row | null> =>
    (
      await q.query<Row>(`SELECT ${columns} FROM ${table} WHERE tenant_id = $1 AND id = $2`, [tenantId, id])
    )[0] ?? null;

  return {
    principals: (after: string | null, limit: number) =>
      list<DirectoryPrincipal>('principals', PRINCIPAL, after, limit),
    assets: (after: string | null, limit: number) => list<DirectoryAsset>('assets', ASSET, after, limit),
    grants: (after: string | null, limit: number) =>
      list<GrantRow>('grants', GRANT, after, limit, "AND status <> 'revoked'"),
    memberships: (after: [string, string] | null, limit: number) =>
      q.query<MembershipRow>(
        `SELECT group_id, member_id FROM memberships
         WHERE tenant_id = $1 AND (group_id, member_id) > ($2, $3) ORDER BY group_id, member_id LIMIT $4`,
        [tenantId, after?.[0] ?? '', after?.[1] ?? '', limit],
      ),
    principal: (id: string) => one<DirectoryPrincipal>('principals', PRINCIPAL, id),
    asset: (id: string) => one<DirectoryAsset>('assets', ASSET, id),
    groupsOf: (memberIds: string[]) =>
      q.query<MembershipRow>(
        'SELECT group_id, member_id FROM memberships WHERE tenant_id = $1 AND member_id = ANY ($2::text[])',
        [tenantId, memberIds],
      ),
    grantsOf: (principalIds: string[], assetId: string | null) =>
      q.query<GrantRow>(
        `SELECT ${GRANT} FROM grants WHERE tenant_id = $1 AND principal_id = ANY ($2::text[]) AND status <> 'revoked'
         ${assetId === null ? '' : 'AND asset_id = $3'} ORDER BY id`,
        [tenantId, principalIds, ...(assetId === null ? [] : [assetId])],
      ),
    change: (change: { present: boolean; grant_ids: string[]; membership: MembershipRow | null }) =>
      db.transaction(tenantId, (tx) => changeDirectory(tx, change)),
  };
}

async function changeDirectory(
  tx: Querier,
  change: { present: boolean; grant_ids: string[]; membership: MembershipRow | null },
): Promise<{ unknown_grant_ids: string[] }> {
  const { present, grant_ids, membership } = change;
  const known = await tx.query<{ id: string }>(
    'SELECT id FROM grants WHERE tenant_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR UPDATE',
    [tx.tenant_id, grant_ids],
  );
  const found = new Set(known.map((row) => row.id));
  const unknown_grant_ids = grant_ids.filter((id) => !found.has(id));
  if (unknown_grant_ids.length > 0) return { unknown_grant_ids };
  const status = present ? 'active' : 'revoked';
  await tx.query(
    'UPDATE grants SET status = $3 WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND status <> $3',
    [tx.tenant_id, grant_ids, status],
  );
  if (membership) {
    const row = [tx.tenant_id, membership.group_id, membership.member_id];
    await tx.query(
      present
        ? 'INSERT INTO memberships (tenant_id, group_id, member_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
        : 'DELETE FROM memberships WHERE tenant_id = $1 AND group_id = $2 AND member_id = $3',
      row,
    );
  }
  return { unknown_grant_ids: [] };
}
