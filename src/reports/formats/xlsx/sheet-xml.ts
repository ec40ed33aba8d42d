import type { Cell, Column } from '../../content.rules.ts';
import { STYLES } from './workbook-parts.ts';
import { escapeXml, XML } from './xml-text.ts';

/** The most that a cell takes; a workbook with more in one is called damaged. */
const CELL_CHARACTERS_MAX = 32_767;
const CUT = ' … [cut]';
const DAY_MS = 86_400_000;
/** Day 1 is the first of 1900; there never was a 29 February of that year, but spreadsheets count it. */
const EPOCH_DAYS = 25_569;
const DATES_FROM = Date.parse('1900-03-01T00:00:00Z');

export interface SheetOptions {
  columns: readonly Pick<Column, 'label' | 'kind' | 'width'>[];
  has_header: boolean;
}

export function sheetBegin({ columns, has_header }: SheetOptions): string {
  const widths = columns.map(
    ({ width }, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${Math.max(8, width * 1.3).toFixed(1)}" customWidth="1"/>`,
  );
  const pane = has_header
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
    : '';
  const header = has_header
    ? rowXml(
        1,
        columns.map(({ label }, i) => textCell(`${columnName(i)}1`, label, STYLES.header)),
      )
    : '';
  return `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>${header}`;
}

/** `lastRow` counts the header. */
export function sheetEnd({ columns, has_header }: SheetOptions, lastRow: number): string {
  const filter = has_header
    ? `<autoFilter ref="A1:${columnName(columns.length - 1)}${Math.max(1, lastRow)}"/>`
    : '';
  return `</sheetData>${filter}<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`;
}

export function dataRow(
  number: number,
  columns: readonly Pick<Column, 'kind'>[],
  row: readonly Cell[],
): string {
  const cells: string[] = [];
  for (let i = 0; i < columns.length; i++) {
    const value = row[i] ?? null;
    if (value !== null) cells.push(cellXml(`${columnName(i)}${number}`, (columns[i] as Column).kind, value));
  }
  return rowXml(number, cells);
}

const rowXml = (number: number, cells: readonly string[]): string =>
  `<row r="${number}">${cells.join('')}</row>`;

function cellXml(place: string, kind: Column['kind'], value: Exclude<Cell, null>): string {
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return textCell(place, String(value), STYLES.text);
    const style = kind === 'integer' ? STYLES.integer : STYLES.number;
    return `<c r="${place}" s="${style}"><v>${value}</v></c>`;
  }
  if (kind === 'instant') {
    const at = Date.parse(value);
    if (at >= DATES_FROM)
      return `<c r="${place}" s="${STYLES.instant}"><v>${at / DAY_MS + EPOCH_DAYS}</v></c>`;
  }
  return textCell(place, value, STYLES.text);
}

/** A text is a text: it stands in the sheet itself, typed, so that no program takes it for a formula. */
function textCell(place: string, text: string, style: number): string {
  const shown =
    text.length > CELL_CHARACTERS_MAX
      ? `${text.slice(0, CELL_CHARACTERS_MAX - CUT.length).replace(/[\ud800-\udbff]$/, '')}${CUT}`
      : text;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(shown)}</t></is></c>`;
}

const names: string[] = [];

/** A to Z, AA to ZZ and so on. */
export function columnName(index: number): string {
  let name = names[index];
  if (name === undefined) {
    name = '';
    for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) {
      name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
    }
    names[index] = name;
  }
  return name;
}
