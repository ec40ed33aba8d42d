import type { AccessPath, Subject } from '../connector.ts';
import type { SynapseContext } from './connector-context.ts';
import { assetKey, parseAssetKey, parsePrincipalKey, principalKey } from './keys.ts';
import { roleName } from './roles/list-roles.ts';
import { assetOfScope, roleGrantKey, scopeKey } from './roles/scopes.ts';
import { allAssignments, type RoleAssignment } from './roles/workspace-api.ts';
import { findPrincipal } from './sql/find-in-catalog.ts';
import { sqlPaths } from './sql/sql-paths.ts';

/** Synapse roles that are in db_owner of every serverless database. */
const SERVERLESS_ADMINISTRATOR = /^synapse (sql )?administrator$/i;

/** Every way in which a principal has access. Who is in groups of Entra ID is not known here. */
export async function accessPaths(context: SynapseContext, subject: Subject): Promise<AccessPath[]> {
  const principal = parsePrincipalKey(subject.principal_key);
  const asset = parseAssetKey(subject.asset_key);
  if (!principal || !asset) return [];
  const isRoleAsset = asset.kind === 'workspace' || asset.kind === 'item';
  if (isRoleAsset) return principal.kind === 'entra' ? rolePaths(context, subject, principal.id) : [];
  const isKnown = context.sql.find(asset) !== undefined;
  if (!isKnown) return [];
  const own = principal.kind === 'entra' ? [] : await sqlPaths(context, subject, principal, asset);
  if (asset.plane !== 'serverless' || context.settings.synapse_roles === 'off') return own;
  const id = principal.kind === 'entra' ? principal.id : (await findPrincipal(context, principal))?.entra_id;
  return id ? [...own, ...(await administratorPaths(context, subject, id))] : own;
}

async function rolePaths(context: SynapseContext, subject: Subject, id: string): Promise<AccessPath[]> {
  const { reader, signal, settings } = context;
  const [assignments, names] = await Promise.all([
    allAssignments(reader, { principal_id: id }, signal),
    reader.roleNames(signal),
  ]);
  const workspace = assetKey({ kind: 'workspace', workspace: settings.workspace.toLowerCase() });
  return assignments
    .filter(({ scope }) => [subject.asset_key, workspace].includes(scopeKey(scope) ?? ''))
    .sort((a, b) => (a.role_id < b.role_id ? -1 : 1))
    .map((one) => rolePath(subject, id, one, roleName(one.role_id, names)));
}

function rolePath(
  subject: Subject,
  id: string,
  { scope, role_id }: RoleAssignment,
  role: string,
): AccessPath {
  const principal_key = principalKey({ kind: 'entra', id });
  const asset_key = scopeKey(scope) ?? subject.asset_key;
  const on = assetOfScope(scope);
  return {
    kind: 'direct',
    keys: [subject.principal_key, subject.asset_key],
    edge: {
      kind: 'grant',
      principal_key,
      asset_key,
      grant_key: roleGrantKey(principal_key, asset_key, role_id),
    },
    permission: role,
    description: `Has the Synapse role ${role} on ${on?.kind === 'item' ? on.name : 'the workspace'}.`,
  };
}

async function administratorPaths(
  context: SynapseContext,
  subject: Subject,
  id: string,
): Promise<AccessPath[]> {
  const workspace = assetKey({ kind: 'workspace', workspace: context.settings.workspace.toLowerCase() });
  const roles = await rolePaths(context, { ...subject, asset_key: workspace }, id);
  return roles
    .filter(({ permission }) => SERVERLESS_ADMINISTRATOR.test(permission ?? ''))
    .map((path) => ({
      ...path,
      kind: 'superuser' as const,
      keys: [subject.principal_key, workspace, subject.asset_key],
      permission: 'db_owner',
      description: `Is ${path.permission}, which is in db_owner of every serverless database.`,
    }));
}
