import type { Page } from '../../connector.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import { once, rowOf } from '../../rows.ts';
import type { BatonContext } from '../baton-context.ts';
import { type GrantSource, grantPage, type KnownGrant, sourceOf } from '../grants.ts';
import { type Inventory, readInventory } from '../inventory.ts';
import { resourceKey } from '../keys.ts';
import { createWalk, isWalkPosition, type KnownResource, WALK_START, type WalkPosition } from '../walk.ts';

/** First what is listed of whole types, then of each resource. */
interface Position {
  /** The type whose grants are being read; `null`: all of them have been. */
  type: string | null;
  walk: WalkPosition;
  /** What is left of the lists of the type, or of the resource that comes next; empty: from the beginning. */
  tokens: string[];
  /** The resource that the tokens are of. */
  of: string | null;
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

const isPosition = (value: unknown): value is Position => {
  const { type, walk, tokens, of } = rowOf(value);
  return (
    isTextOrNull(type) &&
    isTextOrNull(of) &&
    isWalkPosition(walk) &&
    Array.isArray(tokens) &&
    tokens.every((token) => typeof token === 'string')
  );
};

/** Resources whose grants are read at the same time. */
const AT_ONCE = 8;
const BATCHES_MAX = 10;

/** A page of what grants are, for those that are anything of this kind. */
export async function grantListing<T>(
  context: BatonContext,
  {
    listing,
    keyOf,
    itemOf,
  }: {
    listing: 'grants' | 'memberships';
    keyOf: (item: T) => string;
    itemOf: (grant: KnownGrant, inventory: Inventory) => T | null;
  },
  cursor: string | null,
): Promise<Page<T>> {
  const inventory = await readInventory(context);
  const scoped = inventory.types.flatMap(({ id, annotations }) =>
    id && context.session.codec.has('TypeScopedGrants', annotations) ? [id] : [],
  );
  let position = decodeCursor(listing, cursor, isPosition) ?? {
    type: scoped[0] ?? null,
    walk: WALK_START,
    tokens: [],
    of: null,
  };
  const items: T[] = [];
  let isOver = false;
  for (
    let batches = 0;
    !isOver && batches < BATCHES_MAX && items.length < context.settings.page_size;
    batches++
  ) {
    const step =
      position.type === null
        ? await stepOverResources(context, inventory, position)
        : await stepOverType(context, scoped, position, position.type);
    for (const grant of step.grants) {
      const item = itemOf(grant, inventory);
      if (item !== null) items.push(item);
    }
    isOver = step.next === null;
    position = step.next ?? position;
  }
  return {
    items: once(items, keyOf),
    next_cursor: isOver ? null : encodeCursor(listing, position),
  };
}

interface Step {
  grants: KnownGrant[];
  next: Position | null;
}

async function stepOverType(
  context: BatonContext,
  scoped: string[],
  position: Position,
  type: string,
): Promise<Step> {
  const { grants, tokens } = await grantPage(context, { type }, startOr(position.tokens));
  const next = tokens.length > 0 ? type : (scoped.find((one) => one > type) ?? null);
  return { grants, next: { ...position, type: next, tokens } };
}

async function stepOverResources(
  context: BatonContext,
  inventory: Inventory,
  position: Position,
): Promise<Step> {
  const walk = createWalk(context, inventory, position.walk);
  const batch: { source: GrantSource; key: string; before: WalkPosition }[] = [];
  let resource: KnownResource | 'later' | null = null;
  do {
    const before = walk.position();
    resource = await walk.next();
    if (resource === null || resource === 'later') break;
    const source = sourceOf(context, inventory, resource);
    // Those of a whole type have been read.
    if (source && 'resource' in source) batch.push({ source, key: resourceKey(resource.id), before });
  } while (batch.length < AT_ONCE);
  const pages = await Promise.all(
    batch.map(({ source, key }, i) => {
      const isBegun = i === 0 && position.tokens.length > 0 && position.of === key;
      return grantPage(context, source, isBegun ? position.tokens : ['']);
    }),
  );
  const unfinished = pages.findIndex(({ tokens }) => tokens.length > 0);
  const stop = batch[unfinished];
  if (stop) {
    // What was read beyond it comes again, after its other pages.
    const grants = pages.slice(0, unfinished + 1).flatMap((page) => page.grants);
    const { tokens } = pages[unfinished] as { tokens: string[] };
    return { grants, next: { ...position, walk: stop.before, tokens, of: stop.key } };
  }
  const grants = pages.flatMap((page) => page.grants);
  const next = resource === null ? null : { ...position, walk: walk.position(), tokens: [], of: null };
  return { grants, next };
}

const startOr = (tokens: string[]): string[] => (tokens.length === 0 ? [''] : tokens);
