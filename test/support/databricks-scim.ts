import type { Row } from './databricks-account.ts';
import type { Call } from './databricks-server.ts';
import type { ScriptedAnswer } from './scripted-server.ts';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

export const scimError = (status: number, detail: string, scimType?: string): ScriptedAnswer => ({
  status,
  json: { schemas: [ERROR], detail, status: String(status), ...(scimType ? { scimType } : {}) },
});

const SETS = { Users: 'users', Groups: 'groups', ServicePrincipals: 'servicePrincipals' } as const;

/** SCIM as Databricks speaks it: lists of the account leave the members of groups out. */
export function answerScim(
  call: Call,
  [set, id]: string[],
  level: 'account' | 'workspace',
): ScriptedAnswer | undefined {
  const { account, method, server } = call;
  if (!Object.hasOwn(SETS, set ?? '')) return undefined;
  if (account.lacks.has('scim')) return scimError(403, 'Only account admins may do this.');
  const rows = account[SETS[set as keyof typeof SETS]];
  if (method === 'GET' && id === undefined) return list(call, [...rows.values()], level);
  const row = rows.get(id ?? '');
  if (!row) return scimError(404, `${set} with id ${id} not found.`);
  if (method === 'GET') return { json: selected(call, withMembers(call, row, set as string)) };
  if (method === 'DELETE' || method === 'PUT') {
    server.disasters.push(`${method} ${call.path}`);
    return { status: 204 };
  }
  return method === 'PATCH' && set === 'Groups' ? patchGroup(call, row, level) : undefined;
}

function list(call: Call, all: Row[], level: 'account' | 'workspace'): ScriptedAnswer {
  const { query, server } = call;
  const found = all.filter((row) => matches(query.get('filter'), row));
  const startIndex = Math.max(1, Number(query.get('startIndex') ?? 1));
  const asked = Math.min(Number(query.get('count') ?? 100), 10_000);
  const count = server.paging.short_pages ? Math.max(2, asked - 3) : asked;
  const rows = found.slice(startIndex - 1, startIndex - 1 + Math.min(count, asked));
  const resources = rows.map((row) =>
    selected(
      call,
      level === 'workspace' && call.parts.includes('Groups') ? withMembers(call, row, 'Groups') : row,
    ),
  );
  return {
    json: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: found.length,
      startIndex,
      itemsPerPage: resources.length,
      ...(resources.length > 0 ? { Resources: resources } : {}),
    },
  };
}

/** `name eq "value"`, without case. */
function matches(filter: string | null, row: Row): boolean {
  if (filter === null) return true;
  const [, name = '', value = ''] = /^(\w+) eq "([^"]*)"$/.exec(filter) ?? [];
  return String(row[name]).toLowerCase() === value.toLowerCase();
}

function withMembers({ account }: Call, row: Row, set: string): Row {
  if (set !== 'Groups') return row;
  const members = [...(account.shown.members.get(row.id as string) ?? new Map()).keys()].map((reference) => ({
    $ref: reference,
    value: reference.split('/')[1],
    display: null,
  }));
  return members.length > 0 ? { ...row, members } : row;
}

function selected({ query }: Call, row: Row): Row {
  const attributes = query.get('attributes')?.split(',');
  if (!attributes) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => attributes.includes(name)));
}

function patchGroup(
  { account, body, server, path }: Call,
  row: Row,
  level: 'account' | 'workspace',
): ScriptedAnswer {
  if (account.lacks.has('groups')) return scimError(403, 'Only account admins may change groups.');
  const { schemas, Operations } = JSON.parse(body) as { schemas?: string[]; Operations?: Row[] };
  if (!schemas?.[0]?.endsWith(':PatchOp') || Operations?.length !== 1) {
    return scimError(400, 'Invalid patch request', 'invalidSyntax');
  }
  if (level === 'workspace' && (row.meta as Row).resourceType !== 'WorkspaceGroup') {
    return scimError(400, 'Account groups cannot be changed in a workspace.', 'mutability');
  }
  const members = account.members.get(row.id as string) as Map<string, true>;
  const { op, path: where, value } = Operations[0] as Row;
  const [, removed] = /^members\[value eq "(\d+)"\]$/.exec(String(where)) ?? [];
  if (op === 'remove' && removed !== undefined) {
    account.write(() => {
      for (const reference of members.keys())
        if (reference.endsWith(`/${removed}`)) members.delete(reference);
    });
    return { status: 204 };
  }
  if (op === 'remove') {
    server.disasters.push(`PATCH ${path} ${body}`);
    account.write(() => members.clear());
    return { status: 204 };
  }
  if (op !== 'add' || where !== 'members') return scimError(400, 'Unsupported path', 'invalidPath');
  for (const { value: id } of value as Row[]) {
    const reference = referenceTo(account, id as string);
    if (reference === null) return scimError(404, `Member ${id} not found.`);
    account.write(() => members.set(reference, true));
  }
  return { status: 200, json: row };
}

function referenceTo(account: Call['account'], id: string): string | null {
  const set = (Object.keys(SETS) as (keyof typeof SETS)[]).find((one) => account[SETS[one]].has(id));
  return set ? `${set}/${id}` : null;
}
