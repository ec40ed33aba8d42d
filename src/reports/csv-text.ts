import type { Cell, Column } from '../domain/report-content.ts';
import { FORMULA_STARTS } from '../store/report-query.ts';

/** Rows that are at hand as CSV, in the very form in which PostgreSQL writes those that are not. */
export function csvText(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const header = columns.map((column) => quoted(column.key));
  const lines = rows.map((row) => columns.map((column, i) => csvCell(column, row[i] ?? null)));
  return [header, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function csvCell({ kind }: Column, value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  return quoted(kind === 'text' && FORMULA_STARTS.includes(text.charCodeAt(0)) ? `'${text}` : text);
}

const quoted = (text: string): string =>
  text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
