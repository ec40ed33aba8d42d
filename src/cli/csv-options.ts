import process from 'node:process';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { CsvPreview } from '../core/csv/csv.schema.ts';
import { DATE_FORMATS } from '../core/csv/csv-dates.rules.ts';
import type { CsvNoun } from '../core/csv/csv-fields.rules.ts';
import {
  type AskedReading,
  type CsvReading,
  readCsvReading,
  SEPARATORS,
} from '../core/csv/csv-mapping.rules.ts';
import { previewCsv } from '../core/csv/preview-csv.ts';
import { readLines } from '../core/directory/import/read-lines.ts';
import { LapseError, StartupError } from '../platform/errors.ts';
import type { Input } from './open-input.ts';
import { cut, padded, printable, widthOf } from './scan/plain-text.ts';

export interface CsvFlags {
  map?: string;
  set?: string;
  separator?: string;
  dateFormat?: string;
  timeZone?: string;
  dryRun?: true;
}

export function addCsvOptions(command: Command): Command {
  return command
    .option(
      '--map <pairs>',
      'of CSV: which column says what, as principal=Email,asset=Table; else by their names',
    )
    .option('--set <pairs>', 'of CSV: what holds for every row, as platform=warehouse')
    .option(
      '--separator <name>',
      `of CSV: ${Object.keys(SEPARATORS).join(', ')}; else found in the first line`,
    )
    .option('--date-format <format>', `of CSV: ${DATE_FORMATS.join(', ')} (default: iso)`)
    .option('--time-zone <name>', 'of CSV: of times that name none, as Europe/Berlin (default: UTC)')
    .option('--dry-run', 'of CSV: shows how its first rows would be read, and loads nothing');
}

/** How a file is to be read; null: it is NDJSON. Says what was chosen before anything is stored; refuses what cannot be read. */
export async function describeCsv(
  input: Input,
  noun: CsvNoun,
  { dateFormat: date_format, timeZone: time_zone, dryRun, ...rest }: CsvFlags,
): Promise<CsvReading | null> {
  const asked: AskedReading = {
    map: rest.map,
    set: rest.set,
    separator: rest.separator,
    date_format,
    time_zone,
  };
  if (!input.is_csv) {
    const given = Object.keys(asked).filter((name) => asked[name as keyof AskedReading] !== undefined);
    if (dryRun) given.push('dry_run');
    if (given.length === 0) return null;
    throw new StartupError(`${input.place} is NDJSON; ${given.map(optionOf).join(', ')} is for CSV.`);
  }
  const { reading, preview } = await readHead(input, noun, asked).catch((error: Error) => {
    throw error instanceof LapseError ? inOptions(error) : error;
  });
  process.stdout.write(described(input.place, reading, preview));
  if (preview.faults.length > 0) {
    throw new StartupError(
      `${preview.faults.join('\n')}\nSay it with --map field=column or --set field=value.`,
    );
  }
  if (dryRun) process.stdout.write(tableOf(preview));
  return reading;
}

async function readHead(input: Input, noun: CsvNoun, asked: AskedReading) {
  const reading = readCsvReading(noun, asked);
  const end = input.head.lastIndexOf(10);
  // The last line may go on behind what is looked at.
  const whole = end === -1 ? input.head : input.head.subarray(0, end + 1);
  return { reading, preview: await previewCsv(readLines(Readable.from([whole])), noun, reading) };
}

const optionOf = (name: string): string => `--${name.replaceAll('_', '-')}`;

function inOptions({ message, faults = [] }: LapseError): StartupError {
  const said = faults.map(({ loc: [place, name], msg }) =>
    place === 'query' ? `${optionOf(String(name))}: ${msg}` : msg,
  );
  return new StartupError(said.length > 0 ? said.join('\n') : message);
}

function described(place: string, { date_format, time_zone }: CsvReading, preview: CsvPreview): string {
  const chosen = [
    ...Object.entries(preview.map).map(([field, column]) => [field, `from "${printable(column)}"`] as const),
    ...Object.entries(preview.set).map(([field, value]) => [field, `always "${printable(value)}"`] as const),
  ];
  const width = Math.max(0, ...chosen.map(([field]) => field.length));
  const unread = preview.unread.map((column) => `"${printable(column)}"`).join(', ');
  return [
    `${place} is CSV, separated by ${preview.separator}. It is read like this:`,
    ...chosen.map(([field, from]) => `  ${padded(field, width)}  ${from}`),
    ...(unread === '' ? [] : [`  Not read: ${unread}`]),
    `  Dates: ${date_format}; times that name no zone: ${time_zone}.`,
    '',
  ].join('\n');
}

const CELL_WIDTH_MAX = 32;

function tableOf({ map, set, rows }: CsvPreview): string {
  const fields = [...Object.keys(map), ...Object.keys(set)];
  const cells = rows.map(({ line, values }) => [
    String(line),
    ...fields.map((field) => cut(printable(String(values?.[field] ?? '')), CELL_WIDTH_MAX)),
  ]);
  const heads = ['line', ...fields];
  const widths = heads.map((head, at) =>
    Math.max(widthOf(head), ...cells.map((row) => widthOf(row[at] as string))),
  );
  const rowOf = (row: string[]): string =>
    row
      .map((cell, at) => padded(cell, widths[at] as number))
      .join('  ')
      .trimEnd();
  const said = rows.map(({ line, reason }, at) =>
    reason === null
      ? rowOf(cells[at] as string[])
      : `${padded(String(line), widths[0] as number)}  REFUSED: ${printable(reason)}`,
  );
  return [rowOf(heads), ...said, 'Nothing was loaded.', ''].join('\n');
}
