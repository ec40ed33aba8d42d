import type { ScriptedAnswer, SeenRequest } from '../scripted-server.ts';
import { type FabricServer, fabricError, inSomeCase, listAnswer, OWN_ID } from './fabric-server.ts';
import type { Place, Row } from './fabric-tenant.ts';

const ROLES = {
  workspaces: ['Admin', 'Member', 'Contributor', 'Viewer'],
  connections: ['Owner', 'UserWithReshare', 'User'],
};
const ONELAKE_TYPES = ['Lakehouse', 'MirroredDatabase'];

/** Fabric's core calls, each with the role that it demands. */
export function answerCore(server: FabricServer, request: SeenRequest): ScriptedAnswer {
  const { pathname, searchParams } = new URL(request.path, server.url);
  const [, set = '', id, what, child] = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const { shown } = server.tenant;
  if (set === 'workspaces' && id === undefined && request.method === 'GET') {
    const roles = searchParams.get('roles')?.split(',');
    const rows = [...shown.workspaces.values()]
      .filter(({ access }) => roles === undefined || roles.includes(access.get(OWN_ID)?.role ?? ''))
      .map(
        (one): Row => ({
          id: one.id,
          displayName: one.name,
          description: '',
          type: one.type,
          capacityId: null,
        }),
      );
    return listAnswer(server, request.path, 'value', rows.map(inSomeCase));
  }
  if (set === 'connections' && id === undefined && request.method === 'GET') {
    const rows = [...shown.connections.values()].map(
      (one): Row => ({
        id: one.id,
        displayName: one.name,
        connectivityType: 'ShareableCloud',
        connectionDetails: { type: 'SQL', path: 'host;db' },
      }),
    );
    return listAnswer(server, request.path, 'value', rows);
  }
  if (id === undefined || (set !== 'workspaces' && set !== 'connections')) return unknown(server, request);
  const truth = server.tenant.truth[set].get(id);
  const place = shown[set].get(id);
  if (!truth || !place)
    return fabricError(404, 'EntityNotFound', 'The requested resource could not be found.');
  const own = truth.access.get(OWN_ID)?.role ?? 'none';
  if (what === 'roleAssignments') return roles(server, request, { set, place, truth, own, id: child });
  if (set === 'connections' || what !== 'items') return unknown(server, request);
  if (!ROLES.workspaces.includes(own)) {
    return fabricError(403, 'InsufficientPrivileges', 'The caller has no role in the workspace.');
  }
  return items(server, request, place, child);
}

function unknown(server: FabricServer, { method, path }: SeenRequest): ScriptedAnswer {
  server.unknown.push(`${method} ${path}`);
  return fabricError(404, 'EntityNotFound', 'No such call.');
}

