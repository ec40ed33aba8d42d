import type { Querier } from '../platform/database/database.ts';

/** What the platform calls the parts of a grant. */
export type GrantKeys = {
  grant_key: string | null;
  principal_key: string;
  asset_key: string;
  via_group_key: string | null;
};

/** The built-in directory calls everything by its id. Null: the connector does not know the grant. */
export async function grantKeys(
  q: Querier,
  grant: { grant_id: string; principal_id: string; asset_id: string; connector_id: string | null },
): Promise<GrantKeys | null> {
  const { grant_id, connector_id } = grant;
  if (connector_id === null) {
    const rows = await q.query<{ via_group_id: string | null }>(
      'SELECT via_group_id FROM grants WHERE tenant_id = $1 AND id = $2',
      [q.tenant_id, grant_id],
    );
    return {
      grant_key: grant_id,
      principal_key: grant.principal_id,
      asset_key: grant.asset_id,
      via_group_key: rows[0]?.via_group_id ?? null,
    };
  }
  const rows = await q.query<{ details: GrantKeys }>(
    `SELECT details FROM connector_objects
     WHERE tenant_id = $1 AND kind = 'grant' AND lapse_id = $2 AND connector_id = $3 LIMIT 1`,
    [q.tenant_id, grant_id, connector_id],
  );
  return rows[0]?.details ?? null;
}
