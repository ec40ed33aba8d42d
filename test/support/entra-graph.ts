import { type EntraServer, graphError } from './entra-server.ts';
import type { EntraTenant, Row } from './entra-tenant.ts';
import type { ScriptedAnswer, SeenRequest } from './scripted-server.ts';

const MISSING = graphError(404, 'Request_ResourceNotFound', 'Resource does not exist.');
const DENIED = graphError(
  403,
  'Authorization_RequestDenied',
  'Insufficient privileges to complete the operation.',
);
const DONE: ScriptedAnswer = { status: 204 };

interface Call {
  server: EntraServer;
  tenant: EntraTenant;
  method: string;
  version: string;
  parts: string[];
  query: URLSearchParams;
  body: string;
}

/** One request to Graph. Ids in paths have no case. */
export function answerGraph(server: EntraServer, { method, path, body }: SeenRequest): ScriptedAnswer {
  const url = new URL(path, server.url);
  const [version = '', ...parts] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const call: Call = { server, tenant: server.tenant, method, version, parts, query: url.searchParams, body };
  const answer = route(call);
  if (answer) return answer;
  server.unknown.push(`${method} ${path}`);
  return graphError(400, 'BadRequest', `Resource not found for the segment '${parts.at(-1)}'.`);
}

function route(call: Call): ScriptedAnswer | undefined {
  const [set, id, relation] = call.parts;
  switch (`${call.method} ${set}`) {
    case 'GET users':
      return call.tenant.may('User.Read.All') ? readObjects(call, call.tenant.users) : DENIED;
    case 'GET groups':
      if (id === 'delta') return call.tenant.may('GroupMember.Read.All') ? readChanges(call) : DENIED;
      return call.tenant.may('GroupMember.Read.All') ? readObjects(call, call.tenant.groups) : DENIED;
    case 'GET servicePrincipals':
      return call.tenant.may('Application.Read.All') ? readObjects(call, call.tenant.applications) : DENIED;
    case 'GET auditLogs':
      return readSignIns(call);
    case 'GET roleManagement':
      return rowsAnswer(
        call,
        call.tenant.directoryRoles.filter((one) => matches(call, one)),
      );
    case 'DELETE groups':
    case 'POST groups':
      return relation === 'members' ? changeMember(call, id as string) : undefined;
    case 'DELETE servicePrincipals':
    case 'POST servicePrincipals':
      return relation === 'appRoleAssignedTo' ? changeAssignment(call, id as string) : undefined;
    default:
      return undefined;
  }
}

function readObjects(call: Call, objects: Map<string, Row>): ScriptedAnswer | undefined {
  const { tenant, parts, query } = call;
  const [set, givenId, relation] = parts;
  if (givenId === undefined) {
    if (
      query.get('$select')?.includes('signInActivity') &&
      !(tenant.isPremium && tenant.may('AuditLog.Read.All'))
    ) {
      return graphError(
        403,
        'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
        'Neither tenant is B2C or tenant does not have premium license.',
      );
    }
    const max = set === 'servicePrincipals' ? 100 : 999;
    const rows = [...objects.values()].filter((row) => matches(call, row)).map((row) => expanded(call, row));
    return rowsAnswer(call, rows, max);
  }
  const id = givenId.toLowerCase();
  const row = objects.get(id);
  if (!row) return MISSING;
  if (relation === undefined) return { json: selected(call, row) };
  return readRelation(call, id, relation);
}

function readRelation(call: Call, id: string, relation: string): ScriptedAnswer | undefined {
  const { tenant, version } = call;
  const { members, assignments } = tenant.shown;
  const typed = (ids: Iterable<string>): Row[] =>
    [...ids].map((one) => ({ '@odata.type': tenant.typeOf(one), ...(tenant.find(one) ?? {}), id: one }));
  switch (relation) {
    case 'members': {
      if (tenant.groups.get(id)?.visibility === 'HiddenMembership' && !tenant.may('Member.Read.Hidden'))
        return DENIED;
      const all = typed(members.get(id) ?? []);
      // v1.0 leaves service principals out.
      return rowsAnswer(
        call,
        version === 'beta'
          ? all
          : all.filter((row) => !String(row['@odata.type']).endsWith('servicePrincipal')),
      );
    }
    case 'memberOf':
      return rowsAnswer(call, typed([...members].filter(([, ids]) => ids.has(id)).map(([group]) => group)));
    case 'owners':
      return rowsAnswer(call, typed(tenant.owners.get(id) ?? []));
    case 'appRoleAssignedTo':
      return rowsAnswer(
        call,
        [...assignments.values()].filter((one) => one.resourceId === id),
      );
    case 'appRoleAssignments': {
      const groups = tenant.users.has(id)
        ? [...members].filter(([, ids]) => ids.has(id)).map(([group]) => group)
        : [];
      return rowsAnswer(
        call,
        [...assignments.values()].filter((one) => [id, ...groups].includes(one.principalId)),
      );
    }
    default:
      return undefined;
  }
}

