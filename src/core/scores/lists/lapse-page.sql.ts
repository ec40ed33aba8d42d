import type pg from 'pg';
import type { Querier } from '../../../platform/database/database.ts';
import type { OrderedPageRequest } from '../../../platform/database/ordered-page.ts';
import { limitSql, type PageOf, type Parameters, pageOf } from '../../../platform/database/page.ts';
import { HALF_LIFE_CLASSES } from '../half-life.rules.ts';
import { instantOf, instantOfClass, instantsByClass, stalenessSql } from '../half-life.sql.ts';

/** The last row of a page in score order, by the whole number that `stalenessSql` makes of it: nothing of it is lost. */
export interface LapsePosition {
  staleness: string;
  id: string;
}

export interface LapsePageRequest {
  limit: number;
  offset: number;
  after: LapsePosition | null;
  /** The freshest first. */
  ascending: boolean;
  /** The order of scores is that of an instant, in milliseconds since 1970. */
  as_of: number;
}

/** Bounds on the lapse date for each class, in milliseconds since 1970; infinite ones are PostgreSQL's too. */
export interface LapseRange {
  /** The score is at least something: lapsed by then. */
  until?: readonly number[] | undefined;
  /** The score is under something: lapses after that. */
  after?: readonly number[] | undefined;
}

export type LapseRow = pg.QueryResultRow & {
  id: string;
  lapses_ms: number;
  half_life_class: number;
  position: string;
};

/** What every list in score order selects of the row `s`, which has its place in the order. */
export const LAPSE_COLUMNS = `s.lapses_at, extract(epoch FROM s.lapses_at)::float8 * 1000 AS lapses_ms, s.half_life_class,
  s.staleness::text AS position`;

/** Conditions on rows `s` of one class, or of any. */
export type RangeConditions = (half_life_class?: number) => string[];

export function rangeConditions({ until, after }: LapseRange, parameters: Parameters): RangeConditions {
  const bounds = [
    { beyond: '<=', instants: until && instantsByClass(until, parameters) },
    { beyond: '>', instants: after && instantsByClass(after, parameters) },
  ];
  return (half_life_class) =>
    bounds.flatMap(({ beyond, instants }) => {
      if (instants === undefined) return [];
      const bound =
        half_life_class === undefined ? instantOfClass(instants, 's') : instantOf(instants, half_life_class);
      return [`s.lapses_at ${beyond} ${bound}`];
    });
}

export interface LapseStatement {
  parameters: Parameters;
  /** What rows `s` are chosen from. */
  from: string;
  conditions: readonly string[];
  range: RangeConditions;
  id: string;
  /** Of the row, besides its place in the order. */
  columns: string;
  /** Whether an index has the rows of each class in the order of their lapse dates. */
  is_indexed: boolean;
}

/** The rows of one page in score order, each with its `staleness`, and one more; and the order, for what is made of them. */
export function inScoreOrder(request: LapsePageRequest, statement: LapseStatement) {
  const { parameters, id } = statement;
  const { after, ascending, as_of } = request;
  const staleness = stalenessSql('s', `${parameters.add(new Date(as_of).toISOString())}::timestamptz`);
  const [first, second] = ascending ? ['ASC', 'DESC'] : ['DESC', 'ASC'];
  const order = (idColumn: string): string => `ORDER BY s.staleness ${first}, ${idColumn} ${second}`;
  const offset = request.offset === 0 ? null : parameters.add(request.offset);
  const bounds = `${limitSql(request.limit)} ${offset === null ? '' : `OFFSET ${offset}`}`;
  const choose = (range: string[], keyset: string): string =>
    `SELECT ${statement.columns}, ${staleness} AS staleness FROM ${statement.from}
     WHERE ${[...statement.conditions, ...range, ...(keyset === '' ? [] : [keyset])].join(' AND ')}`;
  if (!statement.is_indexed) {
    const keyset = after === null ? '' : beyond(after, { staleness, id, ascending }, parameters);
    const rows = choose(statement.range(), keyset);
    return { order, rows: `SELECT * FROM (${rows}) s ${order(bare(id))} ${bounds}` };
  }
  const within = offset === null ? limitSql(request.limit) : `${limitSql(request.limit)} + ${offset}::bigint`;
  const starts = after && startsByClass(after, as_of, parameters);
  const direction = ascending ? 'DESC' : 'ASC';
  const ranges = HALF_LIFE_CLASSES.map((half_life_class) => {
    const keyset = starts ? `(s.lapses_at, ${id}) ${ascending ? '<' : '>'} (${starts(half_life_class)})` : '';
    const chosen = choose(
      [`s.half_life_class = ${half_life_class}`, ...statement.range(half_life_class)],
      keyset,
    );
    return `(${chosen} ORDER BY s.lapses_at ${direction}, ${id} ${direction} ${within})`;
  });
  return { order, rows: `SELECT * FROM (${ranges.join(' UNION ALL ')}) s ${order(bare(id))} ${bounds}` };
}

