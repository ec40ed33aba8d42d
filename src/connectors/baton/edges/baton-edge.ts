import { normalisePermission } from '../../../core/directory/permission.rules.ts';
import type { Edge } from '../../connector.ts';
import type { PlatformEdge, Step } from '../../edges/edge.ts';
import { Refusal } from '../../refusal.ts';
import { rowOf } from '../../rows.ts';
import type { BatonContext } from '../baton-context.ts';
import { findEntitlements, isMembership, permissionOf } from '../entitlements.ts';
import { findResources } from '../find-resources.ts';
import { isInherited, type KnownGrant, readGrants } from '../grants.ts';
import { type Inventory, readInventory } from '../inventory.ts';
import { grantKey, parseResourceKey } from '../keys.ts';
import { isGroup, kindOf } from '../kinds.ts';
import { whyNot } from '../listings/grants.ts';
import { isOwnAccount } from '../listings/principals.ts';
import type { ResourceId } from '../protocol/types.ts';
import type { KnownResource } from '../walk.ts';
import { giveEntitlement, takeGrant } from './send-change.ts';

/** One entitlement that somebody holds. What is sent is read again: a record needs the names only. */
interface HeldEntitlement {
  entitlement_id: string;
  name: string;
}

/** What a person or group holds on a resource, or holds of a group to be in it. */
interface Ends {
  resource_key: string;
  resource_id: ResourceId;
  principal_key: string;
  principal_id: ResourceId;
  is_membership: boolean;
  isMeant(grant: KnownGrant): boolean;
}

interface Found {
  inventory: Inventory;
  resource: KnownResource | undefined;
  principal: KnownResource | undefined;
}

export function batonEdge(edge: Edge, context: BatonContext): PlatformEdge<HeldEntitlement> {
  const ends = endsOf(edge);
  const { resource_key, principal_key, is_membership } = ends;
  /** As last read: they are what is taken away. */
  let held = new Map<string, KnownGrant>();

  let found: Promise<Found> | undefined;
  const find = (): Promise<Found> => {
    found ??= (async () => {
      const inventory = await readInventory(context);
      const both = await findResources(context, inventory, [ends.resource_id, ends.principal_id]);
      return { inventory, resource: both.get(resource_key), principal: both.get(principal_key) };
    })();
    return found;
  };
  const nameOf = (resource: KnownResource | undefined, key: string): string => resource?.display_name || key;

  const grantsOn = async (isWanted: (grant: KnownGrant) => boolean): Promise<KnownGrant[]> => {
    const { inventory, resource, principal } = await find();
    if (!resource || !principal) return [];
    const isOn = (grant: KnownGrant): boolean =>
      grant.resource_key === resource_key && !isInherited(grant) && isWanted(grant);
    return readGrants(context, inventory, [resource, principal], isOn);
  };
  const isHeld = (grant: KnownGrant): boolean => grant.principal_key === principal_key && ends.isMeant(grant);

  const requireBoth = async (): Promise<
    Required<Found> & { resource: KnownResource; principal: KnownResource }
  > => {
    const { inventory, resource, principal } = await find();
    if (!principal)
      throw new Refusal('unknown_principal', `${context.title} does not list ${principal_key}.`);
    const kind =
      resource && kindOf(context.session.codec, inventory.typeOf(resource.id.resource_type), resource);
    if (!resource || !kind || (is_membership ? !isGroup(kind) : kind.asset === null)) {
      const reason = is_membership ? 'unknown_principal' : 'unknown_asset';
      throw new Refusal(reason, `${context.title} does not list ${resource_key}.`);
    }
    return { inventory, resource, principal };
  };

  return {
    target: is_membership
      ? `membership of ${principal_key} in ${resource_key}`
      : `access of ${principal_key} to ${resource_key}`,

    async refuse() {
      const { inventory, resource, principal } = await requireBoth();
      if (isOwnAccount(context, principal))
        throw new Refusal('connector_itself', 'This is the account that the connector itself signs in with.');
      const grants = await grantsOn(() => true);
      const meant = grants.filter(isHeld);
      const ids = meant.map(({ entitlement }) => entitlement.id);
      const whole = ids.length === 0 ? null : await findEntitlements(context, inventory, resource, ids);
      for (const grant of meant) {
        const { id } = grant.entitlement;
        // A grant names little more of it than the id.
        const entitlement = { ...grant.entitlement, ...whole?.get(id), id };
        const why = whyNot(context, inventory, { ...grant, entitlement });
        if (why !== null) throw new Refusal('not_supported', why);
        if (!isPowerful(grant, resource, inventory, context)) continue;
        const others = grants.filter(
          (other) => other.entitlement.id === grant.entitlement.id && other.principal_key !== principal_key,
        );
        if (others.length === 0)
          throw new Refusal(
            'last_owner',
            `${nameOf(principal, principal_key)} is the last with ${grant.name} on ${nameOf(resource, resource_key)}: give it to somebody else first.`,
          );
      }
    },

    async refuseRestore() {
      await requireBoth();
    },

    async read() {
      const grants = await grantsOn(isHeld);
      held = new Map(grants.map((grant) => [grant.entitlement.id, grant]));
      return grants
        .map(({ entitlement, name }) => ({ entitlement_id: entitlement.id, name }))
        .sort((a, b) => (a.entitlement_id < b.entitlement_id ? -1 : 1));
    },

    identityOf: ({ entitlement_id }) => entitlement_id,

    removal: (items) =>
      items.map(
        ({ entitlement_id }): Step => ({
          text: `Revoke ${entitlement_id} from ${principal_key}`,
          send: async () => {
            const { inventory, resource, principal } = await requireBoth();
            const grant = held.get(entitlement_id);
            if (!grant) return false;
            const whole = await findEntitlements(context, inventory, resource, [entitlement_id]);
            const entitlement = whole.get(entitlement_id) ?? { ...grant.entitlement, resource };
            return takeGrant(context, { ...grant.grant, entitlement, principal });
          },
        }),
      ),

    addition: (items) =>
      items.map(
        ({ entitlement_id, name }): Step => ({
          text: `Grant ${entitlement_id} to ${principal_key}`,
          send: async () => {
            const { inventory, resource, principal } = await requireBoth();
            const whole = await findEntitlements(context, inventory, resource, [entitlement_id]);
            const entitlement = whole.get(entitlement_id);
            if (!entitlement)
              throw new Refusal(
                'not_supported',
                `${nameOf(resource, resource_key)} no longer has ${name}, so it cannot be given again.`,
              );
            return giveEntitlement(context, { entitlement, principal });
          },
        }),
      ),

    async warnings() {
      const { inventory, resource } = await find();
      if (!resource) return [];
      const kind = kindOf(context.session.codec, inventory.typeOf(resource.id.resource_type), resource);
      return isGroup(kind)
        ? [`Everything else that ${nameOf(resource, resource_key)} gives is lost with it.`]
        : [];
    },

    counted: (items) => (items.length === 0 ? 'nothing' : items.map(({ name }) => name).join(', ')),

    state: (items) => ({ resource_key, principal_key, held: items }),

    recorded(state) {
      const { held: items } = state;
      if (state.resource_key !== resource_key || state.principal_key !== principal_key) return undefined;
      if (!Array.isArray(items) || items.length === 0 || !items.every(isHeldEntitlement)) return undefined;
      return items.map(({ entitlement_id, name }) => ({ entitlement_id, name }));
    },
  };
}

