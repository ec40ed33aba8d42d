import { type AssetName, assetKey, joinKey, splitKey } from '../keys.ts';

/** A scope of Synapse roles as an asset: the workspace, or an item in it. `undefined` for what is neither. */
export function assetOfScope(scope: string): Extract<AssetName, { kind: 'workspace' | 'item' }> | undefined {
  const [root, workspace, type, ...name] = scope.replace(/^\/+|\/+$/g, '').split('/');
  if (root?.toLowerCase() !== 'workspaces' || !workspace) return undefined;
  if (type === undefined) return { kind: 'workspace', workspace: workspace.toLowerCase() };
  const item = name.join('/');
  return type !== '' && item !== '' ? { kind: 'item', type, name: item } : undefined;
}

export const scopeKey = (scope: string): string | undefined => {
  const asset = assetOfScope(scope);
  return asset && assetKey(asset);
};

/** The name of the grant of a role at a scope. */
export const roleGrantKey = (principal: string, asset: string, roleId: string): string =>
  joinKey('synapse_role', principal, asset, roleId);

/** The role that a grant is about; `undefined` when the key is none of a grant of this asset to this principal. */
export function roleOfGrant(key: string, principal: string, asset: string): string | undefined {
  const parts = splitKey(key) ?? [];
  const roleId = parts[3] ?? '';
  return roleId !== '' && roleGrantKey(principal, asset, roleId) === key ? roleId : undefined;
}
