import { guidOf, listOf, type Row, textOf } from '../rows.ts';
import { allRows, type Graph } from './graph.ts';

export const GRAPH_APP_ID = '00000003-0000-0000-c000-000000000000';

/** Wider permissions that include the one that is needed. */
const INCLUDED_IN: Record<string, readonly string[]> = {
  'User.Read.All': ['User.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All'],
  'GroupMember.Read.All': [
    'GroupMember.ReadWrite.All',
    'Group.Read.All',
    'Group.ReadWrite.All',
    'Directory.Read.All',
    'Directory.ReadWrite.All',
  ],
  'Application.Read.All': ['Application.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All'],
  'GroupMember.ReadWrite.All': ['Group.ReadWrite.All', 'Directory.ReadWrite.All'],
  'RoleManagement.Read.Directory': ['RoleManagement.ReadWrite.Directory', 'Directory.Read.All'],
};

export interface OwnPermissions {
  /** The service principal of the application in this tenant. */
  id: string;
  has(permission: string): boolean;
}

/** What an admin has consented to for the application. Throws `permission` when it may not even read that. */
export async function ownPermissions(
  graph: Graph,
  client_id: string,
  signal: AbortSignal,
): Promise<OwnPermissions | null> {
  const byAppId = async (appId: string, fields: string): Promise<Row | undefined> => {
    const path = `/v1.0/servicePrincipals?$filter=appId eq '${appId}'&$select=${fields}`;
    return (await allRows(graph, path, signal)).find((row) => guidOf(row.appId) === appId);
  };
  const ours = await byAppId(client_id.toLowerCase(), 'id,appId');
  const id = guidOf(ours?.id);
  if (id === undefined) return null;
  const platform = await byAppId(GRAPH_APP_ID, 'id,appId,appRoles');
  const names = new Map(
    listOf(platform?.appRoles).map((one) => {
      const role = one as Row;
      return [guidOf(role.id), textOf(role.value)];
    }),
  );
  const rows = await allRows(graph, `/v1.0/servicePrincipals/${id}/appRoleAssignments?$top=999`, signal);
  const resource = guidOf(platform?.id);
  const granted = new Set(
    rows.flatMap((row) =>
      resource !== undefined && guidOf(row.resourceId) === resource
        ? (names.get(guidOf(row.appRoleId)) ?? [])
        : [],
    ),
  );
  return {
    id,
    has: (permission) =>
      granted.has(permission) || (INCLUDED_IN[permission] ?? []).some((wider) => granted.has(wider)),
  };
}
