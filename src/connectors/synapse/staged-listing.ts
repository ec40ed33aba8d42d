import { ConnectorError, type Page } from '../connector.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';

/** Where a stage goes on: the last row of the page before. */
export type After = (string | number)[];

/** One of the places that a listing is put together from. */
export interface Stage<T> {
  name: string;
  page(after: After | null): Promise<{ items: T[]; next: After | null }>;
}

type Position = [string, After | null];

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) &&
  value.length === 2 &&
  typeof value[0] === 'string' &&
  (value[1] === null || isAfter(value[1]));

const isAfter = (value: unknown): value is After =>
  Array.isArray(value) && value.every((part) => typeof part === 'string' || Number.isSafeInteger(part));

/** A page of a listing that goes through several places, one after the other. */
export async function stagedPage<T>(
  kind: string,
  cursor: string | null,
  stages: readonly Stage<T>[],
): Promise<Page<T>> {
  const position = decodeCursor(kind, cursor, isPosition);
  const at = position === null ? 0 : stages.findIndex(({ name }) => name === position[0]);
  const stage = stages[at];
  if (!stage) {
    if (position === null) return { items: [], next_cursor: null };
    throw new ConnectorError('invalid_cursor', `the ${kind} have no part ${position[0]} any more`);
  }
  const { items, next } = await stage.page(position?.[1] ?? null);
  if (next !== null) return { items, next_cursor: encodeCursor(kind, [stage.name, next]) };
  const after = stages[at + 1];
  return { items, next_cursor: after ? encodeCursor(kind, [after.name, null]) : null };
}

/** A page of what was read whole, in the order of its keys. */
export function slicePage<T extends { key: string }>(
  all: readonly T[],
  after: After | null,
  size: number,
): { items: T[]; next: After | null } {
  const last = after === null ? '' : String(after[0]);
  const rest = all.filter(({ key }) => key > last).sort((a, b) => (a.key < b.key ? -1 : 1));
  const items = rest.slice(0, size);
  return { items, next: rest.length > size ? [items.at(-1)?.key ?? ''] : null };
}
