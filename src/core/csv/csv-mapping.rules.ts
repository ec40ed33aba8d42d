import { type Fault, invalidRequest } from '../../platform/errors.ts';
import { isTimeZone } from '../../platform/local-time.rules.ts';
import { DATE_FORMATS, type DateFormat } from './csv-dates.rules.ts';
import { CSV_FIELDS, type CsvField, type CsvNoun, plainName } from './csv-fields.rules.ts';

export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export type Separator = keyof typeof SEPARATORS;

/** How a file is to be read. */
export interface CsvReading {
  /** Column by field; null: chosen by the names of the columns. */
  map: Readonly<Record<string, string>> | null;
  /** What holds for every row, by field. */
  set: Readonly<Record<string, string>>;
  /** Null: found in the first line. */
  separator: Separator | null;
  date_format: DateFormat;
  time_zone: string;
}

/** Which column says what. */
export interface CsvMapping {
  /** Place of the column by field. */
  columns: ReadonlyMap<CsvField, number>;
  set: ReadonlyMap<CsvField, string>;
}

/** `principal=Email,asset=Table`: a comma separates where the name of a field and = follow it. Null: it is not of this form. */
function readPairs(text: string): Record<string, string> | null {
  const pairs = text.split(/,(?=[a-z_]+=)/).map((pair) => /^\s*([a-z_]+)=(.*)$/s.exec(pair));
  if (pairs.some((pair) => pair === null)) return null;
  return Object.fromEntries(
    pairs.flatMap((pair) => (pair ? [[pair[1] as string, (pair[2] as string).trim()]] : [])),
  );
}

export interface AskedReading {
  map?: string | undefined;
  set?: string | undefined;
  separator?: string | undefined;
  date_format?: string | undefined;
  time_zone?: string | undefined;
}

/** Throws `invalid_request` for what cannot be. */
export function readCsvReading(noun: CsvNoun, asked: AskedReading): CsvReading {
  const faults: Fault[] = [];
  const refuse = (field: string, msg: string): null => {
    faults.push({ loc: ['query', field], msg, type: 'bad_format' });
    return null;
  };
  const pairsOf = (name: 'map' | 'set', example: string): Record<string, string> | null => {
    const text = asked[name];
    if (text === undefined) return null;
    const pairs = readPairs(text);
    if (pairs === null) return refuse(name, `expected pairs such as ${example}`);
    const names = CSV_FIELDS[noun].map((field) => field.name);
    const unknown = Object.keys(pairs).filter((field) => !names.includes(field));
    if (unknown.length > 0) refuse(name, `${unknown.join(', ')}: expected one of ${names.join(', ')}`);
    return pairs;
  };
  const map = pairsOf('map', 'principal=Email,asset=Table');
  const set = pairsOf('set', 'platform=warehouse') ?? {};
  const both = Object.keys(set).filter((field) => map?.[field]);
  if (both.length > 0) refuse('set', `${both.join(', ')}: also in map; expected it once`);
  const { separator = null, date_format = 'iso', time_zone = 'UTC' } = asked;
  if (separator !== null && !Object.hasOwn(SEPARATORS, separator)) {
    refuse('separator', `expected one of ${Object.keys(SEPARATORS).join(', ')}`);
  }
  if (!DATE_FORMATS.includes(date_format as DateFormat)) {
    refuse('date_format', `expected one of ${DATE_FORMATS.join(', ')}`);
  }
  if (!isTimeZone(time_zone)) refuse('time_zone', 'expected the name of a time zone, such as Europe/Berlin');
  if (faults.length > 0) throw invalidRequest(faults);
  return {
    map,
    set,
    separator: separator as Separator | null,
    date_format: date_format as DateFormat,
    time_zone,
  };
}

/** The separator that is most often in the header outside of quotes; a comma where there is none. */
export function detectSeparator(header: string): Separator {
  const bare = header.replace(/"[^"]*"/g, '');
  const counted = Object.entries(SEPARATORS).map(
    ([name, separator]) => [name as Separator, bare.split(separator).length] as const,
  );
  return counted.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

export type Chosen = { mapping: CsvMapping; faults: Fault[] };

/** The columns that are read, by what was asked or else by their names; and what keeps them from being read. */
export function chooseColumns(
  noun: CsvNoun,
  header: readonly string[],
  { map, set }: Pick<CsvReading, 'map' | 'set'>,
): Chosen {
  const fields = CSV_FIELDS[noun];
  const faults: Fault[] = [];
  const fault = (at: string, msg: string): void => {
    faults.push({ loc: ['query', at], msg, type: 'not_allowed' });
  };
  const columns = new Map<CsvField, number>();
  const constants = new Map(
    fields.flatMap((field) => (set[field.name] ? [[field, set[field.name] as string] as const] : [])),
  );
  const listed = header.map((name) => `"${name}"`).join(', ');
  if (map === null) {
    guessColumns(fields, header, constants, columns);
  } else {
    for (const field of fields) {
      const wanted = map[field.name];
      if (!wanted) continue;
      const places = header.flatMap((name, place) => (isSameName(name, wanted) ? [place] : []));
      if (places.length === 1) columns.set(field, places[0] as number);
      else if (places.length === 0)
        fault('map', `${field.name}: there is no column "${wanted}"; expected one of ${listed}`);
      else fault('map', `${field.name}: several columns are called "${wanted}"; rename all but one`);
    }
  }
  for (const { name, required, description } of fields) {
    if (!required || set[name] || [...columns.keys()].some((field) => field.name === name)) continue;
    // Said already, with the columns there are.
    if (map?.[name]) continue;
    fault('map', `${name}: expected a column for it (${description}); there are ${listed}`);
  }
  return { mapping: { columns, set: constants }, faults };
}

const isSameName = (a: string, b: string): boolean => a === b || a.toLowerCase() === b.toLowerCase();

/** Each column says one thing; fields are served in their order. */
function guessColumns(
  fields: readonly CsvField[],
  header: readonly string[],
  constants: ReadonlyMap<CsvField, string>,
  columns: Map<CsvField, number>,
): void {
  const names = header.map(plainName);
  const taken = new Set<number>();
  for (const field of fields) {
    if (constants.has(field)) continue;
    const found = field.headers
      .map((wanted) => names.findIndex((name, place) => name === wanted && !taken.has(place)))
      .find((place) => place !== -1);
    if (found === undefined) continue;
    taken.add(found);
    columns.set(field, found);
  }
}
