import { COLOUR, type Flow, STYLE, Table, type TableColumn } from '@lapse/pdf';
import type { Shown } from '../summary/compliance-summary.rules.ts';
import { count } from './format-values.ts';

export const INSTANT = '2026-10-01 23:45';
/** Identifiers break once, in their middle. */
export const HALF_ID = 'dddddddd-dddd-dddd-';

/** A column, and what it says of a row. */
type ColumnOf<Row> = TableColumn & { cell: (row: Row) => string };

export const numberColumn = <Row>(
  label: string,
  cell: (row: Row) => string,
  unbroken = '1,000',
): ColumnOf<Row> => ({ label, share: 1, align: 'right', unbroken, cell });

/** A short table is not torn apart; a long one would leave half a page empty. */
const TOGETHER_ROWS_MAX = 6;

export function fillTable<Row>(flow: Flow, rows: readonly Row[], columns: readonly ColumnOf<Row>[]): void {
  const table = new Table(flow, columns);
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  if (rows.length <= TOGETHER_ROWS_MAX) {
    table.keepTogether(cells);
  }
  for (const row of cells) {
    table.row(row);
  }
  table.end();
}

/** The first rows of a list, and how many there are, when not all are shown; the report `where` has them. */
export function shownTable<Row>(
  flow: Flow,
  { total, rows }: Shown<Row>,
  where: string,
  columns: readonly ColumnOf<Row>[],
): void {
  fillTable(flow, rows, columns);
  if (total > rows.length) {
    flow.paragraph(
      `${count(rows.length)} of ${count(total)} are shown here; the report "${where}" has all of them.`,
      STYLE.small,
      COLOUR.muted,
    );
  }
}
