/**
 * Stable names of what PostgreSQL has: `role/ana`, `database/shop`, `schema/shop/sales`, `table/shop/sales/orders`.
 * Every part is percent-encoded, so a name may hold any character. No object id: a restored dump has others.
 */

export const EVERYBODY_KEY = 'public';

export type AssetName =
  | { kind: 'database'; database: string }
  | { kind: 'schema'; database: string; schema: string }
  | { kind: 'table'; database: string; schema: string; table: string };

export const roleKey = (role: string): string => `role/${encodeURIComponent(role)}`;

/** `null` stands for everybody. */
export const granteeKey = (role: string | null): string => (role === null ? EVERYBODY_KEY : roleKey(role));

/** What it is called in a session of its own database. */
export function localNames(name: AssetName): string[] {
  if (name.kind === 'database') return [name.database];
  return name.kind === 'schema' ? [name.schema] : [name.schema, name.table];
}

/** What tells it from those of other databases. */
export const fullNames = (name: AssetName): string[] =>
  name.kind === 'database' ? [name.database] : [name.database, ...localNames(name)];

export const assetKey = (name: AssetName): string =>
  [name.kind, ...fullNames(name)].map(encodeURIComponent).join('/');

/** Schema and database of a table. */
export function containersOf(name: AssetName): AssetName[] {
  const { database } = name;
  if (name.kind === 'database') return [];
  const whole: AssetName = { kind: 'database', database };
  return name.kind === 'schema' ? [whole] : [{ kind: 'schema', database, schema: name.schema }, whole];
}

export const grantKey = (grantee: string | null, asset: string, isOwner: boolean): string =>
  `${isOwner ? 'owner' : 'grant'}/${encodeURIComponent(granteeKey(grantee))}/${encodeURIComponent(asset)}`;

/** The role's name; `undefined` for what is no key of a role. */
export function parseRoleKey(key: string): string | undefined {
  const parts = decodeParts(key);
  return parts?.length === 2 && parts[0] === 'role' ? parts[1] : undefined;
}

export function parseAssetKey(key: string): AssetName | undefined {
  const [kind, database, schema, table, ...rest] = decodeParts(key) ?? [];
  if (!database || rest.length > 0) return undefined;
  if (kind === 'database' && schema === undefined) return { kind, database };
  if (kind === 'schema' && schema && table === undefined) return { kind, database, schema };
  if (kind === 'table' && schema && table) return { kind, database, schema, table };
  return undefined;
}

function decodeParts(key: string): string[] | undefined {
  try {
    const parts = key.split('/').map(decodeURIComponent);
    return parts.every((part) => part.length > 0 && !part.includes('\0')) ? parts : undefined;
  } catch {
    return undefined;
  }
}
