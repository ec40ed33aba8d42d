import type { Membership } from '../../core/directory/directory-removals.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { ResourceType } from '../rules/attributes.rules.ts';

export type MemberRow = { id: string; display: string; type: ResourceType['name'] };

/** Of groups: those who are users or groups of SCIM, too. Who else is in a group is not the provider's to know or to end. */
export async function membersOf(q: Querier, groupId: string): Promise<MemberRow[]> {
  return q.query<MemberRow>(
    `SELECT m.member_id AS id, p.display_name AS display, r.type
     FROM (SELECT member_id FROM memberships WHERE tenant_id = $1 AND group_id = $2) m
     JOIN LATERAL (SELECT type FROM scim_resources WHERE tenant_id = $1 AND id = m.member_id LIMIT 1) r ON true
     JOIN LATERAL (SELECT display_name FROM principals WHERE tenant_id = $1 AND id = m.member_id LIMIT 1) p ON true
     ORDER BY m.member_id`,
    [q.tenant_id, groupId],
  );
}

/** How many people are in each of these groups. */
export async function memberCounts(q: Querier, groupIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await q.query<{ id: string; members: number }>(
    `SELECT g.id, (SELECT count(*) FROM memberships m WHERE m.tenant_id = $1 AND m.group_id = g.id) AS members
     FROM unnest($2::text[]) AS g (id)`,
    [q.tenant_id, groupIds],
  );
  return new Map(rows.map(({ id, members }) => [id, members]));
}

export async function membersOfGroups(
  q: Querier,
  groupIds: readonly string[],
): Promise<(MemberRow & { group_id: string })[]> {
  return q.query(
    `SELECT m.group_id, m.member_id AS id, p.display_name AS display, r.type FROM unnest($2::text[]) AS g (id)
     JOIN LATERAL (SELECT group_id, member_id FROM memberships WHERE tenant_id = $1 AND group_id = g.id OFFSET 0) m ON true
     JOIN LATERAL (SELECT type FROM scim_resources WHERE tenant_id = $1 AND id = m.member_id LIMIT 1) r ON true
     JOIN LATERAL (SELECT display_name FROM principals WHERE tenant_id = $1 AND id = m.member_id LIMIT 1) p ON true
     ORDER BY m.group_id, m.member_id`,
    [q.tenant_id, groupIds],
  );
}

/** Which of these are in which of these groups. */
export async function membershipsAmong(
  q: Querier,
  groupIds: readonly string[],
  memberIds: readonly string[],
): Promise<Membership[]> {
  return q.query<Membership>(
    `SELECT m.group_id, m.member_id FROM unnest($3::text[]) AS i (id)
     JOIN LATERAL (SELECT group_id, member_id FROM memberships WHERE tenant_id = $1 AND member_id = i.id OFFSET 0) m ON true
     WHERE m.group_id = ANY ($2::text[])`,
    [q.tenant_id, groupIds, memberIds],
  );
}

/** The groups of SCIM in which somebody is. */
export async function groupsOf(q: Querier, memberId: string): Promise<string[]> {
  const rows = await q.query<{ group_id: string }>(
    `SELECT m.group_id FROM (SELECT group_id FROM memberships WHERE tenant_id = $1 AND member_id = $2) m
     JOIN LATERAL (SELECT FROM scim_resources WHERE tenant_id = $1 AND id = m.group_id AND type = 'Group' LIMIT 1) r ON true`,
    [q.tenant_id, memberId],
  );
  return rows.map(({ group_id }) => group_id);
}
