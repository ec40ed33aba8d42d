import { counted } from '../../platform/counted.ts';
import { invalidRequest } from '../../platform/errors.ts';
import type { TextLine } from '../directory/import/read-lines.ts';
import type { CsvField, CsvNoun } from './csv-fields.rules.ts';
import {
  type Chosen,
  type CsvMapping,
  type CsvReading,
  chooseColumns,
  detectSeparator,
  SEPARATORS,
  type Separator,
} from './csv-mapping.rules.ts';
import { type CsvRow, readRows } from './csv-rows.ts';
import { type CsvValue, type CsvValues, readValue } from './csv-values.rules.ts';

export type CsvRecord = { number: number; text: string } & ({ values: CsvValues } | { reason: string });

export interface OpenCsv extends Chosen {
  separator: Separator;
  header: string[];
  records: AsyncGenerator<CsvRecord, void>;
}

/** Looked at before anything is stored: a file in another encoding shows it early, or has nothing else to show. */
const LINES_AHEAD = 1_000;

const isNotUtf8 = ({ text, fault }: TextLine): boolean =>
  fault === 'the line is not valid UTF-8' || text.includes('\0');

/**
 * Reads the header of a file and chooses its columns; its rows come as they are asked for. Throws `invalid_request` for what
 * is no CSV in UTF-8. Whether the columns suffice is for the caller to judge.
 */
export async function openCsv(
  lines: AsyncIterable<TextLine>,
  noun: CsvNoun,
  reading: CsvReading,
  now: () => number = Date.now,
): Promise<OpenCsv> {
  const iterator = lines[Symbol.asyncIterator]();
  const ahead: TextLine[] = [];
  while (ahead.length < LINES_AHEAD) {
    const { done, value } = await iterator.next();
    if (done) break;
    ahead.push(value);
    if (isNotUtf8(value)) throw refused(`Line ${value.number} is not text in UTF-8. ${SAVE_AS_UTF_8}`);
  }
  const begin = ahead.findIndex(({ text }) => withoutMark(text).trim() !== '');
  const first = ahead[begin];
  if (first === undefined) throw refused('The file is empty; expected a line with the names of its columns.');
  if (/\r./.test(first.text)) throw refused('The lines of the file end with CR alone; expected LF or CRLF.');
  const named = /^sep=(.)\r?$/i.exec(withoutMark(first.text))?.[1];
  const rest = ahead.slice(named === undefined ? begin : begin + 1);
  if (rest[0]) rest[0] = { ...rest[0], text: withoutMark(rest[0].text) };
  const separator = reading.separator ?? separatorOf(named) ?? detectSeparator(rest[0]?.text ?? '');
  const rows = readRows(chain(rest, iterator), SEPARATORS[separator]);
  const top = await rows.next();
  if (top.done) throw refused('The file is empty; expected a line with the names of its columns.');
  if (top.value.fault !== undefined) throw refused(`The header cannot be read: ${top.value.fault}.`);
  const header = top.value.cells.map((name) => name.trim());
  const chosen = chooseColumns(noun, header, reading);
  return {
    ...chosen,
    separator,
    header,
    records: readRecords(rows, { noun, header, mapping: chosen.mapping, reading, now }),
  };
}

const SAVE_AS_UTF_8 =
  'Only UTF-8 is read: save the file as UTF-8 (in Excel: "CSV UTF-8") and send it again; nothing was imported.';

const refused = (msg: string) => invalidRequest([{ loc: ['body'], msg, type: 'bad_csv' }]);

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

const separatorOf = (character: string | undefined): Separator | undefined =>
  (Object.keys(SEPARATORS) as Separator[]).find((name) => SEPARATORS[name] === character);

async function* chain(first: readonly TextLine[], rest: AsyncIterator<TextLine>): AsyncGenerator<TextLine> {
  yield* first;
  for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value;
}

/** Throws `invalid_request` when something that is needed is in no column. */
export function requireColumns({ faults }: OpenCsv): void {
  if (faults.length > 0) throw invalidRequest(faults);
}

interface Layout {
  noun: CsvNoun;
  header: readonly string[];
  mapping: CsvMapping;
  reading: CsvReading;
  now: () => number;
}

async function* readRecords(
  rows: AsyncGenerator<CsvRow, void>,
  { noun, header, mapping, reading, now }: Layout,
): AsyncGenerator<CsvRecord, void> {
  const places = [...mapping.columns, ...mapping.set];
  const { date_format, time_zone } = reading;
  for await (const { number, cells, text, fault } of rows) {
    if (fault !== undefined) {
      yield { number, text, reason: fault };
      continue;
    }
    if (cells.every((cell) => cell.trim() === '')) continue;
    const beyond = cells.slice(header.length).findIndex((cell) => cell.trim() !== '');
    if (cells.length < header.length || beyond !== -1) {
      yield {
        number,
        text,
        reason: `expected ${counted(header.length, 'cell')}, as the header has, got ${cells.length}`,
      };
      continue;
    }
    const values: Record<string, CsvValue> = {};
    const reasons: string[] = [];
    const at = now();
    for (const [field, from] of places) {
      const cell = typeof from === 'number' ? (cells[from] as string) : from;
      const value = readValue(field, cell, { noun, now: at, date_format, time_zone });
      if (value !== null && typeof value === 'object') {
        reasons.push(`${columnOf(field, { header, mapping })}: ${value.reason}`);
      } else if (value !== null) {
        values[field.name] = value;
      }
    }
    yield reasons.length > 0 ? { number, text, reason: reasons.join('; ') } : { number, text, values };
  }
}

/** How a fault names a field: by its column. */
export function columnOf(
  field: CsvField,
  { header, mapping }: { header: readonly string[]; mapping: CsvMapping },
): string {
  const place = mapping.columns.get(field);
  const column = place === undefined ? field.name : (header[place] as string);
  return column === field.name ? column : `${column} (${field.name})`;
}
