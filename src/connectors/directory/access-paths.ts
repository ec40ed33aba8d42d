import type { AccessPath, Edge, Subject } from '../connector.ts';
import { groupChains, membershipsAbove } from '../group-chains.ts';
import type { DirectoryGrant, DirectoryRows } from './directory-rows.ts';
import { directGroups } from './edge-now.ts';

/** Every way in which a principal has access to an asset, by the imported rows. */
export async function accessPaths(
  rows: DirectoryRows,
  { principal_key, asset_key }: Subject,
): Promise<AccessPath[]> {
  const chains = groupChains(principal_key, await membershipsAbove(principal_key, directGroups(rows)));
  const groups = new Set(chains.map((chain) => chain.at(-1) as string));
  const held = await rows.grantsOf([principal_key, ...groups], asset_key);
  // A row that says "through this group" is the same path as the group's own row.
  const paths = new Map<string, AccessPath>();
  for (const grant of held) {
    for (const path of pathsOf(grant, principal_key, chains)) {
      const which = path.edge?.kind === 'grant' ? grant.id : grant.permission;
      paths.set(JSON.stringify([path.keys, which]), path);
    }
  }
  return [...paths.values()];
}

function pathsOf(grant: DirectoryGrant, principalId: string, chains: string[][]): AccessPath[] {
  const { asset_id, permission } = grant;
  const groupId = grant.principal_id === principalId ? grant.via_group_id : grant.principal_id;
  const row: Edge = {
    kind: 'grant',
    principal_key: grant.principal_id,
    asset_key: asset_id,
    grant_key: grant.id,
  };
  if (groupId === null) {
    const description = `Held directly, as ${permission}.`;
    return [{ kind: 'direct', keys: [principalId, asset_id], edge: row, permission, description }];
  }
  const leading = chains.filter((chain) => chain.at(-1) === groupId);
  // A grant through a group whose members were not imported can only be ended as the row that it is.
  if (leading.length === 0) leading.push([principalId, groupId]);
  const isMember = chains.some((chain) => chain.at(-1) === groupId);
  return leading.map((chain) => ({
    kind: 'group',
    keys: [...chain, asset_id],
    edge: isMember ? { kind: 'membership', group_key: chain[1] as string, member_key: principalId } : row,
    permission,
    description: `Held through ${chain.slice(1).join(', then ')}, as ${permission}.`,
  }));
}
