import * as statements from '../../../src/connectors/synapse/sql/catalog-statements.ts';
import { OLDEST_REQUEST, REQUESTS_AFTER } from '../../../src/connectors/synapse/use/request-views.ts';
import type { ColumnKind, RowSet, Rows, Value } from '../tds/tokens.ts';
import type { Permission, Principal, SqlDatabase } from './sql-database.ts';

export interface Session {
  database: SqlDatabase;
  principal: Principal;
}

type Parameters = Record<string, string | number | null>;
type Answer = (session: Session, parameters: Parameters, rows: number) => Rows;

const COLUMNS: Record<string, ColumnKind> = {
  sid: 'binary',
  is_fixed_role: 'bit',
  ...Object.fromEntries(
    `principal_id is_owner may_view schema_id object_id owner_id role_principal_id member_principal_id class major_id
     minor_id grantee_principal_id grantor_principal_id`
      .split(/\s+/)
      .map((name) => [name, 'int' as const]),
  ),
};

const CREATED = '2025-01-01T00:00:00';

const byId = (a: { id: number }, b: { id: number }): number => a.id - b.id;

const principalRow = ({
  principal_id,
  name,
  type,
  sid,
  is_fixed_role,
}: Principal): Record<string, Value> => ({
  principal_id,
  name,
  type: `${type}`,
  type_desc: { E: 'EXTERNAL_USER', X: 'EXTERNAL_GROUP', S: 'SQL_USER', R: 'DATABASE_ROLE' }[type],
  sid,
  is_fixed_role,
  authentication_type_desc: type === 'E' || type === 'X' ? 'EXTERNAL' : 'NONE',
  created_at: CREATED,
});

const schemaRow = (database: SqlDatabase, id: number): Record<string, Value> => {
  const { name, owner } = database.schemas.get(id) as { name: string; owner: number };
  const who = database.principals.get(owner);
  return { schema_id: id, name, owner: who?.name ?? null, owner_type: who?.type ?? null, owner_id: owner };
};

const objectRow = (database: SqlDatabase, id: number): Record<string, Value> => {
  const { name, type, schema } = database.objects.get(id) as { name: string; type: string; schema: string };
  const of = database.schemaNamed(schema) as { id: number; owner: number };
  const who = database.principals.get(of.owner);
  return {
    object_id: id,
    name,
    type: type.padEnd(2),
    schema_id: of.id,
    schema_name: schema,
    owner: who?.name ?? null,
    owner_type: who?.type ?? null,
    owner_id: of.owner,
    created_at: CREATED,
  };
};

function memberRows(database: SqlDatabase): Record<string, Value>[] {
  return [...database.members]
    .map((edge) => edge.split(' ').map(Number) as [number, number])
    .sort(([a, b], [c, d]) => a - c || b - d)
    .map(([role, member]) => ({
      role_principal_id: role,
      member_principal_id: member,
      role_name: database.principals.get(role)?.name ?? null,
      is_fixed_role: database.principals.get(role)?.is_fixed_role ?? false,
      member_name: database.principals.get(member)?.name ?? null,
      member_type: database.principals.get(member)?.type ?? null,
    }));
}

