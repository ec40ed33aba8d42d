import pg from 'pg';
import type { Querier } from '../../platform/database/database.ts';
import type { Column, Completeness } from '../content.rules.ts';

/** The rows of a report, described once for all formats. Every value in the text is quoted: COPY takes no parameters. */
export interface ReportQuery {
  columns: readonly SourceColumn[];
  /** From FROM to the end of WHERE. */
  from: string;
  order: string;
  /** What the rows were taken from: each counts something. */
  sources: readonly { name: string; count: string }[];
}

export interface SourceColumn extends Column {
  sql: string;
}

export const literal = (value: string): string => pg.escapeLiteral(value);
export const instantLiteral = (iso: string): string => `${literal(iso)}::timestamptz`;

/** As typed values, for formats that have types. */
export function rowsText({ columns, from, order }: ReportQuery): string {
  const list = columns.map(({ key, sql }) => `${sql} AS ${pg.escapeIdentifier(key)}`);
  return `SELECT ${list.join(', ')} ${from} ORDER BY ${order}`;
}

/** As CSV has them. */
export function csvText({ columns, from, order }: ReportQuery): string {
  const list = columns.map((column) => `${csvCell(column)} AS ${pg.escapeIdentifier(column.key)}`);
  return `SELECT ${list.join(', ')} ${from} ORDER BY ${order}`;
}

/**
 * First characters that make a spreadsheet take a text for a formula: = + - @, the same in full width, and what it may
 * skip before one.
 */
export const FORMULA_STARTS: readonly number[] = [
  ...[...'=+-@\t\r\n'].map((character) => character.charCodeAt(0)),
  ...[...'＝＋－＠'].map((character) => character.charCodeAt(0)),
];

function csvCell({ kind, sql }: SourceColumn): string {
  if (kind === 'text') {
    return `CASE WHEN ascii(${sql}) IN (${FORMULA_STARTS.join(', ')}) THEN '''' || ${sql} ELSE ${sql} END`;
  }
  if (kind === 'instant') return `to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return kind === 'boolean' ? `(${sql})::text` : sql;
}

export async function countSources(
  snapshot: Querier,
  sources: ReportQuery['sources'],
): Promise<Completeness['sources']> {
  const counted: Completeness['sources'] = [];
  for (const { name, count } of sources) {
    const [row] = await snapshot.query<{ rows: number }>(count);
    counted.push({ name, rows: row?.rows ?? 0 });
  }
  return counted;
}
