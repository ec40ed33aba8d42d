import type { Kind, Row } from './databricks-account.ts';
import { type Call, platformError } from './databricks-server.ts';
import type { ScriptedAnswer } from './scripted-server.ts';

const LISTS = { catalogs: 'catalog', schemas: 'schema', tables: 'table', volumes: 'volume' } as const;
const KINDS: readonly string[] = ['metastore', 'catalog', 'schema', 'table', 'volume'];
const PRIVILEGE =
  /^(SELECT|MODIFY|ALL_PRIVILEGES|USE_CATALOG|USE_SCHEMA|BROWSE|EXECUTE|READ_VOLUME|WRITE_VOLUME|MANAGE|CREATE_[A-Z_]+|APPLY_TAG|SOMETHING_NEW_2)$/;

const gone = (kind: string, name: string): ScriptedAnswer =>
  platformError(404, `${kind.toUpperCase()}_DOES_NOT_EXIST`, `${kind} '${name}' does not exist.`);

export function answerCatalog(call: Call, [area = '', ...rest]: string[]): ScriptedAnswer | undefined {
  const { method, account } = call;
  if (area === 'metastore_summary' && method === 'GET') return { json: account.metastore };
  if (area === 'permissions' && method === 'PATCH') return changePermissions(call, rest);
  if (method !== 'GET') return undefined;
  if (area === 'permissions') return permissions(call, rest, direct);
  if (area === 'effective-permissions') return permissions(call, rest, effective);
  if (!Object.hasOwn(LISTS, area)) return undefined;
  const kind = LISTS[area as keyof typeof LISTS];
  if (rest[0] !== undefined) {
    const found = account.securables.get(`${kind} ${rest[0].toLowerCase()}`);
    return found ? { json: found.row } : gone(kind, rest[0]);
  }
  return listSecurables(call, area, kind);
}

function listSecurables(call: Call, area: string, kind: Kind): ScriptedAnswer | undefined {
  const { account, query, server } = call;
  // Leaving it out returns everything, and is being retired.
  if (!query.has('max_results')) return undefined;
  const [catalog, schema] = [query.get('catalog_name'), query.get('schema_name')];
  const parent = kind === 'catalog' ? '' : kind === 'schema' ? `${catalog}` : `${catalog}.${schema}`;
  const above: Kind | null = kind === 'catalog' ? null : kind === 'schema' ? 'catalog' : 'schema';
  if (above !== null && !account.securables.has(`${above} ${parent}`)) return gone(above, parent);
  const rows = [...account.securables.values()]
    .filter((one) => one.kind === kind && one.name.split('.').slice(0, -1).join('.') === parent)
    .map(({ row }) => row);
  return paged(rows, { key: area, query, server, max: Number(query.get('max_results')) || 100 });
}

/** Continued by a token; a page without rows lacks the list. */
function paged(
  rows: Row[],
  { key, query, server, max }: { key: string; query: URLSearchParams; server: Call['server']; max: number },
): ScriptedAnswer {
  const { empty_pages, repeat_rows } = server.paging;
  const [at = 0, isEmptied = 0] = (query.get('page_token') ?? '0').split('-').map(Number);
  if (empty_pages && !isEmptied) return { json: { next_page_token: `${at}-1` } };
  const page = rows.slice(repeat_rows ? Math.max(0, at - 1) : at, at + max);
  return {
    json: {
      ...(page.length > 0 ? { [key]: page } : {}),
      ...(at + max < rows.length ? { next_page_token: `${at + max}` } : {}),
    },
  };
}

