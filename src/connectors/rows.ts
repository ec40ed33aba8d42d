/** A row as a platform sends it: anything may be absent, null or of an unknown value. */
export type Row = Record<string, unknown>;

export const rowOf = (value: unknown): Row =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Row) : {};

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The rows among the items of a list. */
export const rowsOf = (value: unknown): Row[] =>
  listOf(value).filter((row): row is Row => row !== null && typeof row === 'object');

/** An instant, from text or milliseconds; some write the year 1, or 0, where they know none. */
export function instantOf(value: unknown): string | null {
  const ms = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : Number.NaN;
  return ms > 0 && ms < INSTANT_MS_END ? new Date(ms).toISOString() : null;
}

const INSTANT_MS_END = 8.64e15;

/** Lists are no snapshots: the same row can come twice. */
export function once<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** In lower case; `undefined` for what is no id. */
export function guidOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return GUID.test(text) ? text : undefined;
}
