import type pg from 'pg';
import type { Querier } from './database.ts';

/** Which part of a list is wanted: rows after a key, or after a number of rows. */
export interface PageRequest {
  limit: number;
  after: string | null;
  offset: number;
}

export interface PageOf<Row> {
  items: Row[];
  total: number;
  has_more: boolean;
}

/** Collects the values of a statement while its text is written. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

const PAGE_SIZES = [10, 25, 50, 100, 200];

/**
 * As many rows as a page needs, and one more that tells whether another follows. Written into the statement: of a parameter, a
 * kept plan expects a tenth of the table and would join tables whole. Few sizes, so that the statements to keep are few.
 */
export const limitSql = (limit: number): string =>
  `LIMIT ${1 + (PAGE_SIZES.find((size) => size >= limit) ?? Math.trunc(limit))}`;

/**
 * One page and the total in one statement. The left join keeps the total when the page is empty.
 */
export async function queryPage<Row extends pg.QueryResultRow>(
  q: Querier,
  page: PageRequest,
  statement: {
    total: string;
    page: (bounds: string) => string;
    parameters: Parameters;
    key: string;
    /** From the greatest key down. */
    descending?: boolean;
  },
): Promise<PageOf<Row>> {
  const { parameters, key, descending = false } = statement;
  const beyond = descending ? '<' : '>';
  const after = page.after === null ? '' : `AND ${key} ${beyond} ${parameters.add(page.after)}`;
  const offset = page.offset === 0 ? '' : `OFFSET ${parameters.add(page.offset)}`;
  const bounds = `${after} ORDER BY ${key} ${descending ? 'DESC' : 'ASC'} ${limitSql(page.limit)} ${offset}`;
  const rows = await q.query<Row & { total: number; id: string | null }>(
    `SELECT t.total, p.* FROM (${statement.total}) AS t LEFT JOIN LATERAL (${statement.page(bounds)}) AS p ON true`,
    parameters.values,
  );
  return pageOf(rows, page.limit);
}

/** Of rows that each have the total; a page without any has one row of nothing but that. */
export function pageOf<Row extends { id: string | null; total: number }>(
  rows: Row[],
  limit: number,
): PageOf<Row> {
  const found = rows.filter((row) => row.id !== null);
  return { items: found.slice(0, limit), total: rows[0]?.total ?? 0, has_more: found.length > limit };
}

/**
 * Some stored word of the row begins with each word. The longest, likely the rarest, finds the candidates; the others
 * are looked up per candidate, so that a word that everybody has costs nothing.
 */
export function wordConditions(
  words: string[],
  noun: string,
  idColumn: string,
  parameters: Parameters,
): string[] {
  const [longest, ...others] = [...words].sort((a, b) => b.length - a.length);
  if (longest === undefined) return [];
  const source = `FROM search_terms s WHERE s.tenant_id = $1 AND s.noun = '${noun}'`;
  const begins = (word: string): string =>
    `s.term >= ${parameters.add(word)} AND s.term < ${parameters.add(`${word}\u{10FFFF}`)}`;
  return [
    `${idColumn} IN (SELECT s.id ${source} AND ${begins(longest)})`,
    ...others.map(
      (word) =>
        `(SELECT count(*) FROM (SELECT ${source} AND s.id = ${idColumn} AND ${begins(word)} LIMIT 1) one) = 1`,
    ),
  ];
}