function roles(
  server: FabricServer,
  request: SeenRequest,
  {
    set,
    place,
    truth,
    own,
    id,
  }: { set: keyof typeof ROLES; place: Place; truth: Place; own: string; id: string | undefined },
): ScriptedAnswer {
  const { tenant } = server;
  const [reads, writes] = set === 'workspaces' ? [['Admin', 'Member'], ['Admin']] : [['Owner'], ['Owner']];
  const highest = writes[0] as string;
  if (!reads.includes(own)) {
    return fabricError(403, 'InsufficientPrivileges', 'The caller does not have sufficient permissions.');
  }
  if (request.method === 'GET' && id === undefined) {
    const rows = [...place.access.values()].map(({ holder, role }): Row => {
      const isGone = tenant.deleted.has(holder.id as string);
      return {
        id: holder.id,
        principal: isGone ? { id: holder.id, type: holder.type } : holder,
        role,
      };
    });
    return listAnswer(
      server,
      request.path,
      'value',
      rows.map((row, i) => (i % 2 === 0 ? row : { ...row, principal: inSomeCase(row.principal as Row, 1) })),
    );
  }
  if (request.method === 'DELETE' && id !== undefined) {
    const known = truth.access.get(id.toLowerCase());
    if (!known) return fabricError(404, 'EntityNotFound', 'The role assignment could not be found.');
    if (!writes.includes(own)) return fabricError(403, 'InsufficientPrivileges', 'Only admins may do this.');
    const others = [...truth.access.values()].filter((one) => one !== known && one.role === highest);
    if (known.role === highest && others.length === 0) {
      return fabricError(400, 'BadRequest', 'The last admin cannot be removed.');
    }
    tenant.write(() => truth.access.delete(id.toLowerCase()));
    return { status: 200 };
  }
  if (request.method !== 'POST' || id !== undefined) return unknown(server, request);
  const { principal, role } = JSON.parse(request.body) as { principal: Row; role: string };
  if (!ROLES[set].includes(role)) return fabricError(400, 'InvalidParameter', 'The role is not valid.');
  const holderId = String(principal.id).toLowerCase();
  if (truth.access.has(holderId)) {
    const message = 'The principal already has a role in the workspace.';
    return fabricError(409, 'PrincipalAlreadyHasWorkspaceRolePermissions', message);
  }
  if (tenant.deleted.has(holderId)) {
    return fabricError(400, 'InvalidPrincipal', 'The principal was not found in Microsoft Entra ID');
  }
  const holder = tenant.holders.get(holderId) ?? { ...principal, id: holderId };
  tenant.write(() => truth.access.set(holderId, { holder: { ...holder, type: principal.type }, role }));
  return {
    status: 201,
    headers: { location: `${server.url}${request.path}/${holderId}` },
    json: { id: holderId, principal: holder, role },
  };
}

function items(
  server: FabricServer,
  request: SeenRequest,
  place: Place,
  id: string | undefined,
): ScriptedAnswer {
  const { shown } = server.tenant;
  const rowOf = (item: { id: string; name: string; type: string }): Row => ({
    id: item.id,
    displayName: item.name,
    type: item.type,
    workspaceId: place.id,
  });
  if (id === undefined) {
    const rows = [...shown.items.values()].filter(({ workspace }) => workspace === place.id).map(rowOf);
    return listAnswer(server, request.path, 'value', rows.map(inSomeCase));
  }
  const item = shown.items.get(id);
  if (item?.workspace !== place.id) return fabricError(404, 'ItemNotFound', 'The item could not be found.');
  const { pathname } = new URL(request.path, server.url);
  if (!pathname.endsWith('/dataAccessRoles')) return { json: rowOf(item) };
  if (!ONELAKE_TYPES.includes(item.type)) {
    return fabricError(400, 'InvalidItemType', 'The item type is not supported.');
  }
  return oneLake(server, request, item.id);
}

function oneLake(server: FabricServer, request: SeenRequest, item: string): ScriptedAnswer {
  const { tenant } = server;
  const shown = tenant.shown.oneLake.get(item) ?? { version: 0, roles: [] };
  if (request.method === 'GET') {
    const answer = listAnswer(server, request.path, 'value', shown.roles);
    return { ...answer, headers: { etag: `v${shown.version}` } };
  }
  if (request.method !== 'PUT') return unknown(server, request);
  const truth = tenant.truth.oneLake.get(item) ?? { version: 0, roles: [] };
  const match = request.headers['if-match'];
  if (match !== undefined && !/^".*"$/.test(match)) {
    return fabricError(400, 'BadRequest', 'If-Match must be quoted.');
  }
  if (match !== undefined && match !== `"v${truth.version}"`) {
    return fabricError(412, 'PreconditionFailed', 'The roles have changed.');
  }
  const { value } = JSON.parse(request.body) as { value: Row[] };
  const named = new Set(value.map(({ name }) => name));
  for (const { name } of truth.roles) {
    if (!named.has(name)) server.disasters.push(`${item}: ${name} was deleted`);
  }
  tenant.write(() => tenant.truth.oneLake.set(item, { version: truth.version + 1, roles: value }));
  return { status: 200, headers: { etag: `v${truth.version + 1}` } };
}
