import { ConnectorError, type Page } from '../connector.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';

/** One list that is to be read: what it is, of which things, and from where (empty: from its beginning). */
export type Step = string[];

export interface Visit<T> {
  found: T[];
  /** Lists to read before what comes after this one. */
  inside: Step[];
  /** The rest of this list, after what is inside. */
  next: Step | null;
}

const isStep = (value: unknown): value is Step =>
  Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string');

const isSteps = (value: unknown): value is Step[] => Array.isArray(value) && value.every(isStep);

/** Lists of one kind are read so many at a time, and so often for one page, which the cursor is stored with. */
const AT_ONCE = 8;
const ROUNDS_MAX = 8;
const ITEMS_PER_PAGE = 1_000;
/** Patience with the platform is for one round; a second one could take more time than a page has. */
const PAGE_MS = 10_000;

/**
 * A listing that Fabric has only in parts: workspaces, what is in each, who has access to each of these. What is still to
 * be read is all in the cursor, and the order does not depend on the size of pages.
 */
export async function walkPage<T>(
  kind: string,
  cursor: string | null,
  {
    start,
    visit,
    keyOf,
  }: { start: readonly Step[]; visit: (step: Step) => Promise<Visit<T>>; keyOf: (item: T) => string },
): Promise<Page<T>> {
  let steps = decodeCursor(kind, cursor, isSteps) ?? [...start];
  const items = new Map<string, T>();
  const ends_at = performance.now() + PAGE_MS;
  for (let round = 0; round < ROUNDS_MAX && steps.length > 0 && items.size < ITEMS_PER_PAGE; round++) {
    if (round > 0 && performance.now() > ends_at) break;
    try {
      const read = await walkOn(steps, visit);
      // The first one says most: names come before ids.
      for (const item of read.items) if (!items.has(keyOf(item))) items.set(keyOf(item), item);
      steps = read.rest;
    } catch (error) {
      // What was read is kept; the next page says that there is no more for now.
      const isKept = round > 0 && error instanceof ConnectorError && error.code === 'throttled';
      if (!isKept) throw error;
      break;
    }
  }
  return { items: [...items.values()], next_cursor: steps.length === 0 ? null : encodeCursor(kind, steps) };
}

async function walkOn<T>(
  steps: readonly Step[],
  visit: (step: Step) => Promise<Visit<T>>,
): Promise<{ items: T[]; rest: Step[] }> {
  const other = steps.findIndex(([name]) => name !== steps[0]?.[0]);
  const taken = steps.slice(0, Math.min(AT_ONCE, other === -1 ? steps.length : other));
  const visits = await Promise.all(taken.map(visit));
  const items: T[] = [];
  const todo: Step[] = [];
  let done = 0;
  for (const { found, inside, next } of visits) {
    // It comes after what is still to be read, so it is read again by then.
    if (todo.length > 0 && found.length > 0) break;
    items.push(...found);
    todo.push(...inside, ...(next === null ? [] : [next]));
    done++;
  }
  return { items, rest: [...todo, ...steps.slice(done)] };
}
