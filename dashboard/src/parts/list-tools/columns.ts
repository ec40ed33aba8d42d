import type { CsvColumn } from './csv.ts';

/** What a list can show of its rows. */
export interface ListColumn<Row> {
  key: string;
  header: string;
  /** What of it a file says: left out, nothing. */
  csv?: readonly CsvColumn<Row>[];
}

/** Of a table whose rows are made of cells in this order; each column is known by its word. */
export const tableColumns = <Row>(
  headers: readonly string[],
  csv: readonly (readonly CsvColumn<Row>[])[],
): ListColumn<Row>[] => headers.map((header, place) => ({ key: header, header, csv: csv[place] ?? [] }));

/** Without those that are hidden; the first says what a row is about, and stays. */
export const shownColumns = <Column extends { key: string }>(
  all: readonly Column[],
  hidden: readonly string[],
): Column[] => all.filter(({ key }, place) => place === 0 || !hidden.includes(key));

/** Hides what is shown, and shows what is hidden. */
export const toggled = (hidden: readonly string[], key: string): string[] =>
  hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key];

/** Whatever a browser has kept: what is no list of keys hides nothing. */
export function readHidden(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === 'string') : [];
}
