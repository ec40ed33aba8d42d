import type { RawGrant, RawMembership } from '../../connector.ts';
import type { BatonContext } from '../baton-context.ts';
import { isMembership, permissionOf } from '../entitlements.ts';
import { isInherited, type KnownGrant } from '../grants.ts';
import type { Inventory } from '../inventory.ts';
import { grantKey } from '../keys.ts';
import { isGroup, type Kind, kindOf } from '../kinds.ts';

const kindOfTarget = (
  { session: { codec } }: BatonContext,
  { typeOf }: Inventory,
  { resource }: KnownGrant,
): Kind => kindOf(codec, typeOf(resource.id.resource_type), resource);

/** On what can be used: an application, a role, a table. */
export function grantOf(context: BatonContext, inventory: Inventory, known: KnownGrant): RawGrant | null {
  const kind = kindOfTarget(context, inventory, known);
  if (kind.asset === null || isInherited(known)) return null;
  const { entitlement, name, resource, resource_key, principal_key } = known;
  const expandable = context.session.codec.annotation<{ shallow?: boolean }>(
    'GrantExpandable',
    known.grant.annotations,
  );
  return {
    key: grantKey(entitlement.id, principal_key),
    principal_key,
    asset_key: resource_key,
    permission: permissionOf(entitlement, resource, kind.principal !== null),
    via_group_key: null,
    granted_at: null,
    revocable: whyNot(context, inventory, known) === null,
    details: {
      entitlement: name,
      entitlement_id: entitlement.id,
      ...(expandable?.shallow ? { direct_members_only: true } : {}),
    },
  };
}

/** What makes one a member of a group or a role; of which of its entitlements, the record of a removal says. */
export function membershipOf(
  context: BatonContext,
  inventory: Inventory,
  known: KnownGrant,
): RawMembership | null {
  if (!isGroup(kindOfTarget(context, inventory, known)) || isInherited(known)) return null;
  if (!isMembership(known.entitlement)) return null;
  return { group_key: known.resource_key, member_key: known.principal_key, details: {} };
}

/** Null when the connector may take it away, else a sentence. */
export function whyNot(
  { session: { codec }, title }: BatonContext,
  { cannotChange }: Inventory,
  { grant, entitlement, resource }: KnownGrant,
): string | null {
  if (
    codec.has('GrantImmutable', grant.annotations) ||
    codec.has('EntitlementImmutable', entitlement.annotations)
  )
    return `${title} says that this access cannot be taken away: it comes from somewhere else on its platform.`;
  if (cannotChange(resource.id.resource_type))
    return `${title} only reads access to this kind of resource (${resource.id.resource_type}): change it on the platform.`;
  return null;
}
