import { ACL_ROW, type AclEntry, type AclRow, entriesOf, type ObjectKind } from './acl.ts';
import { type AssetName, localNames } from './keys.ts';
import type { Session } from './sessions.ts';

/** A database, schema or table with its owner and all rights on it. */
export interface PostgresObject {
  oid: string;
  name: AssetName;
  owner: string;
  /** r table, p partitioned, v view, m materialised view, f foreign table; null for what is no relation. */
  relkind: string | null;
  is_partition: boolean;
  /** No right was ever given or taken: what is listed are the server's defaults. */
  has_default_acl: boolean;
  acl: AclEntry[];
}

interface ObjectRow extends Omit<PostgresObject, 'name' | 'acl'> {
  schema: string | null;
  name: string;
  acl: AclRow[] | null;
  column_acl: AclRow[] | null;
}

const explode = (acl: string): string =>
  `(SELECT json_agg(${ACL_ROW}) FROM aclexplode(${acl}) x
    LEFT JOIN pg_roles grantee ON grantee.oid = x.grantee LEFT JOIN pg_roles grantor ON grantor.oid = x.grantor)`;

const SELECTS: Record<ObjectKind, string> = {
  database: `
    SELECT o.oid::text AS oid, NULL AS schema, o.datname AS name, pg_get_userbyid(o.datdba) AS owner, NULL AS relkind,
           false AS is_partition, o.datacl IS NULL AS has_default_acl,
           ${explode("coalesce(o.datacl, acldefault('d', o.datdba))")} AS acl, NULL AS column_acl
    FROM pg_database o WHERE o.datallowconn AND NOT o.datistemplate`,
  schema: `
    SELECT o.oid::text AS oid, NULL AS schema, o.nspname AS name, pg_get_userbyid(o.nspowner) AS owner,
           NULL AS relkind, false AS is_partition, o.nspacl IS NULL AS has_default_acl,
           ${explode("coalesce(o.nspacl, acldefault('n', o.nspowner))")} AS acl, NULL AS column_acl
    FROM pg_namespace o WHERE o.nspname !~ '^pg_' AND o.nspname <> 'information_schema'`,
  table: `
    SELECT o.oid::text AS oid, n.nspname AS schema, o.relname AS name, pg_get_userbyid(o.relowner) AS owner,
           o.relkind, o.relispartition AS is_partition, o.relacl IS NULL AS has_default_acl,
           ${explode("coalesce(o.relacl, acldefault('r', o.relowner))")} AS acl,
           (SELECT json_agg(((${ACL_ROW})::jsonb || jsonb_build_object('column', a.attname))::json)
            FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) x
            LEFT JOIN pg_roles grantee ON grantee.oid = x.grantee
            LEFT JOIN pg_roles grantor ON grantor.oid = x.grantor
            WHERE a.attrelid = o.oid AND a.attacl IS NOT NULL AND NOT a.attisdropped) AS column_acl
    FROM pg_class o JOIN pg_namespace n ON n.oid = o.relnamespace
    WHERE o.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
};

/** Objects of the session's database after `afterOid`, by their ids; databases of the whole server. */
export async function listObjects(
  session: Session,
  kind: ObjectKind,
  { database, after_oid, limit }: { database: string; after_oid: string; limit: number },
): Promise<PostgresObject[]> {
  const rows = await session.rows<ObjectRow>(`${SELECTS[kind]} AND o.oid > $1::oid ORDER BY o.oid LIMIT $2`, [
    after_oid,
    limit,
  ]);
  return rows.map((row) => objectOf(kind, database, row));
}

const IS_NAMED: Record<ObjectKind, string> = {
  database: 'o.datname = $1',
  schema: 'o.nspname = $1',
  table: 'n.nspname = $1 AND o.relname = $2',
};

/** The object of this name, read in a session of its own database. */
export async function findObject(session: Session, name: AssetName): Promise<PostgresObject | undefined> {
  const { kind, database } = name;
  const text = `${SELECTS[kind]} AND ${IS_NAMED[kind]}`;
  const [row] = await session.rows<ObjectRow>(text, localNames(name));
  return row && objectOf(kind, database, row);
}

function objectOf(kind: ObjectKind, database: string, row: ObjectRow): PostgresObject {
  const names: Record<ObjectKind, AssetName> = {
    database: { kind: 'database', database: row.name },
    schema: { kind: 'schema', database, schema: row.name },
    table: { kind: 'table', database, schema: row.schema as string, table: row.name },
  };
  const { oid, owner, relkind, is_partition, has_default_acl } = row;
  const acl = [...entriesOf(row.acl), ...entriesOf(row.column_acl)];
  return { oid, name: names[kind], owner, relkind, is_partition, has_default_acl, acl };
}
