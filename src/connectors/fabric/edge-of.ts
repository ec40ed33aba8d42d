import type { Edge } from '../connector.ts';
import type { PlatformEdge } from '../edges/edge.ts';
import { Refusal } from '../refusal.ts';
import type { FabricContext } from './connector-context.ts';
import { allRows } from './fabric-api.ts';
import { shareOf } from './holdings.ts';
import { itemOf, itemUsersPath } from './items.ts';
import { keptEdge } from './kept-edge.ts';
import {
  type AssetName,
  type ItemName,
  type PrincipalName,
  parseAssetKey,
  parsePrincipalKey,
} from './keys.ts';
import { memberEdge } from './onelake/member-edge.ts';
import { readRoles } from './onelake/replace-roles.ts';
import { roleEdge } from './roles/role-edge.ts';

export function edgeOf(edge: Edge, context: FabricContext): PlatformEdge<unknown> {
  switch (edge.kind) {
    case 'grant':
      return grantEdge(edge, context);
    case 'membership':
      return membershipEdge(edge, context);
    case 'role_assignment':
      throw new Refusal('not_supported', 'A role in a workspace is a grant on the workspace here.');
  }
}

function grantEdge(edge: Extract<Edge, { kind: 'grant' }>, context: FabricContext): PlatformEdge<unknown> {
  const asset = parseAssetKey(edge.asset_key);
  if (!asset) throw new Refusal('unknown_asset', 'This is no workspace, item or connection of Fabric.');
  const principal = parsePrincipalKey(edge.principal_key);
  if (!principal) throw new Refusal('unknown_principal', 'This is no principal of Fabric.');
  if (asset.kind === 'item') return itemEdge(edge, principal, asset, context);
  if (principal.kind === 'entra') {
    return roleEdge(edge, principal, asset, context) as PlatformEdge<unknown>;
  }
  if (principal.kind !== 'everybody') {
    throw new Refusal('unknown_principal', 'OneLake roles have access to items only.');
  }
  throw new Refusal('everybody', 'This is for the whole tenant: change it in the Fabric portal.');
}

const MANUAL = 'remove it in the Fabric portal, under Manage permissions of the item.';

function itemEdge(
  edge: Extract<Edge, { kind: 'grant' }>,
  principal: PrincipalName,
  asset: Extract<AssetName, { kind: 'item' }>,
  context: FabricContext,
): PlatformEdge<unknown> {
  const target = `${edge.principal_key} on ${edge.asset_key}`;
  if (principal.kind === 'onelake_role' || principal.kind === 'item_access') {
    const refusal = new Refusal(
      'not_supported',
      'This is what the OneLake role is for: take its members out, or change it in OneLake.',
    );
    return keptEdge(target, refusal, () => hasRole(principal, asset, context)) as PlatformEdge<unknown>;
  }
  const refusal =
    principal.kind === 'everybody'
      ? new Refusal('everybody', `This is shared with the whole tenant: ${MANUAL}`)
      : new Refusal('not_supported', `Fabric has no call that takes one share of an item away: ${MANUAL}`);
  const isTold = context.settings.item_access === 'on';
  return keptEdge(
    target,
    refusal,
    isTold ? () => hasShare(edge.principal_key, asset, context) : null,
  ) as PlatformEdge<unknown>;
}

async function hasRole(principal: PrincipalName, asset: ItemName, context: FabricContext): Promise<boolean> {
  if (principal.kind !== 'onelake_role' || principal.item !== asset.item) return false;
  const set = await readRoles(context.reader, asset, context);
  return set?.rows.some(({ name }) => name === principal.role) === true;
}

async function hasShare(principalKey: string, asset: ItemName, context: FabricContext): Promise<boolean> {
  const { reader, signal } = context;
  const row = await reader.find(`/v1/workspaces/${asset.workspace}/items/${asset.item}`, signal);
  const item = row === null ? undefined : itemOf(row, asset.workspace);
  if (item === undefined) return false;
  const rows = await allRows(reader, itemUsersPath(item), 'accessDetails', signal);
  return rows.some((one) => shareOf(one, asset)?.holder.key === principalKey);
}

function membershipEdge(
  edge: Extract<Edge, { kind: 'membership' }>,
  context: FabricContext,
): PlatformEdge<unknown> {
  const [group, member] = [parsePrincipalKey(edge.group_key), parsePrincipalKey(edge.member_key)];
  if (!group || !member) throw new Refusal('unknown_principal', 'This is no principal of Fabric.');
  const target = `${edge.member_key} in ${edge.group_key}`;
  switch (group.kind) {
    case 'onelake_role':
      return memberEdge(edge, group, member, context) as PlatformEdge<unknown>;
    case 'entra': {
      const refusal = new Refusal(
        'not_supported',
        'Who is in a group is changed in Entra ID: connect it, or remove the member there.',
      );
      return keptEdge(target, refusal, null) as PlatformEdge<unknown>;
    }
    default: {
      const refusal = new Refusal('everybody', 'Nobody can be taken out of this: it is everybody of a kind.');
      return keptEdge(target, refusal, null) as PlatformEdge<unknown>;
    }
  }
}