/** The same for `queryOrderedPage`, whose key is the staleness, and which calls the stalest first ascending. */
export function chooseInScoreOrder(
  { limit, offset, after, descending, as_of }: OrderedPageRequest & { as_of: number },
  statement: Omit<LapseStatement, 'columns'>,
): { rows: string; order: string } {
  const position = after && { staleness: after.key, id: after.id };
  const request = { limit, offset, after: position, ascending: descending, as_of };
  const { rows } = inScoreOrder(request, { ...statement, columns: statement.id });
  const [first, second] = descending ? ['ASC', 'DESC'] : ['DESC', 'ASC'];
  return {
    rows: `SELECT ${bare(statement.id)} AS id, s.staleness AS place FROM (${rows}) s`,
    order: `ORDER BY r.place ${first}, r.id ${second}`,
  };
}

const bare = (column: string): string => `s.${column.slice(column.indexOf('.') + 1)}`;

function beyond(
  after: LapsePosition,
  { staleness, id, ascending }: { staleness: string; id: string; ascending: boolean },
  parameters: Parameters,
): string {
  const [at, last] = [`${parameters.add(after.staleness)}::bigint`, parameters.add(after.id)];
  const [first, second] = ascending ? ['>', '<'] : ['<', '>'];
  return `(${staleness} ${first} ${at} OR (${staleness} = ${at} AND ${id} ${second} ${last}))`;
}

/**
 * Where each class goes on after a row of any of them: its lapse date at the same staleness, and the id if there is one that
 * is exactly as stale. Before all ids otherwise, with the first whole microsecond beyond.
 */
function startsByClass({ staleness, id }: LapsePosition, asOf: number, parameters: Parameters) {
  const slowest = BigInt(Math.max(...HALF_LIFE_CLASSES));
  const starts = HALF_LIFE_CLASSES.map((half_life_class) => {
    const shift = slowest - BigInt(half_life_class);
    const since = BigInt(staleness) >> shift;
    return { at: BigInt(asOf) * 1000n - since, id: since << shift === BigInt(staleness) ? id : '' };
  });
  const instants = `(${parameters.add(starts.map(({ at }) => microInstant(at)))}::timestamptz[])`;
  const ids = `(${parameters.add(starts.map((start) => start.id))}::text[])`;
  return (half_life_class: number): string =>
    `${instantOf(instants, half_life_class)}, ${instantOf(ids, half_life_class)}`;
}

function microInstant(micros: bigint): string {
  const ms = micros / 1000n - (micros % 1000n < 0n ? 1n : 0n);
  const rest = String(micros - ms * 1000n).padStart(3, '0');
  return new Date(Number(ms)).toISOString().replace('Z', `${rest}Z`);
}

/** One page and the total in one statement, as `queryPage` does, in the order of scores or its exact reverse. */
export async function queryLapsePage<Row extends LapseRow>(
  q: Querier,
  request: LapsePageRequest,
  statement: LapseStatement & {
    total: string;
    /** What is told of the rows `s`. */
    shown: string;
    lookups: string;
  },
): Promise<PageOf<Row>> {
  const { rows, order } = inScoreOrder(request, statement);
  const found = await q.query<Row & { total: number }>(
    `SELECT t.total, p.* FROM (${statement.total}) AS t
     LEFT JOIN LATERAL (SELECT ${statement.shown} FROM (${rows}) AS s ${statement.lookups} ${order(bare(statement.id))}) AS p
       ON true`,
    statement.parameters.values,
  );
  return pageOf(found, request.limit);
}
