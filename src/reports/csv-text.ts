import { FORMULA_STARTS } from './content/query.sql.ts';
import type { Cell, Column } from './content.rules.ts';

/** Rows that are at hand as CSV, in the very form in which PostgreSQL writes those that are not. */
export function csvText(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  return csvHeader(columns) + csvLines(columns, rows);
}

export const csvHeader = (columns: readonly Column[]): string =>
  `${columns.map((column) => quoted(column.key)).join(',')}\r\n`;

export const csvLines = (columns: readonly Column[], rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${columns.map((column, i) => csvCell(column, row[i] ?? null)).join(',')}\r\n`).join('');

function csvCell({ kind }: Column, value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  return quoted(kind === 'text' && FORMULA_STARTS.includes(text.charCodeAt(0)) ? `'${text}` : text);
}

const quoted = (text: string): string =>
  text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
