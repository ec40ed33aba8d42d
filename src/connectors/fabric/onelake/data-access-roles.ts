import type { RawPrincipal } from '../../connector.ts';
import { NOTHING_KNOWN } from '../../nothing-known.ts';
import { guidOf, listOf, type Row, rowOf, rowsOf, textOf } from '../../rows.ts';
import type { Holder } from '../holders.ts';
import { type ItemName, principalKey } from '../keys.ts';

/** A OneLake data access role of an item: a group whose members have what its rules permit. */
export interface OneLakeRole {
  key: string;
  name: string;
  on: ItemName;
  members: Holder[];
  /** Everybody who has these permissions on the item is a member. */
  item_access: string[];
  /** Of its rules, in the platform's words. */
  actions: string[];
  paths: string[];
  /** Some rule leaves out columns or rows. */
  is_narrowed: boolean;
  /** As the platform sent it. */
  row: Row;
}

export const dataAccessRolesPath = ({ workspace, item }: ItemName): string =>
  `/v1/workspaces/${workspace}/items/${item}/dataAccessRoles`;

export function oneLakeRoleOf(row: Row, on: ItemName): OneLakeRole | undefined {
  const name = textOf(row.name);
  if (name === null) return undefined;
  const { microsoftEntraMembers, fabricItemMembers } = rowOf(row.members);
  const permits = rowsOf(row.decisionRules).filter(
    ({ effect }) => textOf(effect)?.toLowerCase() === 'permit',
  );
  return {
    key: principalKey({ kind: 'onelake_role', ...on, role: name }),
    name,
    on,
    members: rowsOf(microsoftEntraMembers).flatMap((member) => memberOf(member) ?? []),
    item_access: rowsOf(fabricItemMembers).map(accessOf),
    actions: [...new Set(permits.flatMap((rule) => attributesOf(rule, 'Action')))],
    paths: [...new Set(permits.flatMap((rule) => attributesOf(rule, 'Path')))],
    is_narrowed: permits.some(({ constraints }) => Object.keys(rowOf(constraints)).length > 0),
    row,
  };
}

/** OneLake tells the ids of members only. */
export function memberOf(row: Row): Holder | undefined {
  const id = guidOf(row.objectId);
  if (id === undefined) return undefined;
  return {
    key: principalKey({ kind: 'entra', id }),
    id,
    type: textOf(row.objectType) ?? 'Unknown',
    name: null,
    sign_in_name: null,
    application_id: null,
    group_type: null,
  };
}

/** The item that they have it on is in `sourcePath`; it may be another one. */
const accessOf = (row: Row): string =>
  [
    ...rowsOrTexts(row.itemAccess).sort(),
    ...(textOf(row.sourcePath) === null ? [] : [`on ${String(row.sourcePath).toLowerCase()}`]),
  ].join(' ');

const rowsOrTexts = (value: unknown): string[] => listOf(value).flatMap((one) => textOf(one) ?? []);

const attributesOf = (rule: Row, name: string): string[] =>
  rowsOf(rule.permission)
    .filter(({ attributeName }) => attributeName === name)
    .flatMap(({ attributeValueIncludedIn }) => rowsOrTexts(attributeValueIncludedIn));

export const accessKey = (on: ItemName, access: string): string =>
  principalKey({ kind: 'item_access', ...on, access });

export function rawRole({ key, name, on, paths, actions }: OneLakeRole): RawPrincipal {
  return {
    ...NOTHING_KNOWN,
    key,
    display_name: `${name} (OneLake role)`,
    type: 'group',
    protected: false,
    details: { principal_type: 'OneLake role', item: on.item, paths, actions },
  };
}

export const rawAccess = (on: ItemName, access: string): RawPrincipal => ({
  ...NOTHING_KNOWN,
  key: accessKey(on, access),
  display_name: `Everybody with ${access}`,
  type: 'group',
  protected: true,
  details: { principal_type: 'Permission on an item', item: on.item, access },
});
