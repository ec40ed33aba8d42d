import { guidOf, listOf, type Row, rowOf, textOf } from '../rows.ts';
import type { FabricContext } from './connector-context.ts';
import { type Holder, holderOf } from './holders.ts';
import { hasOneLakeRoles, isListed, itemOf, itemUsersPath } from './items.ts';
import type { ItemName } from './keys.ts';
import { dataAccessRolesPath, type OneLakeRole, oneLakeRoleOf } from './onelake/data-access-roles.ts';
import {
  assignmentOf,
  assignmentsPath,
  type RoleAssignment,
  type RoleScope,
  usersPath,
  workspaceUserOf,
} from './roles/role-assignments.ts';
import { type List, visitList } from './visit-list.ts';
import type { Step, Visit } from './walk.ts';
import { ADMIN_WORKSPACES, OWN_WORKSPACES, workspaceOf } from './workspaces.ts';

/** Who holds what, as one row of the platform says it. */
export type Holding =
  | { kind: 'role'; scope: RoleScope; assignment: RoleAssignment }
  | { kind: 'share'; on: ItemName; holder: Holder; permissions: string[] }
  | { kind: 'onelake'; role: OneLakeRole };

/** Where reading of all of it begins. Names come first: OneLake knows its members by id only. */
export function holdingSteps({ settings }: FabricContext): Step[] {
  return [
    settings.admin_api === 'on' ? ['admin_workspaces', ''] : ['workspaces', ''],
    ...(settings.item_access === 'on' ? [['admin_items', '']] : []),
    ...(settings.connections === 'on' ? [['connections', '']] : []),
    ...oneLakeSteps(settings),
  ];
}

export const oneLakeSteps = ({ onelake_roles }: FabricContext['settings']): Step[] =>
  onelake_roles === 'on' ? [['onelake_workspaces', '']] : [];

const LISTS: Record<string, List<Holding>> = {
  workspaces: {
    key: 'value',
    first: () => OWN_WORKSPACES,
    inside: (row) => within('workspace_roles', workspaceOf(row)?.id),
  },
  workspace_roles: {
    key: 'value',
    first: ([id = '']) => assignmentsPath({ kind: 'workspace', id }),
    found: (row, [id = '']) => roleHolding({ kind: 'workspace', id }, assignmentOf(row)),
  },
  admin_workspaces: {
    key: 'workspaces',
    first: () => ADMIN_WORKSPACES,
    inside: (row) => within('roles_or_users', workspaceOf(row)?.id),
  },
  // Of admin calls there are few an hour: they are for workspaces in which the application has no role.
  roles_or_users: {
    key: 'value',
    first: ([id = '']) => assignmentsPath({ kind: 'workspace', id }),
    found: (row, [id = '']) => roleHolding({ kind: 'workspace', id }, assignmentOf(row)),
    otherwise: ([id = '']) => ['workspace_users', id, ''],
  },
  workspace_users: {
    key: 'accessDetails',
    first: ([id = '']) => usersPath(id),
    found: (row, [id = '']) => roleHolding({ kind: 'workspace', id }, workspaceUserOf(row)),
  },
  admin_items: {
    key: 'itemEntities',
    first: () => ADMIN_ITEMS,
    inside: (row) => {
      const item = itemOf(row);
      return item && isListed(item) ? ['item_users', item.workspace, item.id, item.type, ''] : undefined;
    },
  },
  item_users: {
    key: 'accessDetails',
    first: ([workspace = '', id = '', type = '']) => itemUsersPath({ workspace, id, type }),
    found: (row, [workspace = '', item = '']) => shareOf(row, { workspace, item }),
  },
  connections: {
    key: 'value',
    first: () => CONNECTIONS,
    inside: (row) => within('connection_roles', guidOf(row.id)),
  },
  connection_roles: {
    key: 'value',
    first: ([id = '']) => assignmentsPath({ kind: 'connection', id }),
    found: (row, [id = '']) => roleHolding({ kind: 'connection', id }, assignmentOf(row)),
  },
  onelake_workspaces: {
    key: 'value',
    first: () => OWN_WORKSPACES,
    inside: (row) => within('onelake_items', workspaceOf(row)?.id),
  },
  onelake_items: {
    key: 'value',
    first: ([workspace = '']) => itemsPath(workspace),
    inside: (row, [workspace = '']) => {
      const item = itemOf(row, workspace);
      return item && hasOneLakeRoles(item) ? ['onelake_roles', workspace, item.id, ''] : undefined;
    },
  },
  onelake_roles: {
    key: 'value',
    first: ([workspace = '', item = '']) => dataAccessRolesPath({ workspace, item }),
    found: (row, [workspace = '', item = '']) => {
      const role = oneLakeRoleOf(row, { workspace, item });
      return role && { kind: 'onelake', role };
    },
  },
};

export const ADMIN_ITEMS = '/v1/admin/items?state=active';
export const CONNECTIONS = '/v1/connections';
export const itemsPath = (workspace: string): string => `/v1/workspaces/${workspace}/items`;

const within = (kind: string, id: string | undefined): Step | undefined =>
  id === undefined ? undefined : [kind, id, ''];

const roleHolding = (scope: RoleScope, assignment: RoleAssignment | undefined): Holding | undefined =>
  assignment && { kind: 'role', scope, assignment };

export function shareOf(row: Row, on: ItemName): Extract<Holding, { kind: 'share' }> | undefined {
  const { permissions, additionalPermissions } = rowOf(row.itemAccessDetails);
  const holder = holderOf(row.principal);
  const words = [...listOf(permissions), ...listOf(additionalPermissions)].flatMap(
    (one) => textOf(one) ?? [],
  );
  if (holder === undefined || words.length === 0) return undefined;
  return { kind: 'share', on, holder, permissions: [...new Set(words)] };
}

export const visitHoldings = (
  context: Pick<FabricContext, 'reader' | 'signal'>,
  step: Step,
): Promise<Visit<Holding>> => visitList(context, LISTS, step);
