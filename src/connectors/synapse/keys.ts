import { guidOf } from '../rows.ts';

/**
 * Stable names of what a workspace has. Parts are percent-encoded, because names in SQL may hold anything. What Synapse
 * roles are given to is `entra/<object id>`; what a database knows has the database in its name.
 */

export const PLANES = ['dedicated', 'serverless'] as const;
export type Plane = (typeof PLANES)[number];

export interface DatabaseName {
  plane: Plane;
  database: string;
}

export type PrincipalName =
  | { kind: 'entra'; id: string }
  | ({ kind: 'user' | 'role'; name: string } & DatabaseName);

export type AssetName =
  | { kind: 'workspace'; workspace: string }
  | { kind: 'item'; type: string; name: string }
  | ({ kind: 'database' } & DatabaseName)
  | ({ kind: 'schema'; schema: string } & DatabaseName)
  | ({ kind: 'object'; schema: string; name: string } & DatabaseName);

export const joinKey = (...parts: string[]): string => parts.map(encodeURIComponent).join('/');

/** `undefined` for text that no key is. */
export function splitKey(key: string): string[] | undefined {
  try {
    const parts = key.split('/').map(decodeURIComponent);
    return parts.every((part) => part !== '') && joinKey(...parts) === key ? parts : undefined;
  } catch {
    return undefined;
  }
}

export function principalKey(name: PrincipalName): string {
  return name.kind === 'entra'
    ? joinKey('entra', name.id)
    : joinKey(name.kind, name.plane, name.database, name.name);
}

export function parsePrincipalKey(key: string): PrincipalName | undefined {
  const [kind, ...parts] = splitKey(key) ?? [];
  if (kind === 'entra') {
    const id = guidOf(parts[0]);
    return id !== undefined && id === parts[0] && parts.length === 1 ? { kind, id } : undefined;
  }
  const [plane, database, name] = [planeOf(parts[0]), parts[1], parts[2]];
  if ((kind !== 'user' && kind !== 'role') || parts.length !== 3) return undefined;
  return plane && database !== undefined && name !== undefined ? { kind, plane, database, name } : undefined;
}

export function assetKey(name: AssetName): string {
  switch (name.kind) {
    case 'workspace':
      return joinKey('workspace', name.workspace);
    case 'item':
      return joinKey('item', name.type, name.name);
    case 'database':
      return joinKey('database', name.plane, name.database);
    case 'schema':
      return joinKey('schema', name.plane, name.database, name.schema);
    case 'object':
      return joinKey('object', name.plane, name.database, name.schema, name.name);
  }
}

export function parseAssetKey(key: string): AssetName | undefined {
  const [kind, ...parts] = splitKey(key) ?? [];
  const [a = '', b = '', c = '', d = ''] = parts;
  if (kind === 'workspace') return parts.length === 1 ? { kind, workspace: a } : undefined;
  if (kind === 'item') return parts.length === 2 ? { kind, type: a, name: b } : undefined;
  const plane = planeOf(a);
  if (!plane) return undefined;
  if (kind === 'database' && parts.length === 2) return { kind, plane, database: b };
  if (kind === 'schema' && parts.length === 3) return { kind, plane, database: b, schema: c };
  if (kind === 'object' && parts.length === 4) return { kind, plane, database: b, schema: c, name: d };
  return undefined;
}

const planeOf = (text: string | undefined): Plane | undefined => PLANES.find((plane) => plane === text);
