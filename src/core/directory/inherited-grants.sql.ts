import type { Querier } from '../../platform/database/database.ts';

/** What a connector's groups hold, a few at a time, in the order of keys. */
export type GroupGrant = {
  external_key: string;
  group_id: string;
  asset_id: string;
  permission: string;
  asset_key: string;
  /** Members of groups inside the group have nothing of it. */
  direct_members_only: boolean;
};

export async function groupGrants(
  q: Querier,
  page: { connector_id: string; after: string; limit: number },
): Promise<GroupGrant[]> {
  return q.query<GroupGrant>(
    `SELECT o.external_key, g.principal_id AS group_id, g.asset_id, g.permission, o.details ->> 'asset_key' AS asset_key,
            o.details ? 'direct_members_only' AS direct_members_only
     FROM (SELECT external_key, lapse_id, details FROM connector_objects
           WHERE tenant_id = $1 AND connector_id = $2 AND kind = 'grant' AND external_key > $3
             AND missing_in IS NULL AND gone_at IS NULL AND details ->> 'held_by' = 'group'
           ORDER BY external_key LIMIT ${page.limit}) o
     JOIN grants g ON g.tenant_id = $1 AND g.id = o.lapse_id
     ORDER BY o.external_key`,
    [q.tenant_id, page.connector_id, page.after],
  );
}

export type GroupMember = {
  root_id: string;
  /** The group that the member is in itself; its removal from it closes the path. */
  group_id: string;
  group_key: string;
  member_id: string;
  member_key: string;
};

/**
 * Everybody in these groups, also through others, as the last complete listing has them. Not those whom the platform counts in by
 * itself: access of everybody is the group's, and a line for each person would ask what nobody can answer.
 */
export async function membersOfGroups(
  q: Querier,
  connectorId: string,
  groupIds: readonly string[],
): Promise<GroupMember[]> {
  return q.query<GroupMember>(
    `WITH RECURSIVE down (root_id, group_id, member_id) AS (
       SELECT m.lapse_id, m.lapse_id, m.member_id FROM connector_objects m
       WHERE m.tenant_id = $1 AND m.kind = 'membership' AND m.lapse_id = ANY ($3::text[])
         AND m.connector_id = $2 AND m.missing_in IS NULL AND m.gone_at IS NULL AND m.details ->> 'implicit' IS NULL
       UNION
       SELECT d.root_id, m.lapse_id, m.member_id FROM down d
       JOIN connector_objects m ON m.tenant_id = $1 AND m.kind = 'membership' AND m.lapse_id = d.member_id
         AND m.connector_id = $2 AND m.missing_in IS NULL AND m.gone_at IS NULL AND m.details ->> 'implicit' IS NULL
     )
     SELECT d.root_id, d.group_id, gk.external_key AS group_key, d.member_id, mk.external_key AS member_key
     FROM down d
     JOIN principals p ON p.tenant_id = $1 AND p.id = d.member_id
     JOIN LATERAL (SELECT external_key FROM connector_objects WHERE tenant_id = $1 AND kind = 'principal'
                     AND lapse_id = d.group_id AND connector_id = $2 LIMIT 1) gk ON true
     JOIN LATERAL (SELECT external_key FROM connector_objects WHERE tenant_id = $1 AND kind = 'principal'
                     AND lapse_id = d.member_id AND connector_id = $2 LIMIT 1) mk ON true
     WHERE p.type <> 'group'`,
    [q.tenant_id, connectorId, groupIds],
  );
}