const orderOf = (one: Permission): (number | string)[] => [
  one.class,
  one.major_id,
  one.minor_id,
  one.grantee,
  one.type,
  one.grantor,
];

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [i, one] of a.entries()) {
    const other = b[i] as number | string;
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

function permissionRow(database: SqlDatabase, one: Permission): Record<string, Value> {
  const object = one.class === 1 ? database.objects.get(one.major_id) : undefined;
  const schema = one.class === 3 ? database.schemas.get(one.major_id)?.name : object?.schema;
  return {
    class: one.class,
    major_id: one.major_id,
    minor_id: one.minor_id,
    grantee_principal_id: one.grantee,
    grantor_principal_id: one.grantor,
    type: one.type,
    permission_name: one.name,
    state: one.state,
    grantee: database.principals.get(one.grantee)?.name ?? null,
    grantee_type: database.principals.get(one.grantee)?.type ?? null,
    grantor: database.principals.get(one.grantor)?.name ?? null,
    schema_name: schema ?? null,
    object_name: object?.name ?? null,
    column_name: one.minor_id > 0 ? (object?.columns[one.minor_id - 1] ?? null) : null,
  };
}

function permissionRows(database: SqlDatabase, isWanted: (one: Permission) => boolean): Rows {
  return database.permissions
    .filter(isWanted)
    .sort((a, b) => compare(orderOf(a), orderOf(b)))
    .map((one) => permissionRow(database, one));
}

const isRole = (database: SqlDatabase, id: number): boolean => database.principals.get(id)?.type === 'R';

/** Statements that name how many rows they want at most, written with a number that is none of a test. */
const SIZE = 123_456;
const ANSWERS: [string, Answer][] = [
  [
    statements.WHO_AM_I,
    ({ database, principal }) => {
      const isOwner = database.rolesOf(principal.principal_id).has(database.idOf('db_owner'));
      return [{ name: principal.name, is_owner: isOwner ? 1 : 0, may_view: 1 }];
    },
  ],
  [
    statements.principalsAfter(SIZE),
    ({ database }, { after }) =>
      [...database.principals.values()]
        .filter(({ principal_id }) => principal_id > Number(after))
        .sort((a, b) => a.principal_id - b.principal_id)
        .map(principalRow),
  ],
  [
    statements.PRINCIPAL_NAMED,
    ({ database }, { name }) =>
      [database.find(String(name))].flatMap((one) => (one ? [principalRow(one)] : [])),
  ],
  [
    statements.schemasAfter(SIZE),
    ({ database }, { after }) =>
      [...database.schemas]
        .filter(([id, { name }]) => id > Number(after) && name !== 'sys' && name !== 'INFORMATION_SCHEMA')
        .map(([id]) => ({ id }))
        .sort(byId)
        .map(({ id }) => schemaRow(database, id)),
  ],
  [
    statements.SCHEMA_NAMED,
    ({ database }, { schema }) => {
      const found = database.schemaNamed(String(schema));
      return found ? [schemaRow(database, found.id)] : [];
    },
  ],
  [
    statements.objectsAfter(SIZE),
    ({ database }, { after }) =>
      [...database.objects.keys()]
        .filter((id) => id > Number(after))
        .map((id) => ({ id }))
        .sort(byId)
        .map(({ id }) => objectRow(database, id)),
  ],
  [
    statements.OBJECT_NAMED,
    ({ database }, { schema, name }) => {
      const found = database.objectNamed(String(schema), String(name));
      return found ? [objectRow(database, found.object_id)] : [];
    },
  ],
  [
    statements.membersAfter(SIZE),
    ({ database }, { role, member }) =>
      memberRows(database).filter((one) => {
        const [a, b] = [Number(one.role_principal_id), Number(one.member_principal_id)];
        return a > Number(role) || (a === Number(role) && b > Number(member));
      }),
  ],
  [
    statements.ROLES_ABOVE,
    ({ database }, { principal }) =>
      memberRows(database).filter(
        (one) => one.member_principal_id === Number(principal) || one.member_type === 'R',
      ),
  ],
  [
    statements.MEMBERSHIP,
    ({ database }, { role, member }) =>
      memberRows(database).filter((one) => one.role_name === role && one.member_name === member),
  ],
  [
    statements.permissionsAfter(SIZE),
    ({ database }, p, rows) => {
      const start = [p.class, p.major, p.minor, p.grantee, p.type, p.grantor] as (number | string)[];
      // What is behind the page is not sorted out again for each of them.
      return permissionRows(
        database,
        (one) =>
          one.state !== 'D' &&
          !database.principals.get(one.grantee)?.is_fixed_role &&
          compare(orderOf(one), start) > 0,
      ).slice(0, rows);
    },
  ],
  [
    statements.PERMISSIONS_AROUND,
    ({ database }, p) =>
      permissionRows(
        database,
        (one) =>
          one.class === Number(p.class) &&
          one.major_id === Number(p.major) &&
          (one.grantee === Number(p.principal) || one.grantor === Number(p.principal)),
      ),
  ],
  [
    statements.PERMISSIONS_ON,
    ({ database }, p) =>
      permissionRows(
        database,
        (one) =>
          (one.grantee === Number(p.principal) || isRole(database, one.grantee)) &&
          (one.class === 0 ||
            (one.class === 3 && one.major_id === Number(p.schema)) ||
            (one.class === 1 && one.major_id === Number(p.object))),
      ),
  ],
  [
    statements.GIVEN_BY,
    ({ database }, { principal }) =>
      permissionRows(database, (one) => one.grantor === Number(principal)).slice(0, 20),
  ],
  [OLDEST_REQUEST, ({ database }) => [{ oldest: database.requests[0]?.submitted ?? null }]],
  [
    REQUESTS_AFTER,
    ({ database }, { at, id }) =>
      database.requests
        .filter((one) => compare([one.submitted, one.request_id], [String(at), String(id)]) > 0)
        .sort((a, b) => compare([a.submitted, a.request_id], [b.submitted, b.request_id]))
        .map(({ command, ...one }) => ({ ...one, begins: command.slice(0, 40) })),
  ],
];

/** What the catalogue says to a statement that the connector is known to ask; `undefined` to any other. */
export function answerCatalog(session: Session, text: string, parameters: Parameters): RowSet | undefined {
  const size = /TOP \((\d+)\)/.exec(text)?.[1];
  const known = ANSWERS.find(([statement]) => {
    const asked = statement.includes(`TOP (${SIZE})`)
      ? statement.replace(String(SIZE), size ?? '')
      : statement;
    return asked === text;
  });
  if (!known) return undefined;
  const limit = size === undefined ? Number.POSITIVE_INFINITY : Number(size);
  const rows = known[1](session, parameters, limit).slice(0, limit);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { columns: Object.fromEntries(names.map((name) => [name, COLUMNS[name] ?? 'text'])), rows };
}
