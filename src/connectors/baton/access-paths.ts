import { type AccessPath, ConnectorError, type Edge, type Subject } from '../connector.ts';
import { groupChains } from '../group-chains.ts';
import type { BatonContext } from './baton-context.ts';
import { isMembership, permissionOf } from './entitlements.ts';
import { findResources } from './find-resources.ts';
import { isInherited, type KnownGrant, readGrants } from './grants.ts';
import { type Inventory, readInventory } from './inventory.ts';
import { grantKey, parseResourceKey, resourceKey } from './keys.ts';
import { isGroup, kindOf } from './kinds.ts';
import { whyNot } from './listings/grants.ts';
import type { ResourceId } from './protocol/types.ts';
import type { KnownResource } from './walk.ts';

/** Groups that are looked into for one question. */
const GROUPS_MAX = 500;

/** Every way in which the principal has access: grants on the asset, and who is in the groups that hold them. */
export async function accessPaths(
  context: BatonContext,
  { principal_key, asset_key }: Subject,
): Promise<AccessPath[]> {
  const [principalId, assetId] = [parseResourceKey(principal_key), parseResourceKey(asset_key)];
  if (!principalId || !assetId) return [];
  const inventory = await readInventory(context);
  const found = await findResources(context, inventory, [principalId, assetId]);
  const [principal, asset] = [found.get(principal_key), found.get(asset_key)];
  if (!principal || !asset) return [];
  if (kindOf(context.session.codec, inventory.typeOf(assetId.resource_type), asset).asset === null) return [];
  const isOn = (grant: KnownGrant): boolean => grant.resource_key === asset_key && !isInherited(grant);
  const grants = await readGrants(context, inventory, [asset, principal], isOn);
  const direct = grants.filter((grant) => grant.principal_key === principal_key);
  const held = grants.filter((grant) => grant.principal_key !== principal_key);
  const ways = await Promise.all(
    held.map((grant) => groupPaths(context, inventory, { grant, asset, principal })),
  );
  return [...direct.map((grant) => directPath(context, inventory, grant, asset)), ...ways.flat()];
}

function directPath(
  context: BatonContext,
  inventory: Inventory,
  known: KnownGrant,
  asset: KnownResource,
): AccessPath {
  const { entitlement, name, principal_key, resource_key } = known;
  const edge: Edge = {
    kind: 'grant',
    principal_key,
    asset_key: resource_key,
    grant_key: grantKey(entitlement.id, principal_key),
  };
  const why = whyNot(context, inventory, known);
  return {
    kind: 'direct',
    keys: [principal_key, resource_key],
    edge: why === null ? edge : null,
    permission: permissionIn(context, inventory, known, asset),
    description: `${entitlement.display_name || name} on ${asset.display_name || asset.id.resource}${why === null ? '' : `: ${why}`}`,
  };
}

async function groupPaths(
  context: BatonContext,
  inventory: Inventory,
  { grant, asset, principal }: { grant: KnownGrant; asset: KnownResource; principal: KnownResource },
): Promise<AccessPath[]> {
  const principal_key = resourceKey(principal.id);
  const { edges, names } = await membersBelow(context, inventory, grant, principal);
  const chains = groupChains(principal_key, edges).filter((chain) => chain.at(-1) === grant.principal_key);
  return chains.map((chain) => {
    const group_key = chain[1] as string;
    return {
      kind: 'group',
      keys: [...chain, grant.resource_key],
      edge: { kind: 'membership', group_key, member_key: principal_key },
      permission: permissionIn(context, inventory, grant, asset),
      description: `${names.get(group_key) ?? group_key} ${chain.length > 2 ? 'leads to' : 'has'} ${grant.entitlement.display_name || grant.name} on ${asset.display_name || asset.id.resource}`,
    };
  });
}

/** Who is in a group, and in the groups in it, as far as the grant reaches; only what leads to the principal matters. */
async function membersBelow(
  context: BatonContext,
  inventory: Inventory,
  { grant, principal: holder }: KnownGrant,
  principal: KnownResource,
): Promise<{ edges: { group: string; member: string }[]; names: Map<string, string> }> {
  const { codec } = context.session;
  const expandable = codec.annotation<{ entitlement_ids: string[]; shallow?: boolean }>(
    'GrantExpandable',
    grant.annotations,
  );
  const principal_key = resourceKey(principal.id);
  const edges: { group: string; member: string }[] = [];
  const names = new Map<string, string>();
  const seen = new Set<string>();
  let level: ResourceId[] = [holder.id];
  for (let depth = 0; level.length > 0; depth++) {
    const groups = await findResources(context, inventory, level);
    level = [];
    for (const [key, group] of groups) {
      seen.add(key);
      if (seen.size > GROUPS_MAX)
        throw new ConnectorError(
          'not_supported',
          `The access goes through more than ${GROUPS_MAX} groups: it cannot be followed.`,
        );
      if (!isGroup(kindOf(codec, inventory.typeOf(group.id.resource_type), group))) continue;
      names.set(key, group.display_name || group.id.resource);
      const counts = (one: KnownGrant): boolean =>
        one.resource_key === key && isMembership(one.entitlement) && !isInherited(one);
      for (const one of await readGrants(context, inventory, [group, principal], counts)) {
        // The grant on the asset may name only some of the ways to be in the group.
        const names = depth === 0 ? (expandable?.entitlement_ids ?? []) : [];
        if (names.length > 0 && !names.includes(one.entitlement.id)) continue;
        edges.push({ group: key, member: one.principal_key });
        const isBelow = one.principal_key !== principal_key && !seen.has(one.principal_key);
        if (isBelow && !expandable?.shallow && mayBeGroup(context, inventory, one))
          level.push(one.principal.id);
      }
    }
  }
  return { edges, names };
}

/** By its type: a stub says no more. */
const mayBeGroup = (
  { session: { codec } }: BatonContext,
  { typeOf }: Inventory,
  { principal }: KnownGrant,
): boolean => {
  const type = typeOf(principal.id.resource_type);
  return kindOf(codec, type, principal).principal === 'group' || (type?.traits.length ?? 0) > 1;
};

function permissionIn(
  { session: { codec } }: BatonContext,
  { typeOf }: Inventory,
  { entitlement, resource }: KnownGrant,
  asset: KnownResource,
): string {
  const isRole = kindOf(codec, typeOf(resource.id.resource_type), asset).principal !== null;
  return permissionOf(entitlement, asset, isRole);
}
