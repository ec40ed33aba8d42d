import type { RawAsset, RawGrant, RawMembership, RawPrincipal } from '../../connector.ts';
import { instantOf, type Row, rowOf, textOf } from '../../rows.ts';
import { NOTHING_KNOWN, type SynapseContext } from '../connector-context.ts';
import { assetKey, type DatabaseName, principalKey } from '../keys.ts';
import type { After, Stage } from '../staged-listing.ts';
import {
  assetOfPermission,
  isBuiltIn,
  PUBLIC_ID,
  permissionGrantKey,
  permissionOf,
  principalOf,
  principalTypeOf,
  type SqlPrincipal,
  sqlPrincipalKey,
} from './catalog-rows.ts';
import {
  membersAfter,
  objectsAfter,
  permissionsAfter,
  principalsAfter,
  schemasAfter,
  WHO_AM_I,
} from './catalog-statements.ts';
import { FIXED_ROLE_PERMISSIONS } from './fixed-roles.ts';

type Context = Pick<SynapseContext, 'sql' | 'settings' | 'signal'>;

const stageName = (kind: string, { plane, database }: DatabaseName): string => `${kind} ${plane}/${database}`;

/** A stage of rows that are read in the order of a key. */
function rowStage<T>(
  { sql, settings, signal }: Context,
  database: DatabaseName,
  {
    kind,
    start,
    statement,
    parameters,
    afterOf,
    itemOf,
  }: {
    kind: string;
    start: After;
    statement: (rows: number) => string;
    parameters: (after: After) => Record<string, string | number>;
    afterOf: (row: Row) => After;
    itemOf: (row: Row) => T | undefined;
  },
): Stage<T> {
  return {
    name: stageName(kind, database),
    async page(after) {
      const at = after !== null && after.length === start.length ? after : start;
      const rows = await sql
        .session(database, 'reader')
        .query(statement(settings.page_size), parameters(at), signal);
      const isLast = rows.length < settings.page_size;
      return {
        items: rows.flatMap((row) => itemOf(row) ?? []),
        next: isLast ? null : afterOf(rowOf(rows.at(-1))),
      };
    },
  };
}

export function sqlPrincipals(context: Context): Stage<RawPrincipal>[] {
  const { sql, signal } = context;
  return sql.databases.map((database) => {
    const own = ownNames(context, database, signal);
    const stage = rowStage<SqlPrincipal>(context, database, {
      kind: 'principals',
      start: [-1],
      statement: principalsAfter,
      parameters: ([after = -1]) => ({ after }),
      afterOf: (row) => [Number(row.principal_id)],
      itemOf: principalOf,
    });
    return {
      name: stage.name,
      async page(after) {
        const { items, next } = await stage.page(after);
        const names = await own();
        const shown = items.filter(({ name }) => !/^(sys|INFORMATION_SCHEMA)$/i.test(name));
        return { items: shown.map((one) => rawPrincipal(database, one, names)), next };
      },
    };
  });
}

/** Asked only when a page is. */
function ownNames({ sql }: Context, database: DatabaseName, signal: AbortSignal): () => Promise<Set<string>> {
  return async () => {
    const names = new Set<string>();
    for (const role of ['reader', 'writer'] as const) {
      const [row] = await sql.session(database, role).query(WHO_AM_I, {}, signal);
      names.add(String(row?.name ?? '').toLowerCase());
    }
    return names;
  };
}

function rawPrincipal(
  database: DatabaseName,
  principal: SqlPrincipal,
  own: ReadonlySet<string>,
): RawPrincipal {
  const { name, type, entra_id, row } = principal;
  const kind = principalTypeOf(principal);
  const isPerson = type === 'E' && kind === 'user';
  return {
    ...NOTHING_KNOWN,
    key: sqlPrincipalKey(database, principal),
    display_name: name,
    type: kind,
    email: isPerson && isAddress(name) ? name : null,
    sign_in_name: isPerson ? name : null,
    // Of an application it is the application id, which is another.
    entra_object_id: kind === 'service_account' ? null : entra_id,
    protected: isBuiltIn(principal) || own.has(name.toLowerCase()),
    created_at: instantOf(utc(row.created_at)),
    details: {
      database: database.database,
      pool: database.plane,
      type: textOf(row.type_desc) ?? type,
      ...(kind === 'service_account' && entra_id !== null ? { application_id: entra_id } : {}),
    },
  };
}

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && !text.includes('#');

/** The catalogue writes times without a zone, and means UTC. */
const utc = (value: unknown): unknown =>
  typeof value === 'string' && !/Z$/.test(value) ? `${value}Z` : value;

export function sqlMemberships(context: Context): Stage<RawMembership>[] {
  return context.sql.databases.map((database) =>
    rowStage<RawMembership>(context, database, {
      kind: 'members',
      start: [-1, -1],
      statement: membersAfter,
      parameters: ([role = -1, member = -1]) => ({ role, member }),
      afterOf: (row) => [Number(row.role_principal_id), Number(row.member_principal_id)],
      itemOf: (row) => {
        const [role, member] = [textOf(row.role_name), textOf(row.member_name)];
        if (role === null || member === null) return undefined;
        return {
          group_key: principalKey({ kind: 'role', ...database, name: role }),
          member_key: sqlPrincipalKey(database, { name: member, type: row.member_type }),
          details: {},
        };
      },
    }),
  );
}

