import type { Page, RawGrant } from '../connector.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { once, rowOf } from '../rows.ts';
import type { ListingContext } from './assets.ts';
import { type AssetName, assetKey, EVERYBODY_KEY, grantKey, ownerKey, SECURABLE_KINDS } from './keys.ts';
import { FRESH_MS, type Names } from './names.ts';
import { assignmentsOn, orNothing, permissionOf } from './privileges.ts';
import { isWalkPosition, WALK_START, type WalkPosition, walkStep } from './walk.ts';
import { workspaceAssignments } from './workspaces.ts';

/** Something whose grants are still to be read, and its owner. */
type Pending = [AssetName['kind'], string, string | null];

interface Position {
  walk: WalkPosition | null;
  pending: Pending[];
}

const isPosition = (value: unknown): value is Position => {
  const { walk, pending } = rowOf(value);
  const isPending = (one: unknown): boolean =>
    Array.isArray(one) &&
    [...SECURABLE_KINDS, 'workspace'].includes(one[0]) &&
    typeof one[1] === 'string' &&
    (one[2] === null || typeof one[2] === 'string');
  return (walk === null || isWalkPosition(walk)) && Array.isArray(pending) && pending.every(isPending);
};

/** Few, because each costs a request, and their names are in the cursor while they wait. */
const SECURABLES_PER_LIST = 50;
const LISTS_AT_ONCE = 4;
const READ_AT_ONCE = 8;
const GRANTS_PER_PAGE = 2_000;

/** Ownership and direct privileges of everything; whose owner or grantee is nobody that is listed is left out. */
export async function listGrants(context: ListingContext, cursor: string | null): Promise<Page<RawGrant>> {
  const { api, settings, book, signal } = context;
  let { walk, pending } = decodeCursor('grants', cursor, isPosition) ?? { walk: WALK_START, pending: [] };
  const names = await book.atMost(cursor === null ? 0 : FRESH_MS, signal);
  if (pending.length === 0 && walk !== null) {
    const max = Math.min(settings.page_size, SECURABLES_PER_LIST);
    const { found, next } = await walkStep({ api, signal, max, at_once: LISTS_AT_ONCE }, walk);
    pending = found.map(({ kind, name, owner }) => [kind, name, owner]);
    walk = next;
  }
  const items: RawGrant[] = [];
  while (pending.length > 0 && items.length < GRANTS_PER_PAGE) {
    const read = await Promise.all(
      pending.slice(0, READ_AT_ONCE).map((one) => grantsOf(context, one, names)),
    );
    items.push(...read.flat());
    pending = pending.slice(READ_AT_ONCE);
  }
  return {
    items: once(items, ({ key }) => key),
    next_cursor: pending.length === 0 && walk === null ? null : encodeCursor('grants', { walk, pending }),
  };
}

async function grantsOf(
  context: ListingContext,
  [kind, name, owner]: Pending,
  names: Names,
): Promise<RawGrant[]> {
  const asset_key = assetKey({ kind, name });
  if (kind === 'workspace') {
    const assigned = await workspaceAssignments(context, name, names);
    return assigned.map(({ principal_key, permissions }) =>
      grantOf(principal_key, asset_key, {
        permission: permissions.includes('ADMIN') ? 'admin' : 'use',
        details: { permissions },
      }),
    );
  }
  const assignments = await orNothing(() => assignmentsOn(context, { kind, name }));
  const direct = assignments.flatMap(({ principal, principal_id, privileges }) => {
    const key = names.keyOf(principal, principal_id);
    const permission = permissionOf(privileges);
    return key === undefined ? [] : [grantOf(key, asset_key, { permission, details: { privileges } })];
  });
  const ownedBy = names.keyOf(owner);
  return ownedBy === undefined ? direct : [ownership(ownedBy, asset_key), ...direct];
}

const grantOf = (
  principal_key: string,
  asset_key: string,
  { permission, details }: Pick<RawGrant, 'permission' | 'details'>,
): RawGrant => ({
  key: grantKey(principal_key, asset_key),
  principal_key,
  asset_key,
  permission,
  via_group_key: null,
  granted_at: null,
  revocable: principal_key !== EVERYBODY_KEY,
  details,
});

const ownership = (principal_key: string, asset_key: string): RawGrant => ({
  ...grantOf(principal_key, asset_key, { permission: 'owner', details: {} }),
  key: ownerKey(asset_key),
  revocable: false,
});