const isHeldEntitlement = (value: unknown): value is HeldEntitlement => {
  const { entitlement_id, name } = rowOf(value);
  return typeof entitlement_id === 'string' && entitlement_id !== '' && typeof name === 'string';
};

/** The last with such a right could lock everybody out. */
function isPowerful(
  { entitlement }: KnownGrant,
  resource: KnownResource,
  { typeOf }: Inventory,
  { session: { codec } }: BatonContext,
): boolean {
  const isRole = kindOf(codec, typeOf(resource.id.resource_type), resource).principal !== null;
  const permission = normalisePermission(permissionOf(entitlement, resource, isRole));
  return permission === 'owner' || permission === 'admin';
}

function endsOf(edge: Edge): Ends {
  if (edge.kind === 'role_assignment')
    throw new Refusal('not_supported', 'Baton connectors list roles as what is granted: remove the grant.');
  const is_membership = edge.kind === 'membership';
  const [resource_key, principal_key] = is_membership
    ? [edge.group_key, edge.member_key]
    : [edge.asset_key, edge.principal_key];
  const resource_id = parseResourceKey(resource_key);
  const principal_id = parseResourceKey(principal_key);
  if (!principal_id) throw new Refusal('unknown_principal', 'This is no principal of a Baton connector.');
  if (!resource_id)
    throw new Refusal(
      is_membership ? 'unknown_principal' : 'unknown_asset',
      'This is nothing that a Baton connector lists.',
    );
  const key = is_membership ? null : (edge.grant_key ?? null);
  return {
    resource_key,
    resource_id,
    principal_key,
    principal_id,
    is_membership,
    isMeant: ({ entitlement }) =>
      is_membership
        ? isMembership(entitlement)
        : key === null || grantKey(entitlement.id, principal_key) === key,
  };
}
