import { guidOf } from '../rows.ts';

/** Stable names of what a tenant has. Ids are in lower case; parts that Fabric lets people choose are percent-encoded. */

export type PrincipalName =
  | { kind: 'entra'; id: string }
  | { kind: 'everybody' }
  | ({ kind: 'onelake_role'; role: string } & ItemName)
  /** Everybody who has these permissions on an item. */
  | ({ kind: 'item_access'; access: string } & ItemName);

export interface ItemName {
  workspace: string;
  item: string;
}

export type AssetName =
  | { kind: 'workspace'; id: string }
  | { kind: 'connection'; id: string }
  | ({ kind: 'item' } & ItemName);

export const EVERYBODY_KEY = 'everybody';

const join = (...parts: string[]): string => parts.map(encodeURIComponent).join('/');

/** `undefined` for text that no key is. */
function split(key: string): string[] | undefined {
  try {
    const parts = key.split('/').map(decodeURIComponent);
    return parts.every((part) => part !== '') && join(...parts) === key ? parts : undefined;
  } catch {
    return undefined;
  }
}

const isId = (text: string | undefined): text is string => text !== undefined && guidOf(text) === text;

export function principalKey(name: PrincipalName): string {
  switch (name.kind) {
    case 'entra':
      return join('entra', name.id);
    case 'everybody':
      return EVERYBODY_KEY;
    case 'onelake_role':
      return join('onelake_role', name.workspace, name.item, name.role);
    case 'item_access':
      return join('item_access', name.workspace, name.item, name.access);
  }
}

export function parsePrincipalKey(key: string): PrincipalName | undefined {
  const [kind, first, item, text, ...more] = split(key) ?? [];
  if (key === EVERYBODY_KEY) return { kind: 'everybody' };
  if (kind === 'entra') return isId(first) && item === undefined ? { kind, id: first } : undefined;
  if (!isId(first) || !isId(item) || text === undefined || more.length > 0) return undefined;
  if (kind === 'onelake_role') return { kind, workspace: first, item, role: text };
  return kind === 'item_access' ? { kind, workspace: first, item, access: text } : undefined;
}

export function assetKey(name: AssetName): string {
  return name.kind === 'item' ? join('item', name.workspace, name.item) : join(name.kind, name.id);
}

export function parseAssetKey(key: string): AssetName | undefined {
  const [kind, first, item, ...more] = split(key) ?? [];
  if (!isId(first) || more.length > 0) return undefined;
  if (kind === 'item') return isId(item) ? { kind, workspace: first, item } : undefined;
  if (item !== undefined) return undefined;
  return kind === 'workspace' || kind === 'connection' ? { kind, id: first } : undefined;
}

/** `role`: of a workspace or a connection; `share`: of an item; `onelake`: what a OneLake role gives. */
export const grantKey = (way: 'role' | 'share' | 'onelake', principal: string, asset: string): string =>
  join(way, principal, asset);