/** Groups that have changed since a token; without one, all of them. */
function readChanges({ server, tenant, version, query }: Call): ScriptedAnswer | undefined {
  if (version !== 'v1.0' || query.has('$top') || query.has('$filter')) return undefined;
  const link = (name: string, token: string): string =>
    `${server.url}/v1.0/groups/delta?${new URLSearchParams({ [name]: token })}`;
  const given = query.get('$deltatoken');
  if (given === 'latest') {
    return { json: { value: [], '@odata.deltaLink': link('$deltatoken', tenant.keepToken()) } };
  }
  // A page: what is left of the changed groups, and the token for afterwards.
  const [rest, after] = query.has('$skiptoken')
    ? (JSON.parse(query.get('$skiptoken') as string) as [string[], string])
    : [tenant.changedSince(given), tenant.keepToken()];
  if (rest === null) {
    return {
      ...graphError(410, 'syncStateNotFound', 'The sync state generation is not found.'),
      headers: { location: link('$deltatoken', '') },
    };
  }
  const { empty_pages, repeat_rows } = server.paging;
  const isEmptied = empty_pages && !query.has('$skiptoken') && rest.length > 0;
  const taken = isEmptied ? [] : rest.slice(0, 2);
  const left = isEmptied ? rest : rest.slice(repeat_rows && rest.length > 2 ? 1 : 2);
  const value = taken.map((id) =>
    tenant.groups.has(id)
      ? {
          id,
          'members@delta': [...(tenant.shown.members.get(id) ?? [])]
            .filter((member) => tenant.typeOf(member) !== '#microsoft.graph.servicePrincipal')
            .map((member) => ({ '@odata.type': tenant.typeOf(member), id: member })),
        }
      : { id, '@removed': { reason: 'deleted' } },
  );
  return {
    json:
      left.length > 0
        ? { value, '@odata.nextLink': link('$skiptoken', JSON.stringify([left, after])) }
        : { value, '@odata.deltaLink': link('$deltatoken', after) },
  };
}

/** `name eq 'value'`, without case. */
function matches({ query }: Call, row: object): boolean {
  const filter = query.get('$filter');
  if (filter === null) return true;
  const [, name = '', value = ''] = /^(\w+) eq '([^']*)'$/.exec(filter) ?? [];
  return String((row as Row)[name]).toLowerCase() === value.toLowerCase();
}

function expanded({ tenant, query }: Call, row: Row): Row {
  const expand = query.get('$expand') ?? '';
  if (expand.startsWith('owners')) {
    const owners = (tenant.owners.get(String(row.id)) ?? []).slice(0, 20);
    return { ...row, owners: owners.map((id) => ({ '@odata.type': tenant.typeOf(id), id })) };
  }
  return row;
}

/** What was asked for; some rows are expanded, and typed ones keep their type. */
function selected({ query }: Call, row: Row): Row {
  const select = query.get('$select')?.split(',');
  if (!select) return row;
  const kept = new Set([...select, '@odata.type', 'owners', 'manager']);
  return Object.fromEntries(Object.entries(row).filter(([name]) => kept.has(name)));
}

function rowsAnswer(call: Call, rows: readonly object[], max = 999): ScriptedAnswer {
  const { server, query } = call;
  const top = Math.min(Number(query.get('$top') ?? 100), max);
  const [at = 0, isEmptied = 0] = (query.get('$skiptoken') ?? '0').split('-').map(Number);
  const link = (token: string): string => {
    const url = new URL(`/${call.version}/${call.parts.join('/')}`, server.url);
    for (const [name, value] of query) url.searchParams.set(name, value);
    url.searchParams.set('$skiptoken', token);
    return server.paging.foreign_links ? url.href.replace(server.url, 'http://127.0.0.1:9') : url.href;
  };
  if (server.paging.empty_pages && at > 0 && !isEmptied) {
    return { json: { value: [], '@odata.nextLink': link(`${at}-1`) } };
  }
  const from = server.paging.repeat_rows ? Math.max(0, at - 1) : at;
  const value = rows.slice(from, at + top).map((row) => selected(call, row as Row));
  const isLast = at + top >= rows.length;
  return { json: { value, ...(isLast ? {} : { '@odata.nextLink': link(String(at + top)) }) } };
}

