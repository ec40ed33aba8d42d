import type { BatonContext } from './baton-context.ts';
import type { Inventory } from './inventory.ts';
import { idOf, resourceKey } from './keys.ts';
import { pagesOfCall } from './pages.ts';
import { GRPC, isStatus } from './process/status.ts';
import type { ResourceId } from './protocol/types.ts';
import { createWalk, type KnownResource, WALK_START } from './walk.ts';

/** Resources that were read a moment ago. */
export interface ResourceBook {
  get(key: string): KnownResource | undefined;
  put(resource: KnownResource): void;
}

const FRESH_MS = 60_000;
const KEPT_MAX = 5_000;

export function createResourceBook(now: () => Date): ResourceBook {
  const kept = new Map<string, { resource: KnownResource; until: number }>();
  return {
    get(key) {
      const found = kept.get(key);
      return found && found.until > now().getTime() ? found.resource : undefined;
    },
    put(resource) {
      const key = resourceKey(resource.id);
      kept.delete(key);
      kept.set(key, { resource, until: now().getTime() + FRESH_MS });
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT_MAX) break;
        kept.delete(oldest);
      }
    },
  };
}

/**
 * Whole resources, by their ids: calls want them, and grants name them by little more than the id. Few connectors can be asked
 * for one, so lists are read until all are found.
 */
export async function findResources(
  context: BatonContext,
  inventory: Inventory,
  ids: readonly ResourceId[],
): Promise<Map<string, KnownResource>> {
  const found = new Map<string, KnownResource>();
  const wanted = new Map(ids.map((id) => [resourceKey(id), id]));
  const take = (resource: KnownResource): void => {
    const key = resourceKey(resource.id);
    if (!wanted.delete(key)) return;
    found.set(key, resource);
    context.book.put(resource);
  };
  for (const [key, id] of [...wanted]) {
    const known = context.book.get(key);
    if (known) take(known);
    else if (!inventory.typeOf(id.resource_type)) wanted.delete(key);
    else if (inventory.canGet(id.resource_type)) {
      const one = await getResource(context, id);
      if (one) take(one);
      else wanted.delete(key);
    }
  }
  // Most are not below another: the lists of their own types first.
  for (const type of new Set([...wanted.values()].map(({ resource_type }) => resource_type))) {
    for await (const { list } of pagesOfCall(context, 'ListResources', { resource_type_id: type })) {
      for (const resource of list) {
        const id = idOf(resource.id);
        if (id) take({ ...resource, id });
      }
      if (![...wanted.values()].some(({ resource_type }) => resource_type === type)) break;
    }
  }
  const walk = createWalk(context, inventory, WALK_START, Number.POSITIVE_INFINITY);
  while (wanted.size > 0) {
    const resource = await walk.next();
    if (resource === null || resource === 'later') break;
    take(resource);
  }
  return found;
}

async function getResource(context: BatonContext, id: ResourceId): Promise<KnownResource | undefined> {
  try {
    const { resource } = await context.session.call('GetResource', { resource_id: id }, context.signal);
    const known = idOf(resource?.id);
    return resource && known && resourceKey(known) === resourceKey(id)
      ? { ...resource, id: known }
      : undefined;
  } catch (error) {
    if (isStatus(error, GRPC.not_found)) return undefined;
    throw error;
  }
}
