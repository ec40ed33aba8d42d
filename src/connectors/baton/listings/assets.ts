import type { RawAsset } from '../../connector.ts';
import type { BatonContext } from '../baton-context.ts';
import type { Inventory } from '../inventory.ts';
import { idOf, resourceKey } from '../keys.ts';
import { kindOf } from '../kinds.ts';
import type { KnownResource } from '../walk.ts';
import { instantOfTimestamp } from './principals.ts';

export function assetOf(
  { session: { codec } }: BatonContext,
  { typeOf }: Inventory,
  resource: KnownResource,
): RawAsset | null {
  const type = typeOf(resource.id.resource_type);
  const { asset } = kindOf(codec, type, resource);
  if (asset === null) return null;
  const { id, display_name, description, created_at } = resource;
  const parent = idOf(resource.parent_resource_id);
  const isIn = parent && kindOf(codec, typeOf(parent.resource_type), { annotations: [] }).asset !== null;
  return {
    key: resourceKey(id),
    name: display_name || id.resource,
    type: asset,
    owner_key: null,
    container_key: isIn ? resourceKey(parent) : null,
    created_at: instantOfTimestamp(created_at),
    tags: [id.resource_type],
    details: {
      resource_type: type?.display_name || id.resource_type,
      ...(description ? { description: description.slice(0, 500) } : {}),
    },
  };
}
