import { v7 as uuidv7 } from 'uuid';
import type { DirectoryLine } from '../../core/directory/directory.rules.ts';
import { groupGrants, membersOfGroups } from '../../core/directory/inherited-grants.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { INFERRED_PREFIX, knownObjects, type SeenObject } from '../objects.sql.ts';
import type { SyncSource } from './sync-lines.ts';

/** Group grants at a time: each may stand for every member of a large group. */
const GROUP_GRANTS_PER_PAGE = 20;

/**
 * What people hold through groups: a line for each member of a group that holds something, so that the access of one
 * person to one asset can be scored and reviewed. Platforms list the group's grant and its members only.
 */
export async function inheritedLines(
  tx: Querier,
  { connector_id }: SyncSource,
  { after }: { after: string },
): Promise<{ lines: DirectoryLine[]; objects: SeenObject[]; next: string | null }> {
  const held = await groupGrants(tx, { connector_id, after, limit: GROUP_GRANTS_PER_PAGE });
  const members = await membersOfGroups(tx, connector_id, [...new Set(held.map((grant) => grant.group_id))]);
  const wanted = held.flatMap((grant) =>
    members
      .filter(
        (member) =>
          member.root_id === grant.group_id &&
          (!grant.direct_members_only || member.group_id === grant.group_id),
      )
      .map((member) => ({
        grant,
        member,
        key: `${INFERRED_PREFIX}${member.member_key}/${member.group_key}/${grant.external_key}`,
      })),
  );
  const keys = wanted.map(({ key }) => key);
  const known = await knownObjects(tx, connector_id, 'grant', keys);
  const lines: DirectoryLine[] = [];
  const objects: SeenObject[] = [];
  for (const { grant, member, key } of wanted) {
    const id = known.get(key)?.lapse_id ?? uuidv7();
    lines.push({
      kind: 'grant',
      id,
      principal_id: member.member_id,
      asset_id: grant.asset_id,
      permission: grant.permission,
      via_group_id: member.group_id,
    });
    objects.push({
      external_key: key,
      lapse_id: id,
      is_owned: true,
      details: {
        grant_key: null,
        principal_key: member.member_key,
        asset_key: grant.asset_key,
        via_group_key: member.group_key,
        held_by: 'principal',
      },
    });
  }
  const last = held.length === GROUP_GRANTS_PER_PAGE ? held.at(-1) : undefined;
  return { lines, objects, next: last?.external_key ?? null };
}