function readSignIns(call: Call): ScriptedAnswer | undefined {
  const { tenant, version, query, parts } = call;
  if (parts[1] !== 'signIns') return undefined;
  if (!tenant.isPremium) {
    return graphError(403, 'Authentication_RequestFromNonPremiumTenantOrB2CTenant', 'No premium license.');
  }
  if (!tenant.may('AuditLog.Read.All')) return DENIED;
  const [, from = '', to = '', kind = 'interactiveUser'] =
    /^createdDateTime ge (\S+) and createdDateTime le (\S+?)(?: and signInEventTypes\/any\(t: t eq '(\w+)'\))?$/.exec(
      query.get('$filter') ?? '',
    ) ?? [];
  if (from === '' || (version === 'v1.0' && kind !== 'interactiveUser')) return undefined;
  const within = tenant.signIns
    .filter((row) => (row.signInEventTypes as string[])[0] === kind)
    .filter(
      ({ createdDateTime: at }) =>
        Date.parse(at as string) >= Date.parse(from) && Date.parse(at as string) <= Date.parse(to),
    )
    .sort((a, b) => String(b.createdDateTime).localeCompare(String(a.createdDateTime)));
  return rowsAnswer(call, within, 1000);
}

function changeMember(
  { server, tenant, method, parts, body }: Call,
  groupId: string,
): ScriptedAnswer | undefined {
  const id = groupId.toLowerCase();
  const group = tenant.groups.get(id);
  const members = tenant.members.get(id);
  if (!group || !members) return MISSING;
  if (!tenant.may('GroupMember.ReadWrite.All')) return DENIED;
  if (method === 'DELETE' && parts.at(-1) !== '$ref') {
    server.disasters.push(parts.join('/'));
    tenant.users.delete(String(parts[3]).toLowerCase());
    return DONE;
  }
  const refusal = refusalOf(group, tenant);
  if (refusal) return refusal;
  if (method === 'DELETE') {
    const memberId = String(parts[3]).toLowerCase();
    if (!members.has(memberId)) return MISSING;
    tenant.write(() => members.delete(memberId));
    return DONE;
  }
  const reference = String((JSON.parse(body) as Row)['@odata.id']);
  const memberId = reference.split('/').at(-1)?.toLowerCase() ?? '';
  if (!tenant.find(memberId)) return MISSING;
  if (members.has(memberId)) {
    return graphError(
      400,
      'Request_BadRequest',
      "One or more added object references already exist for the following modified properties: 'members'.",
    );
  }
  tenant.write(() => members.add(memberId));
  return DONE;
}

function refusalOf(group: Row, tenant: EntraTenant): ScriptedAnswer | null {
  const kinds = group.groupTypes as string[];
  if (kinds.includes('DynamicMembership') || group.onPremisesSyncEnabled === true) {
    return graphError(400, 'Request_BadRequest', 'The group cannot be changed here.');
  }
  if (group.mailEnabled === true && !kinds.includes('Unified')) return DENIED;
  if (group.isManagementRestricted === true) return DENIED;
  return group.isAssignableToRole === true && !tenant.may('RoleManagement.ReadWrite.Directory')
    ? DENIED
    : null;
}

function changeAssignment(
  { tenant, method, parts, body }: Call,
  resourceId: string,
): ScriptedAnswer | undefined {
  const application = tenant.applications.get(resourceId.toLowerCase());
  if (!application) return MISSING;
  if (!tenant.may('AppRoleAssignment.ReadWrite.All')) return DENIED;
  if (method === 'DELETE') {
    const id = String(parts[3]);
    if (!tenant.assignments.has(id)) return MISSING;
    tenant.write(() => tenant.assignments.delete(id));
    return DONE;
  }
  const { principalId, appRoleId } = JSON.parse(body) as { principalId: string; appRoleId: string };
  if (!tenant.find(principalId)) return MISSING;
  const isSame = (one: { principalId: string; resourceId: string; appRoleId: string }): boolean =>
    one.principalId === principalId && one.resourceId === application.id && one.appRoleId === appRoleId;
  if ([...tenant.assignments.values()].some(isSame)) {
    return graphError(400, 'Request_BadRequest', 'Permission being assigned already exists on the object.');
  }
  let made: unknown;
  tenant.write(() => {
    made = tenant.assign(principalId, application.id as string, appRoleId);
  });
  return { status: 201, json: made };
}
