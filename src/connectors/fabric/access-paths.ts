import type { AccessPath, Subject } from '../connector.ts';
import { PlatformError } from '../http/platform-error.ts';
import type { FabricContext } from './connector-context.ts';
import { allRows } from './fabric-api.ts';
import { shareOf } from './holdings.ts';
import { hasOneLakeRoles, type Item, itemOf, itemUsersPath } from './items.ts';
import {
  type AssetName,
  assetKey,
  EVERYBODY_KEY,
  grantKey,
  parseAssetKey,
  parsePrincipalKey,
} from './keys.ts';
import { oneLakeRoleOf } from './onelake/data-access-roles.ts';
import { readRoles } from './onelake/replace-roles.ts';
import {
  assignmentsOn,
  type RoleAssignment,
  type RoleScope,
  usersPath,
  workspaceUserOf,
} from './roles/role-assignments.ts';

/** Every way in which a principal has access. Who is in groups of Entra ID is not known here. */
export async function accessPaths(context: FabricContext, subject: Subject): Promise<AccessPath[]> {
  const principal = parsePrincipalKey(subject.principal_key);
  const asset = parseAssetKey(subject.asset_key);
  if (!principal || !asset) return [];
  if (asset.kind !== 'item') return rolePaths(context, subject, asset);
  const row = await context.reader.find(
    `/v1/workspaces/${asset.workspace}/items/${asset.item}`,
    context.signal,
  );
  const item = row === null ? undefined : itemOf(row, asset.workspace);
  if (item === undefined) return [];
  return [
    ...(await rolePaths(context, subject, { kind: 'workspace', id: asset.workspace })),
    ...(await sharePaths(context, subject, item)),
    ...(await oneLakePaths(context, subject, item, asset)),
  ];
}

async function rolePaths(context: FabricContext, subject: Subject, scope: RoleScope): Promise<AccessPath[]> {
  const asset_key = assetKey(scope);
  const place = scope.kind === 'workspace' ? 'the workspace' : 'the connection';
  return (await assignmentsAnyhow(context, scope)).flatMap(({ role, holder }): AccessPath[] => {
    const keys = [...new Set([subject.principal_key, asset_key, subject.asset_key])];
    if (holder.key === EVERYBODY_KEY) {
      return [everybodyPath(subject, role, `Everybody in the tenant is ${role} of ${place}.`)];
    }
    if (holder.key !== subject.principal_key) return [];
    const grant_key = grantKey('role', holder.key, asset_key);
    return [
      {
        kind: 'direct',
        keys,
        edge: { kind: 'grant', principal_key: holder.key, asset_key, grant_key },
        permission: role,
        description: `Is ${role} of ${place}.`,
      },
    ];
  });
}

/** Who has no role in a workspace is shown its roles by admin calls only. */
export async function assignmentsAnyhow(
  context: Pick<FabricContext, 'reader' | 'settings' | 'signal'>,
  scope: RoleScope,
): Promise<RoleAssignment[]> {
  const { reader, settings, signal } = context;
  try {
    return await assignmentsOn(context, scope);
  } catch (error) {
    if (!(error instanceof PlatformError) || (error.status !== 404 && error.status !== 403)) throw error;
    if (scope.kind === 'workspace' && settings.admin_api === 'on') {
      const rows = await allRows(reader, usersPath(scope.id), 'accessDetails', signal).catch(orNone);
      return rows.flatMap((row) => workspaceUserOf(row) ?? []);
    }
    if (error.status === 404) return [];
    throw error;
  }
}

function orNone(error: unknown): [] {
  if (error instanceof PlatformError && error.status === 404) return [];
  throw error;
}

async function sharePaths(
  { reader, settings, signal }: FabricContext,
  subject: Subject,
  item: Item,
): Promise<AccessPath[]> {
  if (settings.item_access === 'off') return [];
  const rows = await allRows(reader, itemUsersPath(item), 'accessDetails', signal);
  return rows.flatMap((row): AccessPath[] => {
    const share = shareOf(row, { workspace: item.workspace, item: item.id });
    if (share === undefined) return [];
    const permission = share.permissions.join(', ');
    if (share.holder.key === EVERYBODY_KEY) {
      return [everybodyPath(subject, permission, 'The item is shared with everybody in the tenant.')];
    }
    if (share.holder.key !== subject.principal_key) return [];
    return [
      {
        kind: 'direct',
        keys: [subject.principal_key, subject.asset_key],
        edge: null,
        permission,
        description: `Has ${permission} on the item itself.`,
      },
    ];
  });
}

async function oneLakePaths(
  context: FabricContext,
  subject: Subject,
  item: Item,
  asset: Extract<AssetName, { kind: 'item' }>,
): Promise<AccessPath[]> {
  if (context.settings.onelake_roles === 'off' || !hasOneLakeRoles(item)) return [];
  const set = await readRoles(context.reader, asset, context);
  return (set?.rows ?? []).flatMap((row): AccessPath[] => {
    const role = oneLakeRoleOf(row, { workspace: asset.workspace, item: asset.item });
    if (!role?.members.some(({ key }) => key === subject.principal_key)) return [];
    const permission = role.actions.join(', ');
    return [
      {
        kind: 'group',
        keys: [subject.principal_key, role.key, subject.asset_key],
        edge: { kind: 'membership', group_key: role.key, member_key: subject.principal_key },
        permission,
        description: `Is in the OneLake role ${role.name}, which gives ${permission || 'nothing'} on ${role.paths.join(', ') || 'nothing'}.`,
      },
    ];
  });
}

const everybodyPath = (subject: Subject, permission: string, description: string): AccessPath => ({
  kind: 'everybody',
  keys: [subject.principal_key, EVERYBODY_KEY, subject.asset_key],
  edge: null,
  permission,
  description,
});
