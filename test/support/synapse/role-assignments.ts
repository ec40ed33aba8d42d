import type { ScriptedAnswer, SeenRequest } from '../scripted-server.ts';
import { type SynapseServer, synapseError } from './synapse-server.ts';
import { ROLES } from './synapse-workspace.ts';

/** One request to the development endpoint. */
export function answerRoles(server: SynapseServer, request: SeenRequest): ScriptedAnswer {
  const url = new URL(request.path, server.url);
  const [set, id, ...rest] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (url.searchParams.get('api-version') === '2020-12-01' && rest.length === 0) {
    if (set === 'roleDefinitions' && request.method === 'GET' && id === undefined) return definitions();
    if (set === 'roleAssignments' && id === undefined && request.method === 'GET')
      return list(server, request, url);
    if (set === 'roleAssignments' && id !== undefined) {
      const answer = one(server, request, id, url);
      if (answer) return answer;
    }
  }
  server.unknown.push(`${request.method} ${request.path}`);
  return synapseError(404, 'NotFound', 'No such resource.');
}

/** A bare array. */
const definitions = (): ScriptedAnswer => ({
  json: Object.entries(ROLES).map(([id, name]) => ({
    id: id.toUpperCase(),
    name,
    isBuiltIn: true,
    permissions: [{ actions: ['x'], notActions: [], dataActions: [], notDataActions: [] }],
    scopes: ['workspaces/{workspaceName}'],
    availabilityStatus: 'Available',
  })),
});

function list({ workspace, paging }: SynapseServer, { headers }: SeenRequest, url: URL): ScriptedAnswer {
  const principal = url.searchParams.get('principalId')?.toLowerCase();
  const rows = workspace.shown.filter((row) => principal === undefined || row.principalId === principal);
  const [at = 0, isEmptied = 0] = String(headers['x-ms-continuation'] ?? '0')
    .split('-')
    .map(Number);
  if (paging.empty_pages && at > 0 && !isEmptied) {
    return { json: { count: 0, value: [] }, headers: { 'x-ms-continuation': `${at}-1` } };
  }
  const from = paging.repeat_rows ? Math.max(0, at - 1) : at;
  // Ids come in either case.
  const value = rows
    .slice(from, at + paging.size)
    .map((row, i) => (i % 2 === 0 ? row : { ...row, principalId: row.principalId.toUpperCase() }));
  const isLast = at + paging.size >= rows.length;
  return {
    json: { count: value.length, value },
    ...(isLast ? {} : { headers: { 'x-ms-continuation': String(at + paging.size) } }),
  };
}

function one(
  { workspace }: SynapseServer,
  { method, body }: SeenRequest,
  id: string,
  url: URL,
): ScriptedAnswer | undefined {
  const known = workspace.assignments.get(id);
  if (method === 'GET')
    return known ? { json: known } : synapseError(404, 'RoleAssignmentNotFound', 'Not found.');
  if (!workspace.is_writable) {
    return synapseError(
      403,
      'UnauthorizedOperation',
      'The principal does not have the required Synapse RBAC permission.',
    );
  }
  if (method === 'DELETE') {
    if (!url.searchParams.has('scope')) return undefined;
    if (!known) return { status: 204 };
    workspace.write(() => workspace.assignments.delete(id));
    return { status: 200 };
  }
  if (method !== 'PUT') return undefined;
  const { roleId, principalId, scope, principalType = 'User' } = JSON.parse(body) as Record<string, string>;
  if (!roleId || !principalId || !scope || !ROLES[roleId])
    return synapseError(400, 'InvalidRequest', 'Unknown role.');
  const isTaken = [...workspace.assignments.values()].some(
    (row) => row.roleDefinitionId === roleId && row.principalId === principalId && row.scope === scope,
  );
  if (isTaken) return synapseError(409, 'RoleAssignmentExists', 'The role assignment already exists.');
  const made = { id, roleDefinitionId: roleId, principalId, scope, principalType };
  workspace.write(() => workspace.assignments.set(id, made));
  return { json: made };
}
