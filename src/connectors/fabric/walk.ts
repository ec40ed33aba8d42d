import type { Page } from '../connector.ts';
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

/** Lists of one kind are read so many at a time. */
const AT_ONCE = 8;

/**
 * A listing that Fabric has only in parts: workspaces, what is in each, who has access to each of these. What is still to
 * be read is all in the cursor, and the order does not depend on the size of pages.
 */
export async function walkPage<T>(
  kind: string,
  cursor: string | null,
  start: readonly Step[],
  visit: (step: Step) => Promise<Visit<T>>,
): Promise<Page<T>> {
  const steps = decodeCursor(kind, cursor, isSteps) ?? [...start];
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
  const rest = [...todo, ...steps.slice(done)];
  return { items, next_cursor: rest.length === 0 ? null : encodeCursor(kind, rest) };
}
