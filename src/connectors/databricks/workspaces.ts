import { ConnectorError } from '../connector.ts';
import { PlatformError } from '../http/platform-error.ts';
import { listOf, type Row, rowOf, rowsOf, textOf } from '../rows.ts';
import type { Databricks } from './databricks-api.ts';
import type { Names } from './names.ts';
import type { Found } from './securables.ts';

interface Context {
  api: Databricks;
  signal: AbortSignal;
}

/** Workspaces of the account; none where only a workspace is connected. */
export async function listWorkspaces({ api, signal }: Context): Promise<Found[]> {
  if (api.account === null) return [];
  const { host, id } = api.account;
  // The list is an array without anything around it.
  const { body } = await host.send({ path: `/api/2.0/accounts/${id}/workspaces`, signal });
  return rowsOf(body).flatMap((row) => workspaceOf(row) ?? []);
}

export async function findWorkspace({ api, signal }: Context, name: string): Promise<Found | null> {
  if (api.account === null || !/^\d{1,20}$/.test(name)) return null;
  const { host, id } = api.account;
  const row = await host.find(`/api/2.0/accounts/${id}/workspaces/${name}`, signal);
  return row === null ? null : workspaceOf(row);
}

function workspaceOf(row: Row): Found | null {
  const id = row.workspace_id;
  // Larger numbers have lost digits on their way through JSON.
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
  const title = textOf(row.workspace_name) ?? String(id);
  return { kind: 'workspace', name: String(id), title, owner: null, row };
}

/** Who is let into a workspace, as USER or as ADMIN. */
export interface WorkspaceAssignment {
  principal_key: string;
  permissions: string[];
}

const PAGES_MAX = 500;

export async function workspaceAssignments(
  { api, signal }: Context,
  workspace: string,
  names: Names,
): Promise<WorkspaceAssignment[]> {
  if (api.account === null) return [];
  const { host, id } = api.account;
  const found = new Map<string, string[]>();
  let token: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const from: string = token === null ? '' : `&page_token=${encodeURIComponent(token)}`;
    const path = `/api/2.0/accounts/${id}/workspaces/${workspace}/permissionassignments?max_results=1000${from}`;
    const body: Row = await host.page(path, signal).catch((error: unknown) => {
      if (error instanceof PlatformError && error.status === 404) return {};
      throw error;
    });
    for (const row of rowsOf(body.permission_assignments)) {
      const key = keyOfPrincipal(rowOf(row.principal), names);
      const permissions = listOf(row.permissions)
        .filter((one) => typeof one === 'string')
        .sort();
      if (key !== undefined && permissions.length > 0) found.set(key, permissions);
    }
    token = textOf(body.next_page_token);
    if (token === null)
      return [...found].map(([principal_key, permissions]) => ({ principal_key, permissions }));
  }
  throw new ConnectorError('protocol', 'a list of who is in a workspace of Databricks does not end');
}

/** By name: the numbers of principals may have lost digits. */
const keyOfPrincipal = (
  { user_name, group_name, service_principal_name, principal_id }: Row,
  names: Names,
): string | undefined => names.keyOf(user_name ?? group_name ?? service_principal_name, principal_id);
