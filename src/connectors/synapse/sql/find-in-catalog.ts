import { Refusal } from '../../refusal.ts';
import { type Row, textOf } from '../../rows.ts';
import type { SynapseContext } from '../connector-context.ts';
import type { DatabaseName, PrincipalName } from '../keys.ts';
import { isBuiltIn, PUBLIC_ID, principalOf, type SqlAsset, type SqlPrincipal } from './catalog-rows.ts';
import { OBJECT_NAMED, PRINCIPAL_NAMED, SCHEMA_NAMED, WHO_AM_I } from './catalog-statements.ts';

type Context = Pick<SynapseContext, 'sql' | 'signal'>;
export type SqlName = Extract<PrincipalName, DatabaseName>;

const DBO_ID = 1;

/** What permissions are on, as the catalogue numbers it. */
export interface Securable {
  class: number;
  major_id: number;
  /** `null` for a database. */
  schema_id: number | null;
  /** Whose name stands as the grantor when somebody who may do everything gives a permission. */
  owner_id: number | null;
}

export function configuredDatabase({ sql }: Context, name: DatabaseName): DatabaseName | undefined {
  return sql.find({ plane: name.plane, database: name.database });
}

export async function findPrincipal(context: Context, name: SqlName): Promise<SqlPrincipal | undefined> {
  const database = configuredDatabase(context, name);
  if (!database) return undefined;
  const rows = await context.sql
    .session(database, 'reader')
    .query(PRINCIPAL_NAMED, { name: name.name }, context.signal);
  const principal = rows[0] && principalOf(rows[0]);
  return principal && (principal.type === 'R') === (name.kind === 'role') ? principal : undefined;
}

export async function findSecurable(context: Context, asset: SqlAsset): Promise<Securable | undefined> {
  const database = configuredDatabase(context, asset);
  if (!database) return undefined;
  if (asset.kind === 'database') return { class: 0, major_id: 0, schema_id: null, owner_id: DBO_ID };
  const session = context.sql.session(database, 'reader');
  const [statement, parameters] =
    asset.kind === 'schema'
      ? [SCHEMA_NAMED, { schema: asset.schema }]
      : [OBJECT_NAMED, { schema: asset.schema, name: asset.name }];
  const [row] = await session.query(statement, parameters, context.signal);
  return row && securableOf(row, asset.kind);
}

function securableOf(row: Row, kind: 'schema' | 'object'): Securable | undefined {
  const { object_id, schema_id, owner_id } = row;
  if (typeof schema_id !== 'number') return undefined;
  const owner = typeof owner_id === 'number' ? owner_id : null;
  if (kind === 'schema') return { class: 3, major_id: schema_id, schema_id, owner_id: owner };
  return typeof object_id === 'number'
    ? { class: 1, major_id: object_id, schema_id, owner_id: owner }
    : undefined;
}

/** Throws a Refusal for principals whose access is not changed one by one. */
export async function refusePrincipal(
  context: Context,
  database: DatabaseName,
  principal: SqlPrincipal,
): Promise<void> {
  if (principal.id === PUBLIC_ID) {
    throw new Refusal('everybody', 'public is everybody: what it has, no one principal can lose.');
  }
  if (isBuiltIn(principal)) {
    throw new Refusal('built_in', `${principal.name} comes with the database and cannot be changed.`);
  }
  const writer = context.sql.session(database, 'writer');
  for (const session of new Set([context.sql.session(database, 'reader'), writer])) {
    const [row] = await session.query(WHO_AM_I, {}, context.signal);
    if (textOf(row?.name)?.toLowerCase() === principal.name.toLowerCase()) {
      throw new Refusal('connector_itself', 'Lapse itself works as this principal: change it by hand.');
    }
    // Only whoever may do everything gives and takes in the name of the owner, so that what is put back is the same.
    if (session === writer && row?.is_owner !== 1) {
      throw new Refusal(
        'not_permitted',
        `Lapse must be in db_owner of ${database.database} to take access away and to put it back exactly.`,
      );
    }
  }
}

export async function requirePrincipal(context: Context, name: SqlName): Promise<SqlPrincipal> {
  const found = await findPrincipal(context, name);
  if (found) return found;
  throw new Refusal('unknown_principal', `The database ${name.database} has no ${name.kind} ${name.name}.`);
}
