import type { PrincipalType } from '../../../core/directory/directory.rules.ts';
import { type Row, textOf } from '../../rows.ts';
import { type AssetName, type DatabaseName, joinKey, principalKey, splitKey } from '../keys.ts';

/** A principal of a database, as its catalogue has it. */
export interface SqlPrincipal {
  id: number;
  name: string;
  /** `E` user and `X` group or application of Entra ID, `S` user with a password, `R` role, and older ones. */
  type: string;
  is_fixed_role: boolean;
  /** Of Entra ID: the object id of a user or group, the application id of an application. */
  entra_id: string | null;
  row: Row;
}

/** Everybody is in it, and nobody can be taken out. */
export const PUBLIC_ID = 0;
const DBO_ID = 1;
const BUILT_IN = /^(dbo|guest|sys|INFORMATION_SCHEMA)$/i;

export function principalOf(row: Row): SqlPrincipal | undefined {
  const name = textOf(row.name);
  if (name === null || typeof row.principal_id !== 'number') return undefined;
  const type = String(row.type ?? '').trim();
  return {
    id: row.principal_id,
    name,
    type,
    is_fixed_role: row.is_fixed_role === true || row.is_fixed_role === 1,
    entra_id: type === 'E' || type === 'X' ? guidOfSid(row.sid) : null,
    row,
  };
}

export const isBuiltIn = ({ id, name, is_fixed_role }: SqlPrincipal): boolean =>
  id === PUBLIC_ID || id === DBO_ID || is_fixed_role || BUILT_IN.test(name);

/** The first sixteen bytes of a sid, the first three groups of which are written backwards. */
export function guidOfSid(sid: unknown): string | null {
  if (!Buffer.isBuffer(sid) || sid.length < 16) return null;
  const part = (from: number, to: number): Buffer => Buffer.from(sid.subarray(from, to));
  return [part(0, 4).reverse(), part(4, 6).reverse(), part(6, 8).reverse(), part(8, 10), part(10, 16)]
    .map((bytes) => bytes.toString('hex'))
    .join('-');
}

export function principalTypeOf({ type, name }: SqlPrincipal): PrincipalType {
  if (type === 'R' || type === 'X' || type === 'G') return 'group';
  // Applications are external users, too, but have no address for a name.
  return type === 'E' && !name.includes('@') ? 'service_account' : 'user';
}

/** A role or a user; each database has its own. */
export const sqlPrincipalKey = (
  database: DatabaseName,
  { name, type }: { name: string; type: unknown },
): string => principalKey({ kind: String(type ?? '').trim() === 'R' ? 'role' : 'user', ...database, name });

export type SqlAsset = Extract<AssetName, DatabaseName>;

/** A permission as one row of the catalogue. */
export interface Permission {
  class: number;
  major_id: number;
  minor_id: number;
  grantee_id: number;
  grantor_id: number;
  type: string;
  /** `SELECT` and the like. */
  name: string;
  /** `G` given, `W` with the right to give it on, `D` denied. */
  state: string;
  grantee: string;
  grantee_type: string;
  grantor: string | null;
  schema: string | null;
  object: string | null;
  column: string | null;
}

export function permissionOf(row: Row): Permission | undefined {
  const [name, grantee] = [textOf(row.permission_name), textOf(row.grantee)];
  const numbers = [row.class, row.major_id, row.minor_id, row.grantee_principal_id, row.grantor_principal_id];
  if (name === null || grantee === null || numbers.some((one) => typeof one !== 'number')) return undefined;
  const [kind, major_id, minor_id, grantee_id, grantor_id] = numbers as [
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    class: kind,
    major_id,
    minor_id,
    grantee_id,
    grantor_id,
    type: String(row.type ?? ''),
    name: name.trim(),
    state: String(row.state ?? '').trim(),
    grantee,
    grantee_type: String(row.grantee_type ?? '').trim(),
    grantor: textOf(row.grantor),
    schema: textOf(row.schema_name),
    object: textOf(row.object_name),
    column: textOf(row.column_name),
  };
}

/** What a permission is on; `undefined` when the catalogue does not say its name. */
export function assetOfPermission(database: DatabaseName, permission: Permission): SqlAsset | undefined {
  const { schema, object } = permission;
  switch (permission.class) {
    case 0:
      return { kind: 'database', ...database };
    case 1:
      return schema === null || object === null
        ? undefined
        : { kind: 'object', ...database, schema, name: object };
    case 3:
      return schema === null ? undefined : { kind: 'schema', ...database, schema };
    default:
      return undefined;
  }
}

export const permissionGrantKey = (
  principal: string,
  asset: string,
  { name, column, grantor }: Pick<Permission, 'name' | 'column' | 'grantor'>,
): string =>
  joinKey('permission', principal, asset, name, column === null ? '-' : `column ${column}`, grantor ?? '-');

/** Whether a grant's key is of this principal and asset; anything else names nothing. */
export function isPermissionKey(key: string, principal: string, asset: string): boolean {
  const [kind, who, what] = splitKey(key) ?? [];
  return kind === 'permission' && who === principal && what === asset;
}
