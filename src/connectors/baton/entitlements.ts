import type { BatonContext } from './baton-context.ts';
import type { Inventory } from './inventory.ts';
import { pagesOfCall } from './pages.ts';
import { GRPC, isStatus } from './process/status.ts';
import { mark } from './protocol/codec.ts';
import { type Entitlement, PURPOSE, type Resource } from './protocol/types.ts';
import type { KnownResource } from './walk.ts';

/** Its short name: `member`, `admin`. Grants often say no more of an entitlement than its id, which ends with it. */
export function entitlementName({ slug, id, display_name }: Entitlement): string {
  return slug || id?.slice(id.lastIndexOf(':') + 1) || display_name || 'assigned';
}

const OWNING = /^owners?$/i;

/** Who owns a group may change it, and is not in it for that. */
export const isMembership = (entitlement: Entitlement): boolean =>
  entitlement.purpose !== PURPOSE.ownership && !OWNING.test(entitlementName(entitlement));

const JUST_IN_IT = /^(members?|assigned|assignment|assignee|has)$/i;

/** What one may do: of a role that one is just in, the role says it. */
export function permissionOf(entitlement: Entitlement, resource: Resource, isRole: boolean): string {
  const name = entitlementName(entitlement);
  const text = isRole && JUST_IN_IT.test(name) ? (resource.display_name ?? name) : name;
  return text.slice(0, 200);
}

/** The whole entitlements of these ids. Some connectors list them once for all resources of a type. */
export async function findEntitlements(
  context: BatonContext,
  { typeOf }: Inventory,
  resource: KnownResource,
  ids: readonly string[],
): Promise<Map<string, Entitlement>> {
  const { codec } = context.session;
  const { resource_type } = resource.id;
  const wanted = new Set(ids);
  const found = new Map<string, Entitlement>();
  const take = (entitlement: Entitlement, id: string | undefined): void => {
    if (id !== undefined && wanted.delete(id)) found.set(id, { ...entitlement, id, resource });
  };
  const isOfType = codec.has('TypeScopedEntitlements', typeOf(resource_type)?.annotations);
  const request = isOfType
    ? {
        resource: { id: { resource_type, resource: resource_type } },
        annotations: [mark('TypeScopedEntitlements')],
      }
    : { resource };
  for await (const { list } of pagesOfCall(context, 'ListEntitlements', request)) {
    for (const entitlement of list) take(entitlement, entitlement.id);
    if (wanted.size === 0) return found;
  }
  try {
    const of = { resource_type_id: resource_type };
    for await (const { list } of pagesOfCall(context, 'ListStaticEntitlements', of)) {
      for (const one of list) take(one, `${resource_type}:${resource.id.resource}:${one.slug ?? ''}`);
    }
  } catch (error) {
    // Older connectors have no such thing.
    if (!isStatus(error, GRPC.unimplemented)) throw error;
  }
  return found;
}
