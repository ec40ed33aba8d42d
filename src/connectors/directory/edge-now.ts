import type { Edge, NotPossible } from '../connector.ts';
import { groupChains, membershipsAbove } from '../group-chains.ts';
import type {
  DirectoryChange,
  DirectoryGrant,
  DirectoryMembership,
  DirectoryRows,
} from './directory-rows.ts';

/** The rows that are the edge at this moment. */
export interface EdgeNow {
  outcome: 'present';
  membership: DirectoryMembership | null;
  /** For a membership: what the member holds through it and by no other way. */
  grants: DirectoryGrant[];
}

export async function edgeNow(
  rows: DirectoryRows,
  edge: Edge,
): Promise<EdgeNow | { outcome: 'already_absent' } | NotPossible> {
  switch (edge.kind) {
    case 'grant': {
      const { principal_key, asset_key, grant_key } = edge;
      const held = await rows.grantsOf([principal_key], asset_key);
      const grants = held.filter((grant) =>
        grant_key ? grant.id === grant_key : grant.via_group_id === null,
      );
      if (grants.length > 0) return { outcome: 'present', membership: null, grants };
      return (await unknownOf(rows, principal_key, asset_key)) ?? { outcome: 'already_absent' };
    }
    case 'membership':
      return membershipNow(rows, { group_id: edge.group_key, member_id: edge.member_key });
    case 'role_assignment':
      return {
        outcome: 'not_possible',
        reason: 'not_supported',
        message: 'The imported directory has no role assignments: name the grant or the membership.',
      };
  }
}

async function membershipNow(
  rows: DirectoryRows,
  membership: DirectoryMembership,
): Promise<EdgeNow | { outcome: 'already_absent' } | NotPossible> {
  const { group_id, member_id } = membership;
  const member = await rows.principal(member_id);
  if (!member) return unknownPrincipal(member_id);
  if (!(await rows.principal(group_id))) return unknownPrincipal(group_id);
  const groups = await rows.groupsOf([member_id]);
  if (!groups.some((row) => row.group_id === group_id)) return { outcome: 'already_absent' };
  if (member.type === 'group') {
    return {
      outcome: 'not_possible',
      reason: 'dependents',
      message: `${member_id} is a group: all its members would lose the access. Remove the person from it instead.`,
    };
  }
  const above = await membershipsAbove(member_id, directGroups(rows));
  const rest = above.filter((edge) => edge.group !== group_id || edge.member !== member_id);
  const before = groupsIn(groupChains(member_id, above));
  const after = groupsIn(groupChains(member_id, rest));
  const held = await rows.grantsOf([member_id], null);
  const grants = held.filter(({ via_group_id: via }) => via !== null && before.has(via) && !after.has(via));
  return { outcome: 'present', membership, grants };
}

export const directGroups = (rows: DirectoryRows) => async (members: string[]) =>
  (await rows.groupsOf(members)).map((row) => ({ group: row.group_id, member: row.member_id }));

const groupsIn = (chains: string[][]): Set<string> => new Set(chains.map((chain) => chain.at(-1) as string));

const unknownPrincipal = (id: string): NotPossible => ({
  outcome: 'not_possible',
  reason: 'unknown_principal',
  message: `The directory has no principal ${id}.`,
});

async function unknownOf(
  rows: DirectoryRows,
  principalId: string,
  assetId: string,
): Promise<NotPossible | null> {
  if (!(await rows.principal(principalId))) return unknownPrincipal(principalId);
  if (!(await rows.asset(assetId))) {
    const message = `The directory has no asset ${assetId}.`;
    return { outcome: 'not_possible', reason: 'unknown_asset', message };
  }
  return null;
}

export function sameEdge(
  recorded: Omit<DirectoryChange, 'present'>,
  { grants, membership }: EdgeNow,
): boolean {
  const ids = new Set(recorded.grant_ids);
  return (
    (recorded.membership === null) === (membership === null) &&
    grants.length === ids.size &&
    grants.every((grant) => ids.has(grant.id))
  );
}
