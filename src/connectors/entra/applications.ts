import type { Page, RawAsset, RawGrant } from '../connector.ts';
import { decodeCursor, encodeCursor, isText } from '../cursor.ts';
import { nestedPage } from '../http/nested-listing.ts';
import { PlatformError } from '../http/platform-error.ts';
import { guidOf, instantOf, listOf, once, type Row, textOf } from '../rows.ts';
import type { EntraSettings } from './entra-settings.ts';
import { allRows, type Graph, type GraphPage } from './graph.ts';
import { applicationKey, assignmentKey, kindOf, principalKey } from './keys.ts';

const FIELDS = 'id,appId,displayName,accountEnabled,servicePrincipalType,appRoles,appRoleAssignmentRequired';

export interface AppRole {
  id: string;
  value: string | null;
  display_name: string | null;
  is_enabled: boolean;
}

/** An enterprise application that people, groups and programs are assigned to. */
export interface Application {
  id: string;
  app_id: string;
  name: string;
  roles: AppRole[];
  /** Otherwise everybody of the tenant may sign in to it. */
  is_assignment_required: boolean;
  row: Row;
}

interface Context {
  graph: Graph;
  settings: EntraSettings;
  signal: AbortSignal;
}

/** Assigned without a role of the application's own. */
export const DEFAULT_ROLE = '00000000-0000-0000-0000-000000000000';

const listPath = ({ settings }: Context, expand = ''): string =>
  `/v1.0/servicePrincipals?$select=${FIELDS}${expand}&$top=${Math.min(settings.page_size, 100)}`;

export async function listApplications(context: Context, cursor: string | null): Promise<Page<RawAsset>> {
  const { graph, signal } = context;
  const path = decodeCursor('assets', cursor, isText) ?? listPath(context, '&$expand=owners($select=id)');
  const { rows, next } = await graph.page(path, signal);
  const items = rows.flatMap((row) => {
    const application = assignableOf(row);
    return application ? [assetOf(application)] : [];
  });
  return {
    items: once(items, ({ key }) => key),
    next_cursor: next === null ? null : encodeCursor('assets', next),
  };
}

function assetOf({ app_id, name, row, id, is_assignment_required }: Application): RawAsset {
  const owners = listOf(row.owners).flatMap((owner) => {
    const { id: ownerId, '@odata.type': type } = (owner ?? {}) as Row;
    const [kind, guid] = [kindOf(type), guidOf(ownerId)];
    return kind && guid !== undefined ? [principalKey({ kind, id: guid })] : [];
  });
  return {
    key: applicationKey(app_id),
    name,
    type: 'workspace',
    owner_key: owners.find((key) => key.startsWith('user/')) ?? owners[0] ?? null,
    container_key: null,
    created_at: instantOf(row.createdDateTime),
    tags: ['enterprise_application'],
    details: {
      service_principal_id: id,
      assignment_required: is_assignment_required,
      ...(owners.length > 0 ? { owners } : {}),
    },
  };
}

/** Every assignment to every such application. A principal with several roles has a grant of each. */
export function listAssignments(context: Context, cursor: string | null): Promise<Page<RawGrant>> {
  const { graph, settings, signal } = context;
  return nestedPage<RawGrant>('grants', cursor, {
    first: listPath(context),
    parents: async (path) => {
      const { rows, next } = await graph.page(path, signal);
      return { ids: rows.flatMap((row) => assignableOf(row)?.id ?? []), next };
    },
    children: async (id, path) => {
      const [application, page] = await Promise.all([
        findApplicationById(context, id),
        assignmentsPage(context, path ?? assignedPath(id, settings.page_size)),
      ]);
      if (!application) return { items: [], next: null };
      return { items: page.rows.flatMap((row) => grantOf(application, row) ?? []), next: page.next };
    },
    keyOf: ({ key }) => key,
  });
}

export const assignedPath = (id: string, top: number): string =>
  `/v1.0/servicePrincipals/${id}/appRoleAssignedTo?$top=${top}`;

async function assignmentsPage({ graph, signal }: Context, path: string): Promise<GraphPage> {
  try {
    return await graph.page(path, signal);
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return { rows: [], next: null };
    throw error;
  }
}

/** An assignment as Graph has it. */
export interface Assignment {
  id: string;
  principal: string;
  role_id: string;
  resource_id: string;
  created_at: string | null;
}

export function assignmentOf(row: Row): Assignment | undefined {
  const [kind, principalId] = [kindOf(row.principalType), guidOf(row.principalId)];
  const [role_id, resource_id] = [guidOf(row.appRoleId), guidOf(row.resourceId)];
  const id = textOf(row.id);
  if (!kind || !principalId || !role_id || !resource_id || id === null) return undefined;
  return {
    id,
    principal: principalKey({ kind, id: principalId }),
    role_id,
    resource_id,
    created_at: instantOf(row.createdDateTime ?? row.creationTimestamp),
  };
}

function grantOf(application: Application, row: Row): RawGrant | undefined {
  const assignment = assignmentOf(row);
  if (!assignment) return undefined;
  const { principal, role_id, created_at } = assignment;
  return {
    key: assignmentKey(principal, application.app_id, role_id),
    principal_key: principal,
    asset_key: applicationKey(application.app_id),
    permission: permissionOf(application, role_id),
    via_group_key: null,
    granted_at: created_at,
    revocable: true,
    details: {
      role: roleName(application, role_id),
      // Unlike a membership of a group in a group, which gives what both give.
      ...(principal.startsWith('group/') ? { direct_members_only: true } : {}),
    },
  };
}

export const permissionOf = (application: Application, roleId: string): string =>
  roleId === DEFAULT_ROLE ? 'use' : roleName(application, roleId);

export function roleName({ roles }: Application, roleId: string): string {
  if (roleId === DEFAULT_ROLE) return 'default access';
  const role = roles.find(({ id }) => id === roleId);
  return role?.value ?? role?.display_name ?? `role ${roleId}`;
}

export async function findApplication(
  { graph, signal }: Pick<Context, 'graph' | 'signal'>,
  appId: string,
): Promise<Application | undefined> {
  const path = `/v1.0/servicePrincipals?$filter=appId eq '${appId}'&$select=${FIELDS}`;
  // A page without rows is not the end.
  const rows = await allRows(graph, path, signal);
  return rows.map(applicationOf).find((application) => application?.app_id === appId);
}

async function findApplicationById({ graph, signal }: Context, id: string): Promise<Application | undefined> {
  const row = await graph.find(`/v1.0/servicePrincipals/${id}?$select=${FIELDS}`, signal);
  return row === null ? undefined : applicationOf(row);
}

function applicationOf(row: Row): Application | undefined {
  const [id, app_id] = [guidOf(row.id), guidOf(row.appId)];
  if (id === undefined || app_id === undefined) return undefined;
  const roles = listOf(row.appRoles).flatMap((one): AppRole[] => {
    const role = (one ?? {}) as Row;
    const roleId = guidOf(role.id);
    if (roleId === undefined) return [];
    const [value, display_name] = [textOf(role.value), textOf(role.displayName)];
    return [{ id: roleId, value, display_name, is_enabled: role.isEnabled !== false }];
  });
  const is_assignment_required = row.appRoleAssignmentRequired === true;
  return { id, app_id, name: textOf(row.displayName) ?? app_id, roles, is_assignment_required, row };
}

/** What has neither roles nor asks for assignments gives nobody anything. */
function assignableOf(row: Row): Application | undefined {
  const application = applicationOf(row);
  return application && (application.roles.length > 0 || application.is_assignment_required)
    ? application
    : undefined;
}
