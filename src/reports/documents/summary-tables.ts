import { COLOUR, type Flow, STYLE, Table, type TableColumn } from '@lapse/pdf';
import type { Shown } from '../summary/compliance-summary.rules.ts';
import { count } from './format-values.ts';

export const INSTANT = '2026-10-01 23:45';
/** Identifiers break once, in their middle. */
export const HALF_ID = 'dddddddd-dddd-dddd-';
export const numberColumn = (label: string, unbroken = '1,000'): TableColumn => ({
  label,
  share: 1,
  align: 'right',
  unbroken,
});

/** A short table is not torn apart; a long one would leave half a page empty. */
const TOGETHER_ROWS_MAX = 6;

export function fillTable(flow: Flow, columns: readonly TableColumn[], rows: readonly string[][]): void {
  const table = new Table(flow, columns);
  if (rows.length <= TOGETHER_ROWS_MAX) {
    table.keepTogether(rows);
  }
  for (const row of rows) {
    table.row(row);
  }
  table.end();
}

/** Says how many of a list are shown, when not all are. */
export function shownNote(flow: Flow, { total, rows }: Shown<unknown>, where: string): void {
  if (total > rows.length) {
    flow.paragraph(
      `${count(rows.length)} of ${count(total)} are shown here; the report "${where}" has all of them.`,
      STYLE.small,
      COLOUR.muted,
    );
  }
}
