import type pg from 'pg';
import type { Querier } from './database.ts';
import { limitSql, type PageOf, type Parameters, pageOf } from './page.ts';

/** The last row of a page: what it is ordered by, as PostgreSQL writes it, and its id. */
export interface OrderedPosition {
  key: string;
  id: string;
}

export interface OrderedPageRequest {
  limit: number;
  offset: number;
  after: OrderedPosition | null;
  descending: boolean;
}

export type OrderedRow = pg.QueryResultRow & { id: string; position: string };

export interface OrderedPageOf<Row> extends PageOf<Row> {
  /** False: there are more than were counted. */
  total_is_exact: boolean;
}

export interface OrderedStatement {
  parameters: Parameters;
  /** Rows to choose from, as `FROM … WHERE …`. */
  rows: string;
  /** What they are ordered by, of which type, and what makes equal ones different. */
  key: string;
  key_type: 'text' | 'timestamptz';
  id: string;
  /** Where the order is not that of one column: the `id` and the `place` of the rows of the page, and the order of such rows `r`. */
  chosen?: { rows: string; order: string };
  /** How many there are; left out, they are counted as far as `COUNTED_MAX`. */
  total?: string;
  columns: string;
  /** Looks up the rest of a row `r` that has the id and the position. */
  lookups: string;
}

/** Nobody scrolls further; counting on would read everything for a number that is out of date when it is read. */
export const COUNTED_MAX = 10_000;

/**
 * One page in the order of (key, id) or its exact reverse, and the total, in one statement. Only ids are taken below
 * the limit, so that rows that an offset skips cost an entry of the index; the rest is looked up for the page alone.
 */
export async function queryOrderedPage<Row extends OrderedRow>(
  q: Querier,
  request: OrderedPageRequest,
  statement: OrderedStatement,
): Promise<OrderedPageOf<Row>> {
  const { parameters, rows, columns, lookups } = statement;
  const chosen = statement.chosen ?? chooseByKey(request, statement);
  const total =
    statement.total ?? `SELECT count(*) AS total FROM (SELECT ${rows} LIMIT ${COUNTED_MAX + 1}) AS c`;
  const found = await q.query<Row & { total: number }>(
    `SELECT t.total, p.* FROM (${total}) AS t LEFT JOIN LATERAL (
       SELECT r.id, r.place::text AS position, ${columns} FROM (${chosen.rows}) AS r ${lookups} ${chosen.order}
     ) AS p ON true`,
    parameters.values,
  );
  const page = pageOf(found, request.limit);
  const total_is_exact = statement.total !== undefined || page.total <= COUNTED_MAX;
  return { ...page, total: total_is_exact ? page.total : COUNTED_MAX, total_is_exact };
}

function chooseByKey(
  { after, limit, offset, descending }: OrderedPageRequest,
  { parameters, rows, key, key_type, id }: OrderedStatement,
): { rows: string; order: string } {
  const direction = descending ? 'DESC' : 'ASC';
  const keyset =
    after === null
      ? ''
      : `AND (${key}, ${id}) ${descending ? '<' : '>'} (${parameters.add(after.key)}::${key_type}, ${parameters.add(after.id)})`;
  const skipped = offset === 0 ? '' : `OFFSET ${parameters.add(offset)}`;
  return {
    rows: `SELECT ${id} AS id, ${key} AS place ${rows} ${keyset}
           ORDER BY ${key} ${direction}, ${id} ${direction} ${limitSql(limit)} ${skipped}`,
    order: `ORDER BY r.place ${direction}, r.id ${direction}`,
  };
}
