import type { Page, RawGrant, RawMembership, RawPrincipal } from '../connector.ts';
import { ownIds } from '../microsoft/own-ids.ts';
import type { FabricContext } from './connector-context.ts';
import type { FirstSightings } from './first-sightings.ts';
import { rawHolder } from './holders.ts';
import { type Holding, holdingSteps, oneLakeSteps, visitHoldings } from './holdings.ts';
import { assetKey, grantKey } from './keys.ts';
import { accessKey, type OneLakeRole, rawAccess, rawRole } from './onelake/data-access-roles.ts';
import { ROLES } from './roles/role-assignments.ts';
import { type Visit, walkPage } from './walk.ts';

const mapped = <T, U>({ found, ...rest }: Visit<T>, map: (one: T) => U[]): Visit<U> => ({
  ...rest,
  found: found.flatMap(map),
});

const keyOf = ({ key }: { key: string }): string => key;

/** Whoever holds anything: Fabric has no directory of its own. */
export async function listPrincipals(
  context: FabricContext,
  seen: FirstSightings,
  cursor: string | null,
): Promise<Page<RawPrincipal>> {
  const own = await ownIds(context);
  const rawOf = (holding: Holding): RawPrincipal[] => {
    switch (holding.kind) {
      case 'role':
        return [rawHolder(holding.assignment.holder, own)];
      case 'share':
        return [rawHolder(holding.holder, own)];
      case 'onelake': {
        const { role } = holding;
        return [
          rawRole(role),
          ...role.members.map((member) => rawHolder(member, own)),
          ...role.item_access.map((access) => rawAccess(role.on, access)),
        ];
      }
    }
  };
  const { items, next_cursor } = await walkPage('principals', cursor, {
    start: holdingSteps(context),
    visit: async (step) => mapped(await visitHoldings(context, step), rawOf),
    keyOf,
  });
  return { items: await named(context, seen.of(cursor, items)), next_cursor };
}

/** OneLake tells ids only. Names make no difference to who it is, so what Graph does not tell is left as it is. */
async function named(
  { people, signal }: Pick<FabricContext, 'people' | 'signal'>,
  principals: RawPrincipal[],
): Promise<RawPrincipal[]> {
  const idsOf = (type: RawPrincipal['type']): string[] =>
    principals.flatMap(({ entra_object_id: id, ...one }) =>
      id && one.type === type && one.display_name === id ? [id] : [],
    );
  const profiles = await people.profilesOf(
    { users: idsOf('user'), groups: idsOf('group'), servicePrincipals: idsOf('service_account') },
    signal,
  );
  return principals.map((principal) => {
    const profile = profiles.get(principal.entra_object_id ?? '');
    if (!profile) return principal;
    const { name, sign_in_name } = profile;
    return {
      ...principal,
      display_name: name ?? sign_in_name ?? principal.display_name,
      sign_in_name: principal.sign_in_name ?? sign_in_name,
    };
  });
}

/** Members of OneLake roles. Who is in a group of Entra ID is not known to Fabric. */
export function listMemberships(context: FabricContext, cursor: string | null): Promise<Page<RawMembership>> {
  return walkPage('memberships', cursor, {
    start: oneLakeSteps(context.settings),
    visit: async (step) =>
      mapped(await visitHoldings(context, step), (holding) =>
        holding.kind === 'onelake' ? membersOf(holding.role) : [],
      ),
    keyOf: ({ group_key, member_key }) => `${group_key} ${member_key}`,
  });
}

const membersOf = ({ key, on, members, item_access }: OneLakeRole): RawMembership[] => [
  ...members.map(({ key: member_key, type }) => ({
    group_key: key,
    member_key,
    details: { principal_type: type },
  })),
  ...item_access.map((access) => ({
    group_key: key,
    member_key: accessKey(on, access),
    // Whoever has the permission is in it, and nobody can be taken out of it here.
    details: { implicit: true },
  })),
];

export function listGrants(context: FabricContext, cursor: string | null): Promise<Page<RawGrant>> {
  return walkPage('grants', cursor, {
    start: holdingSteps(context),
    visit: async (step) => mapped(await visitHoldings(context, step), grantsOf),
    keyOf,
  });
}

function grantsOf(holding: Holding): RawGrant[] {
  const common = { via_group_key: null, granted_at: null } as const;
  switch (holding.kind) {
    case 'role': {
      const { scope, assignment } = holding;
      const { role, holder } = assignment;
      const asset_key = assetKey(scope);
      return [
        {
          ...common,
          key: grantKey('role', holder.key, asset_key),
          principal_key: holder.key,
          asset_key,
          permission: role,
          revocable: holder.id !== null && ROLES[scope.kind].known.includes(role),
          details: { principal_type: holder.type },
        },
      ];
    }
    case 'share': {
      const { on, holder, permissions } = holding;
      const asset_key = assetKey({ kind: 'item', ...on });
      return [
        {
          ...common,
          key: grantKey('share', holder.key, asset_key),
          principal_key: holder.key,
          asset_key,
          permission: permissions.join(', '),
          revocable: false,
          details: { principal_type: holder.type, permissions },
        },
      ];
    }
    case 'onelake': {
      const { key, on, actions, paths, is_narrowed } = holding.role;
      if (actions.length === 0) return [];
      const asset_key = assetKey({ kind: 'item', ...on });
      return [
        {
          ...common,
          key: grantKey('onelake', key, asset_key),
          principal_key: key,
          asset_key,
          permission: actions.join(', '),
          revocable: false,
          details: { paths, actions, is_narrowed },
        },
      ];
    }
  }
}
