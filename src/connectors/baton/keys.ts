import { createHash } from 'node:crypto';
import type { ResourceId } from './protocol/types.ts';

/**
 * Stable names of what a connector lists: `<resource type>/<id>`, both as the connector has them. A type with a slash in it
 * is escaped. A role is a principal and an asset under the same key.
 */
export function resourceKey({ resource_type, resource }: ResourceId): string {
  return `${encodeURIComponent(resource_type)}/${resource}`;
}

export function parseResourceKey(key: string): ResourceId | undefined {
  const at = key.indexOf('/');
  const resource = key.slice(at + 1);
  if (at < 1 || resource === '') return undefined;
  try {
    const resource_type = decodeURIComponent(key.slice(0, at));
    return resourceKey({ resource_type, resource }) === key ? { resource_type, resource } : undefined;
  } catch {
    return undefined;
  }
}

/** Two of them, as of a membership, have to fit into an index. */
const KEY_BYTES_MAX = 1_000;
const fits = (key: string): boolean => Buffer.byteLength(key) <= KEY_BYTES_MAX;

/** By what it gives and to whom: ids of grants may change when one is given again. */
export function grantKey(entitlementId: string, principalKey: string): string {
  const key = `grant/${entitlementId}/${principalKey}`;
  return fits(key) ? key : `grant/sha256/${createHash('sha256').update(key).digest('hex')}`;
}

/** Whether a resource has a name of its own that can be kept. */
export function idOf(id: Partial<ResourceId> | undefined): ResourceId | undefined {
  const { resource_type, resource } = id ?? {};
  if (!resource_type || !resource) return undefined;
  const known = { resource_type, resource };
  return fits(resourceKey(known))
    ? { ...known, ...(id?.baton_resource ? { baton_resource: true } : {}) }
    : undefined;
}
