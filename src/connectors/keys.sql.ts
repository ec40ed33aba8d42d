import type { Querier } from '../platform/database/database.ts';

/** What the platform calls the parts of a grant. */
export type GrantKeys = {
  grant_key: string | null;
  principal_key: string;
  asset_key: string;
  via_group_key: string | null;
  /** The connector that knows who is in the group, where that is another one: `principal_key` and `via_group_key` are its own words. */
  members_at?: string;
  /** The group as the platform of the asset knows it, whose the grant there is, and its key. */
  through?: { group_key: string; holder_key: string; grant_key: string };
};

export type OtherWay = {
  connector_id: string;
  connector_name: string;
  platform: string;
  group_name: string;
  permission: string;
  group_key: string;
  member_key: string;
};

/** Other memberships, known to other connectors than the asset's, by which the principal holds something on the asset. */
export async function otherWaysElsewhere(
  q: Querier,
  grant: { grant_id: string; principal_id: string; asset_id: string; connector_id: string | null },
): Promise<OtherWay[]> {
  return q.query<OtherWay>(
    `SELECT DISTINCT ON (c.id, group_key, member_key) c.id AS connector_id, c.name AS connector_name, c.platform, v.display_name AS group_name,
            g.permission, o.details ->> 'via_group_key' AS group_key, o.details ->> 'principal_key' AS member_key
     FROM grants g
     JOIN LATERAL (SELECT details FROM connector_objects WHERE tenant_id = $1 AND kind = 'grant' AND lapse_id = g.id
                     AND connector_id = $5 AND gone_at IS NULL LIMIT 1) o ON true
     JOIN connectors c ON c.tenant_id = $1 AND c.id = o.details ->> 'members_at'
     JOIN principals v ON v.tenant_id = $1 AND v.id = g.via_group_id
     WHERE g.tenant_id = $1 AND g.principal_id = $2 AND g.asset_id = $3 AND g.id <> $4
     ORDER BY c.id, group_key, member_key LIMIT ${OTHER_WAYS_MAX}`,
    [q.tenant_id, grant.principal_id, grant.asset_id, grant.grant_id, grant.connector_id],
  );
}

/** Each is asked about. */
const OTHER_WAYS_MAX = 20;

/** What a connector calls a principal. */
export async function accountKeys(q: Querier, connectorId: string, principalId: string): Promise<string[]> {
  const rows = await q.query<{ external_key: string }>(
    `SELECT external_key FROM accounts WHERE tenant_id = $1 AND connector_id = $2 AND principal_id = $3 AND gone_at IS NULL
     ORDER BY external_key`,
    [q.tenant_id, connectorId, principalId],
  );
  return rows.map(({ external_key }) => external_key);
}

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
