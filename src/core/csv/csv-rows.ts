import { LINE_BYTES_MAX, type TextLine } from '../directory/import/read-lines.ts';

export interface CsvRow {
  /** Of the line on which it begins. */
  number: number;
  cells: string[];
  /** As it stands in the file. */
  text: string;
  fault?: string;
}

interface OpenRow extends CsvRow {
  /** What has come of a quoted cell; null: no quote is open. */
  quoted: string | null;
}

/**
 * Cuts lines into rows of cells (RFC 4180): a cell in quotes may hold separators, line ends and doubled quotes. A quote
 * within a cell that does not begin with one is a character like others. No more than one row is held.
 */
export async function* readRows(
  lines: AsyncIterable<TextLine>,
  separator: string,
): AsyncGenerator<CsvRow, void> {
  let open: OpenRow | null = null;
  for await (const { number, text, fault } of lines) {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (open === null && fault === undefined && line.trim() === '') continue;
    const row: OpenRow = open ?? { number, cells: [], text: '', quoted: null };
    open = null;
    if (fault === undefined) {
      row.text += row.quoted === null ? line : `\n${line}`;
      const wrong = readCells(row, line, separator);
      if (wrong !== null) row.fault = wrong;
      else if (row.quoted !== null && row.text.length <= LINE_BYTES_MAX) open = row;
      else if (row.quoted !== null)
        row.fault = `${UNCLOSED} (lines ${row.number} to ${number} were not read)`;
    } else {
      row.fault = fault;
    }
    if (open === null) yield closed(row);
  }
  if (open !== null) yield closed({ ...open, fault: `${UNCLOSED}; nothing after it was read` });
}

const UNCLOSED = 'a quote opens in this row and is never closed';

const closed = ({ number, cells, text, fault }: OpenRow): CsvRow =>
  fault === undefined ? { number, cells, text } : { number, cells: [], text, fault };

/** Adds the cells of a line to its row. Answers what is wrong; a quote that stays open is not. */
function readCells(row: OpenRow, line: string, separator: string): string | null {
  if (row.quoted === null && !line.includes('"')) {
    row.cells = line.split(separator);
    return null;
  }
  let at = 0;
  if (row.quoted !== null) row.quoted += '\n';
  while (true) {
    if (row.quoted === null && line[at] === '"') {
      row.quoted = '';
      at += 1;
    }
    if (row.quoted === null) {
      const end = line.indexOf(separator, at);
      row.cells.push(line.slice(at, end === -1 ? undefined : end));
      if (end === -1) return null;
      at = end + separator.length;
      continue;
    }
    const end = line.indexOf('"', at);
    row.quoted += line.slice(at, end === -1 ? undefined : end);
    if (end === -1) return null;
    at = end + 1;
    if (line[at] === '"') {
      row.quoted += '"';
      at += 1;
      continue;
    }
    row.cells.push(row.quoted);
    row.quoted = null;
    if (at === line.length) return null;
    if (!line.startsWith(separator, at)) return `a separator was expected after the quote at character ${at}`;
    at += separator.length;
  }
}
