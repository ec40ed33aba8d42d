import type { Page } from '../../connector.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import { once } from '../../rows.ts';
import type { BatonContext } from '../baton-context.ts';
import { type Inventory, readInventory } from '../inventory.ts';
import { createWalk, isWalkPosition, type KnownResource, WALK_START } from '../walk.ts';

/** A page of what resources are, for those that are anything of this kind. */
export async function resourcePage<T extends { key: string }>(
  context: BatonContext,
  listing: 'principals' | 'assets',
  cursor: string | null,
  itemOf: (resource: KnownResource, inventory: Inventory) => T | null,
): Promise<Page<T>> {
  const position = decodeCursor(listing, cursor, isWalkPosition) ?? WALK_START;
  const inventory = await readInventory(context);
  const walk = createWalk(context, inventory, position);
  const items: T[] = [];
  let resource: Awaited<ReturnType<typeof walk.next>> = null;
  while (items.length < context.settings.page_size) {
    resource = await walk.next();
    if (resource === null || resource === 'later') break;
    const item = itemOf(resource, inventory);
    if (item) items.push(item);
  }
  return {
    items: once(items, ({ key }) => key),
    next_cursor: resource === null ? null : encodeCursor(listing, walk.position()),
  };
}
