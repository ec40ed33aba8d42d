import { ConnectorError, type RawAsset, type RawMembership, type RawPrincipal } from '../../connector.ts';
import { NOTHING_KNOWN } from '../../nothing-known.ts';
import { instantOf, type Row, textOf } from '../../rows.ts';
import { assetKey, type DatabaseName, principalKey } from '../keys.ts';
import type { Stage } from '../staged-listing.ts';
import {
  isBuiltIn,
  principalOf,
  principalTypeOf,
  type SqlPrincipal,
  sqlPrincipalKey,
} from './catalog-rows.ts';
import { membersAfter, objectsAfter, principalsAfter, schemasAfter, WHO_AM_I } from './catalog-statements.ts';
import { ID_MIN, type ListingContext, rowStage, stageName } from './row-stage.ts';

export function sqlPrincipals(context: ListingContext): Stage<RawPrincipal>[] {
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
function ownNames(
  { sql }: ListingContext,
  database: DatabaseName,
  signal: AbortSignal,
): () => Promise<Set<string>> {
  return async () => {
    const names = new Set<string>();
    for (const role of ['reader', 'writer'] as const) {
      try {
        const [row] = await sql.session(database, role).query(WHO_AM_I, {}, signal);
        names.add(String(row?.name ?? '').toLowerCase());
      } catch (error) {
        // A login that may not come in changes nothing either; health names it.
        const isRefused = error instanceof ConnectorError && !error.retryable;
        if (role === 'reader' || !isRefused) throw error;
      }
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
    ...(type === 'X' ? { members_elsewhere: true } : {}),
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

export function sqlMemberships(context: ListingContext): Stage<RawMembership>[] {
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

export function sqlAssets(context: ListingContext): Stage<RawAsset>[] {
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
        start: [ID_MIN],
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
