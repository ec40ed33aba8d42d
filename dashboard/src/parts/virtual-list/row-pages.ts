/** Rows come from the API in pages of this many, the most that it gives at once. */
export const PAGE_ROWS = 100;

/** The API skips no further; nobody scrolls through more by hand. */
export const ROWS_MAX = 100_000;

/** Pages that hold the rows from `first` to `last`, both included. */
export function pagesOf(first: number, last: number): number[] {
  if (last < first) return [];
  const from = Math.floor(Math.max(0, first) / PAGE_ROWS);
  const to = Math.floor(last / PAGE_ROWS);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Where a key leads from a row; null for keys that do not move. */
export function rowAfterKey(key: string, row: number, rows: number, rowsInSight: number): number | null {
  const step = Math.max(1, rowsInSight - 1);
  const moves: Record<string, number> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + step,
    PageUp: row - step,
    Home: 0,
    End: rows - 1,
  };
  const wanted = moves[key];
  if (wanted === undefined || rows === 0) return null;
  return Math.min(rows - 1, Math.max(0, wanted));
}

export type Order = 'asc' | 'desc';

/** A click on a column: the other way round if it is sorted by already, else the way that column is read first. */
export function orderAfterClick(
  current: { sort: string; order: Order },
  clicked: { sort: string; first: Order },
): { sort: string; order: Order } {
  if (current.sort !== clicked.sort) return { sort: clicked.sort, order: clicked.first };
  return { sort: clicked.sort, order: current.order === 'asc' ? 'desc' : 'asc' };
}
