import { ConnectorError } from '../connector.ts';
import { once, rowOf } from '../rows.ts';
import type { BatonContext } from './baton-context.ts';
import type { Inventory } from './inventory.ts';
import { idOf, resourceKey } from './keys.ts';
import { pageOfCall } from './pages.ts';
import type { Resource, ResourceId } from './protocol/types.ts';

/** A resource whose id is whole. */
export type KnownResource = Resource & { id: ResourceId };

/** One list that is being gone through: resources of a type, below a parent or not. */
interface Frame {
  type: string;
  parent: ResourceId | null;
  /** Of the page. */
  token: string;
  /** The last of the page that was given out; `null`: none yet. */
  after: string | null;
  /** Whether what is below that one has been begun. */
  is_entered: boolean;
}

/** From the list of a type at the top down to where the walk is; empty before the first. */
export interface WalkPosition {
  root: string | null;
  frames: Frame[];
}

export const WALK_START: WalkPosition = { root: null, frames: [] };

const isId = (value: unknown): boolean =>
  typeof rowOf(value).resource_type === 'string' && typeof rowOf(value).resource === 'string';

const isFrame = (value: unknown): value is Frame => {
  const { type, parent, token, after, is_entered } = rowOf(value);
  return (
    typeof type === 'string' &&
    (parent === null || isId(parent)) &&
    typeof token === 'string' &&
    (after === null || typeof after === 'string') &&
    typeof is_entered === 'boolean'
  );
};

export const isWalkPosition = (value: unknown): value is WalkPosition => {
  const { root, frames } = rowOf(value);
  return (root === null || typeof root === 'string') && Array.isArray(frames) && frames.every(isFrame);
};

interface LiveFrame extends Frame {
  /** What was read of it, and the place in it of what was given out last. */
  page: { list: KnownResource[]; next: string; at: number } | null;
}

const DEPTH_MAX = 16;

export interface Walk {
  /** `null`: there are no more. `'later'`: so many lists were empty that the rest is for another call. */
  next(): Promise<KnownResource | 'later' | null>;
  position(): WalkPosition;
}

/**
 * Everything that a connector lists, what contains something before its contents: each type from the top, and below a resource
 * the types that it names. The position is all that is needed to go on; pages that it stands in are read again.
 */
export function createWalk(
  context: BatonContext,
  { types }: Inventory,
  { root, frames }: WalkPosition,
  reads_max = 50,
): Walk {
  const roots = types.map(({ id }) => id as string);
  const stack: LiveFrame[] = frames.map((frame) => ({ ...frame, page: null }));
  let rootType = root;
  let reads = 0;

  const read = async (frame: LiveFrame): Promise<NonNullable<LiveFrame['page']>> => {
    if (frame.page) return frame.page;
    reads++;
    const { type, parent, token } = frame;
    const request = { resource_type_id: type, ...(parent ? { parent_resource_id: parent } : {}) };
    const { list: rows, next_page_token } = await pageOfCall(context, 'ListResources', request, token);
    const known = rows.flatMap((resource) => {
      const id = idOf(resource.id);
      return id ? [{ ...resource, id }] : [];
    });
    // A place in the page is told by what stands there, so that must be there once.
    const list = once(known, ({ id }) => resourceKey(id));
    // Not found: the page has changed, and comes again from its beginning.
    const at = frame.after === null ? -1 : list.findIndex(({ id }) => resourceKey(id) === frame.after);
    frame.page = { list, next: next_page_token ?? '', at };
    return frame.page;
  };

  const enter = (type: string, parent: ResourceId | null): void => {
    if (stack.length >= DEPTH_MAX)
      throw new ConnectorError(
        'protocol',
        `the connector lists resources more than ${DEPTH_MAX} levels deep`,
      );
    stack.push({ type, parent, token: '', after: null, is_entered: false, page: null });
  };

  /** Begins the list of the next type below the resource where the frame stands; false when there is none. */
  const enterBelow = (resource: KnownResource, typeBefore: string | null): boolean => {
    const named = context.session.codec.allAnnotations<{ resource_type_id?: string }>(
      'ChildResourceType',
      resource.annotations,
    );
    const below = [...new Set(named.flatMap(({ resource_type_id }) => resource_type_id ?? []))];
    const next = below[typeBefore === null ? 0 : below.indexOf(typeBefore) + 1];
    if (next === undefined) return false;
    enter(next, resource.id);
    return true;
  };

  return {
    position: () => ({
      root: rootType,
      frames: stack.map(({ page, ...frame }) => frame),
    }),
    async next() {
      /** Of the list below, when one has just ended. */
      let ended: string | null = null;
      for (;;) {
        const frame = stack.at(-1);
        if (!frame) {
          rootType = roots.find((type) => rootType === null || type > rootType) ?? null;
          if (rootType === null) return null;
          enter(rootType, null);
          continue;
        }
        if (!frame.page && reads >= reads_max) return 'later';
        const page = await read(frame);
        const current = page.list[page.at];
        if (current && (!frame.is_entered || ended !== null)) {
          frame.is_entered = true;
          if (enterBelow(current, ended)) {
            ended = null;
            continue;
          }
        }
        ended = null;
        const resource = page.list[page.at + 1];
        if (resource) {
          page.at++;
          frame.after = resourceKey(resource.id);
          frame.is_entered = false;
          return resource;
        }
        if (page.next === '') {
          stack.pop();
          ended = frame.type;
        } else Object.assign(frame, { token: page.next, after: null, is_entered: false, page: null });
      }
    },
  };
}