function permissions(
  call: Call,
  [kind = '', name = '']: string[],
  read: (call: Call, kind: Kind, name: string) => Row[],
): ScriptedAnswer | undefined {
  const { account, query, server } = call;
  if (!KINDS.includes(kind) || !query.has('max_results')) return undefined;
  const max = Number(query.get('max_results'));
  if (max > 0 && max < 150) {
    return platformError(400, 'INVALID_PARAMETER_VALUE', 'max_results must be 0 or at least 150.');
  }
  if (!exists(call, kind as Kind, name)) return gone(kind, name);
  const own = query.get('principal');
  if (own !== null && account.idNamed(own) === undefined && own !== 'account users') {
    return platformError(404, 'PRINCIPAL_DOES_NOT_EXIST', `Could not find principal with name ${own}`);
  }
  const rows = read(call, kind as Kind, name)
    .filter((row) => own === null || row.principal === own)
    // Somebody who was deleted is hidden.
    .filter(
      (row) => row.principal === 'account users' || account.idNamed(String(row.principal)) !== undefined,
    )
    .map((row) => ({ ...row, principal_id: Number(account.idNamed(String(row.principal)) ?? 0) }));
  return paged(rows, { key: 'privilege_assignments', query, server, max: 150 });
}

const exists = ({ account }: Call, kind: Kind, name: string): boolean =>
  kind === 'metastore'
    ? account.metastore.metastore_id === name
    : account.securables.has(`${kind} ${name.toLowerCase()}`);

const directOf = ({ account }: Call, kind: Kind, name: string): [string, string[]][] => [
  ...(account.shown.privileges.get(`${kind} ${name.toLowerCase()}`) ?? []),
];

function direct(call: Call, kind: Kind, name: string): Row[] {
  return directOf(call, kind, name).map(([principal, privileges]) => ({ principal, privileges }));
}

/** Privileges on a container reach what is in it, but for those that are about the container itself. */
function effective(call: Call, kind: Kind, name: string): Row[] {
  const parts = name.split('.');
  const above: [Kind, string][] = [
    ...(parts.length > 2 ? [['schema', parts.slice(0, 2).join('.')] as [Kind, string]] : []),
    ...(parts.length > 1 ? [['catalog', parts[0] as string] as [Kind, string]] : []),
  ];
  const rows = new Map<string, Row[]>();
  const add = (principal: string, row: Row) => rows.set(principal, [...(rows.get(principal) ?? []), row]);
  for (const [principal, privileges] of directOf(call, kind, name)) {
    for (const privilege of privileges) add(principal, { privilege });
  }
  for (const [type, container] of above) {
    for (const [principal, privileges] of directOf(call, type, container)) {
      for (const privilege of privileges.filter((one) => !/^(USE_|CREATE_)/.test(one))) {
        add(principal, {
          privilege,
          inherited_from_type: type.toUpperCase(),
          inherited_from_name: container,
        });
      }
    }
  }
  return [...rows].map(([principal, privileges]) => ({ principal, privileges }));
}

interface Change {
  principal?: string;
  add?: string[];
  remove?: string[];
}

function changePermissions(call: Call, [kind = '', name = '']: string[]): ScriptedAnswer | undefined {
  const { account, body, server, path } = call;
  if (!KINDS.includes(kind)) return undefined;
  if (!exists(call, kind as Kind, name)) return gone(kind, name);
  if (account.lacks.has('manage')) {
    return platformError(403, 'PERMISSION_DENIED', `User does not have MANAGE on ${kind} '${name}'.`);
  }
  const { changes = [] } = JSON.parse(body) as { changes?: Change[] };
  if (changes.length !== 1) server.disasters.push(`PATCH ${path} ${body}`);
  for (const { principal = '', add = [], remove = [] } of changes) {
    if (account.idNamed(principal) === undefined && principal !== 'account users') {
      return platformError(
        404,
        'PRINCIPAL_DOES_NOT_EXIST',
        `Could not find principal with name ${principal}`,
      );
    }
    const wrong = [...add, ...remove].find((one) => !PRIVILEGE.test(one));
    if (wrong !== undefined) {
      return platformError(400, 'INVALID_PARAMETER_VALUE', `Privilege ${wrong} is not applicable.`);
    }
    account.write(() => {
      account.take(kind as Kind, name.toLowerCase(), principal, remove);
      if (add.length > 0) account.give(kind as Kind, name.toLowerCase(), principal, add);
    });
  }
  return { json: {} };
}
