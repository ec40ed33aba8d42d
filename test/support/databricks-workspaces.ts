import type { Row } from './databricks-account.ts';
import { type Call, platformError } from './databricks-server.ts';
import type { ScriptedAnswer } from './scripted-server.ts';

export function answerWorkspaces(call: Call, [id, what, , principal]: string[]): ScriptedAnswer | undefined {
  const { account, method, query } = call;
  if (id === undefined) return method === 'GET' ? { json: account.workspaces } : undefined;
  const workspace = account.workspaces.find((row) => String(row.workspace_id) === id);
  if (!workspace) return platformError(404, 'RESOURCE_DOES_NOT_EXIST', `Workspace ${id} does not exist.`);
  if (what === undefined) return method === 'GET' ? { json: workspace } : undefined;
  if (what !== 'permissionassignments') return undefined;
  if (method === 'GET' && principal === undefined) {
    const rows = [...(account.shown.assignments.get(id) ?? new Map<string, string[]>())];
    const [at, max] = [Number(query.get('page_token') ?? 0), Number(query.get('max_results') ?? 100)];
    return {
      json: {
        permission_assignments: rows.slice(at, at + max).map(([pid, permissions]) => ({
          principal: principalRow(call, pid),
          permissions,
        })),
        ...(at + max < rows.length ? { next_page_token: String(at + max) } : {}),
      },
    };
  }
  return principal === undefined ? undefined : change(call, id, principal);
}

function principalRow({ account }: Call, id: string): Row {
  const [user, group, program] = [
    account.users.get(id),
    account.groups.get(id),
    account.servicePrincipals.get(id),
  ];
  return {
    principal_id: Number(id),
    ...(user ? { user_name: user.userName } : {}),
    ...(group ? { group_name: group.displayName } : {}),
    ...(program ? { service_principal_name: program.applicationId } : {}),
  };
}

function change(
  { account, method, body, server, path }: Call,
  id: string,
  principal: string,
): ScriptedAnswer | undefined {
  const assigned = account.assignments.get(id) ?? new Map<string, string[]>();
  account.assignments.set(id, assigned);
  if (account.lacks.has('workspaces'))
    return platformError(403, 'PERMISSION_DENIED', 'Not an account admin.');
  if (method === 'DELETE') {
    if (!assigned.has(principal)) return platformError(404, 'RESOURCE_DOES_NOT_EXIST', 'No assignment.');
    account.write(() => assigned.delete(principal));
    return { json: {} };
  }
  if (method !== 'PUT') return undefined;
  const { permissions = [] } = JSON.parse(body) as { permissions?: string[] };
  const known = permissions.filter((one) => one === 'USER' || one === 'ADMIN');
  // An empty or misspelt list takes everything away.
  if (known.length !== permissions.length || known.length === 0) server.disasters.push(`PUT ${path} ${body}`);
  account.write(() => assigned.set(principal, known));
  return { json: { permissions: known } };
}
