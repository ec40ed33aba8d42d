import type pg from 'pg';
import type { Querier } from '../../../platform/database/database.ts';
import { limitSql, type PageOf, type Parameters } from '../../../platform/database/page.ts';

/** The last row of a page in score order. `lapses_at` is PostgreSQL's own text: a millisecond less would repeat rows. */
export interface LapsePosition {
  lapses_at: string;
  id: string;
}

export interface LapsePageRequest {
  limit: number;
  offset: number;
  after: LapsePosition | null;
  /** Order by score; the lapse date runs the other way. */
  ascending: boolean;
}

/** Bounds on the lapse date in milliseconds since 1970; infinite ones are PostgreSQL's too. */
export interface LapseRange {
  /** The score is at least something: lapsed by then. */
  until?: number | undefined;
  /** The score is under something: lapses after that. */
  after?: number | undefined;
}

export type LapseRow = pg.QueryResultRow & { id: string; lapses_ms: number; position: string };

/** What every list in score order selects of the row `s`. */
export const LAPSE_COLUMNS =
  's.lapses_at, extract(epoch FROM s.lapses_at)::float8 * 1000 AS lapses_ms, s.lapses_at::text AS position';

export function rangeConditions({ until, after }: LapseRange, parameters: Parameters): string[] {
  const instant = (ms: number): string => `to_timestamp(${parameters.add(ms / 1000)})`;
  return [
    ...(until === undefined ? [] : [`s.lapses_at <= ${instant(until)}`]),
    ...(after === undefined ? [] : [`s.lapses_at > ${instant(after)}`]),
  ];
}

/**
 * One page and the total in one statement, as `queryPage` does, in the order of (lapses_at, id) or its exact reverse,
 * so that one index serves both.
 */
export async function queryLapsePage<Row extends LapseRow>(
  q: Querier,
  request: LapsePageRequest,
  statement: {
    total: string;
    page: (bounds: string, order: string) => string;
    parameters: Parameters;
    id: string;
  },
): Promise<PageOf<Row>> {
  const { parameters, id } = statement;
  const { after, ascending } = request;
  const direction = ascending ? 'DESC' : 'ASC';
  const order = `ORDER BY s.lapses_at ${direction}, ${id} ${direction}`;
  const keyset =
    after === null
      ? ''
      : `AND (s.lapses_at, ${id}) ${ascending ? '<' : '>'} (${parameters.add(after.lapses_at)}::timestamptz, ${parameters.add(after.id)})`;
  const offset = request.offset === 0 ? '' : `OFFSET ${parameters.add(request.offset)}`;
  const bounds = `${keyset} ${order} ${limitSql(request.limit)} ${offset}`;
  const rows = await q.query<Row & { total: number }>(
    `SELECT t.total, p.* FROM (${statement.total}) AS t
     LEFT JOIN LATERAL (${statement.page(bounds, order)}) AS p ON true`,
    parameters.values,
  );
  const found = rows.filter((row) => row.id !== null);
  return {
    items: found.slice(0, request.limit),
    total: rows[0]?.total ?? 0,
    has_more: found.length > request.limit,
  };
}
