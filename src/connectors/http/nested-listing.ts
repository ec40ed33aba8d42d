import type { Page } from '../connector.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';

/** Parents that are still to be read, and where the rest of the parents and of the first one's children begin. */
interface Position {
  /** `null`: there are no more. */
  parents: string | null;
  queue: string[];
  child: string | null;
}

const isPathOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

const isPosition = (value: unknown): value is Position => {
  if (value === null || typeof value !== 'object') return false;
  const { parents, queue, child } = value as Position;
  return (
    isPathOrNull(parents) &&
    isPathOrNull(child) &&
    Array.isArray(queue) &&
    queue.every((id) => typeof id === 'string')
  );
};

/** Children of so many parents are read at the same time. */
const AT_ONCE = 8;

/**
 * A listing that a platform has only per parent: members of each group, assignments of each application. Where it stands is
 * all in the cursor, and its order does not depend on the size of pages.
 */
export async function nestedPage<T>(
  kind: string,
  cursor: string | null,
  {
    first,
    parents,
    children,
    keyOf,
  }: {
    first: string;
    parents: (path: string) => Promise<{ ids: string[]; next: string | null }>;
    children: (id: string, path: string | null) => Promise<{ items: T[]; next: string | null }>;
    keyOf: (item: T) => string;
  },
): Promise<Page<T>> {
  let position = decodeCursor(kind, cursor, isPosition) ?? { parents: first, queue: [], child: null };
  if (position.queue.length === 0 && position.parents !== null) {
    const { ids, next } = await parents(position.parents);
    position = { parents: next, queue: ids, child: null };
  }
  const { queue, child } = position;
  const taken = queue.slice(0, AT_ONCE);
  const read = await Promise.all(taken.map((id, i) => children(id, i === 0 ? child : null)));
  const items = new Map<string, T>();
  let rest: Position = { ...position, queue: queue.slice(taken.length), child: null };
  for (const [i, page] of read.entries()) {
    for (const item of page.items) items.set(keyOf(item), item);
    if (page.next !== null) {
      // What was read beyond it comes again, after its other pages.
      rest = { ...position, queue: queue.slice(i), child: page.next };
      break;
    }
  }
  const isOver = rest.queue.length === 0 && rest.parents === null;
  return { items: [...items.values()], next_cursor: isOver ? null : encodeCursor(kind, rest) };
}
