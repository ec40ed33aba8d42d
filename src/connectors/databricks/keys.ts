/**
 * Stable names of what Databricks has: `user/<id>`, `group/<id>`, `service_principal/<id>` by the ids of SCIM, and
 * `catalog/main`, `schema/main.sales`, `table/main.sales.orders` by full names, which have no case.
 */

export const PRINCIPAL_KINDS = ['user', 'group', 'service_principal'] as const;
export type PrincipalKind = (typeof PRINCIPAL_KINDS)[number];

/** What Unity Catalog secures, containers before their contents. */
export const SECURABLE_KINDS = ['metastore', 'catalog', 'schema', 'table', 'volume'] as const;
export type SecurableKind = (typeof SECURABLE_KINDS)[number];

export interface PrincipalName {
  kind: PrincipalKind;
  id: string;
}

export interface AssetName {
  kind: SecurableKind | 'workspace';
  name: string;
}

/** Every user, service principal and group of the account. */
export const EVERYBODY_KEY = 'everybody';
export const EVERYBODY_NAME = 'account users';

/** Ids are numbers of up to 64 bits, so they stay text. */
const ID = /^\d{1,20}$/;
const PARTS: Record<AssetName['kind'], number> = {
  metastore: 1,
  workspace: 1,
  catalog: 1,
  schema: 2,
  table: 3,
  volume: 3,
};

export const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

export const principalKey = ({ kind, id }: PrincipalName): string => `${kind}/${id}`;
export const assetKey = ({ kind, name }: AssetName): string => `${kind}/${name.toLowerCase()}`;
export const grantKey = (principal: string, asset: string): string => `grant/${principal}/${asset}`;
export const ownerKey = (asset: string): string => `owner/${asset}`;

export function parsePrincipalKey(key: string): PrincipalName | undefined {
  const [kind, id, ...rest] = key.split('/');
  const known = PRINCIPAL_KINDS.find((one) => one === kind);
  return known && isId(id) && rest.length === 0 ? { kind: known, id } : undefined;
}

export function parseAssetKey(key: string): AssetName | undefined {
  const at = key.indexOf('/');
  const [kind, name] = [key.slice(0, at), key.slice(at + 1)];
  if (!Object.hasOwn(PARTS, kind)) return undefined;
  const known = kind as AssetName['kind'];
  const parts = name.split('.');
  const isWhole = parts.length === PARTS[known] && parts.every((part) => part !== '') && !/[/\s%]/.test(name);
  return isWhole && name === name.toLowerCase() ? { kind: known, name } : undefined;
}

/** The securable that contains this one. */
export function containerOf({ kind, name }: AssetName): AssetName | null {
  const parent = name.split('.').slice(0, -1).join('.');
  if (kind === 'table' || kind === 'volume') return { kind: 'schema', name: parent };
  return kind === 'schema' ? { kind: 'catalog', name: parent } : null;
}

/** Schema and catalog of a table. */
export function containersOf(asset: AssetName): AssetName[] {
  const container = containerOf(asset);
  return container === null ? [] : [container, ...containersOf(container)];
}

/** Whom SCIM means by `Users/5001` at the end of a reference. */
export function referredTo(reference: unknown): PrincipalName | undefined {
  const [, set, id] = /(Users|Groups|ServicePrincipals)\/(\d{1,20})$/.exec(String(reference)) ?? [];
  const kind = PRINCIPAL_KINDS.find((one) => SCIM_SETS[one] === set);
  return kind && id !== undefined ? { kind, id } : undefined;
}

export const SCIM_SETS = {
  user: 'Users',
  group: 'Groups',
  service_principal: 'ServicePrincipals',
} as const satisfies Record<PrincipalKind, string>;