export function sqlAssets(context: Context): Stage<RawAsset>[] {
  const { sql, settings } = context;
  const workspace = assetKey({ kind: 'workspace', workspace: settings.workspace.toLowerCase() });
  const ownerOf = (database: DatabaseName, row: Row): string | null => {
    const owner = textOf(row.owner);
    return owner === null ? null : sqlPrincipalKey(database, { name: owner, type: row.owner_type });
  };
  const common = { tags: ['synapse'], created_at: null };
  return sql.databases.flatMap((database): Stage<RawAsset>[] => {
    const whole: RawAsset = {
      ...common,
      key: assetKey({ kind: 'database', ...database }),
      name: database.database,
      type: 'database',
      owner_key: null,
      container_key: workspace,
      details: { pool: database.plane },
    };
    return [
      {
        name: stageName('database', database),
        page: async () => ({ items: [whole], next: null }),
      },
      rowStage<RawAsset>(context, database, {
        kind: 'schemas',
        start: [-1],
        statement: schemasAfter,
        parameters: ([after = -1]) => ({ after }),
        afterOf: (row) => [Number(row.schema_id)],
        itemOf: (row) => {
          const schema = textOf(row.name);
          if (schema === null) return undefined;
          return {
            ...common,
            key: assetKey({ kind: 'schema', ...database, schema }),
            name: `${database.database}.${schema}`,
            type: 'database',
            owner_key: ownerOf(database, row),
            container_key: whole.key,
            details: { pool: database.plane, kind: 'schema' },
          };
        },
      }),
      rowStage<RawAsset>(context, database, {
        kind: 'objects',
        start: [-INT_MAX - 1],
        statement: objectsAfter,
        parameters: ([after = -1]) => ({ after }),
        afterOf: (row) => [Number(row.object_id)],
        itemOf: (row) => {
          const [schema, name] = [textOf(row.schema_name), textOf(row.name)];
          if (schema === null || name === null) return undefined;
          return {
            ...common,
            key: assetKey({ kind: 'object', ...database, schema, name }),
            name: `${database.database}.${schema}.${name}`,
            type: 'table',
            owner_key: ownerOf(database, row),
            container_key: assetKey({ kind: 'schema', ...database, schema }),
            created_at: instantOf(utc(row.created_at)),
            details: { pool: database.plane, kind: String(row.type ?? '').trim() },
          };
        },
      }),
    ];
  });
}

const INT_MAX = 2 ** 31 - 1;

export function sqlGrants(context: Context): Stage<RawGrant>[] {
  return context.sql.databases.flatMap((database): Stage<RawGrant>[] => [
    {
      name: stageName('fixed roles', database),
      page: async () => ({ items: fixedRoleGrants(database), next: null }),
    },
    rowStage<RawGrant>(context, database, {
      kind: 'permissions',
      start: [-1, -INT_MAX - 1, -1, -1, '', -1],
      statement: permissionsAfter,
      parameters: ([kind = -1, major = -1, minor = -1, grantee = -1, type = '', grantor = -1]) => ({
        class: kind,
        major,
        minor,
        grantee,
        type,
        grantor,
      }),
      afterOf: (row) => [
        Number(row.class),
        Number(row.major_id),
        Number(row.minor_id),
        Number(row.grantee_principal_id),
        String(row.type),
        Number(row.grantor_principal_id),
      ],
      itemOf: (row) => grantOf(database, row),
    }),
  ]);
}

/** What their members get by being in them; the catalogue does not list it. */
const fixedRoleGrants = (database: DatabaseName): RawGrant[] =>
  Object.keys(FIXED_ROLE_PERMISSIONS).map((role) => {
    const principal_key = principalKey({ kind: 'role', ...database, name: role });
    const asset_key = assetKey({ kind: 'database', ...database });
    return {
      key: permissionGrantKey(principal_key, asset_key, { name: role, column: null, grantor: null }),
      principal_key,
      asset_key,
      permission: role,
      via_group_key: null,
      granted_at: null,
      revocable: false,
      details: { fixed_role: true },
    };
  });

function grantOf(database: DatabaseName, row: Row): RawGrant | undefined {
  const permission = permissionOf(row);
  const asset = permission && assetOfPermission(database, permission);
  if (!permission || !asset) return undefined;
  const { name, column, grantor, state, grantee, grantee_type, grantee_id } = permission;
  const principal_key = sqlPrincipalKey(database, { name: grantee, type: grantee_type });
  const asset_key = assetKey(asset);
  return {
    key: permissionGrantKey(principal_key, asset_key, permission),
    principal_key,
    asset_key,
    permission: name,
    via_group_key: null,
    granted_at: null,
    revocable: grantee_id !== PUBLIC_ID,
    details: {
      grantor,
      ...(column === null ? {} : { column }),
      ...(state === 'W' ? { grant_option: true } : {}),
    },
  };
}
