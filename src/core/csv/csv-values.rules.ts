import { implausibleDate, implausibleTime } from '../events/event-time.rules.ts';
import { type DateReading, readCsvDate } from './csv-dates.rules.ts';
import type { CsvField, CsvNoun } from './csv-fields.rules.ts';

export type CsvValue = string | boolean | number;
/** What a row says, by field; what it does not say is not there. */
export type CsvValues = Readonly<Record<string, CsvValue | undefined>>;

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  y: true,
  '1': true,
  false: false,
  no: false,
  n: false,
  '0': false,
};

/** Exports write these where a database has no value. */
const isNothing = (text: string): boolean => text === '' || text === 'NULL' || text === '\\N';

/** What a cell says, `null` when nothing, or why it cannot be read. */
export function readValue(
  field: CsvField,
  cell: string,
  { noun, now, ...dates }: DateReading & { noun: CsvNoun; now: number },
): CsvValue | null | { reason: string } {
  const text = cell.trim();
  const wrong = (expected: string) => ({ reason: `expected ${expected}, got "${shortened(text)}"` });
  if (isNothing(text)) return field.required ? { reason: 'expected a value, got nothing' } : null;
  if (text.includes('\0')) return wrong('text without NUL characters');
  const { kind, one_of, longest } = field;
  if (one_of) {
    const word = text.toLowerCase().replace(/[ -]/g, '_');
    return one_of.includes(word) ? word : wrong(`one of ${one_of.join(', ')}`);
  }
  if (kind === 'flag') return FLAGS[text.toLowerCase()] ?? wrong('yes or no');
  if (kind === 'integer') return /^\d{1,15}$/.test(text) ? Number(text) : wrong('a whole number');
  if (kind === 'date') {
    const read = readCsvDate(text, dates);
    if ('expected' in read) return wrong(read.expected);
    const ms = Date.parse(read.value);
    const implausible = noun === 'events' ? implausibleTime(ms, now) : implausibleDate(ms, now);
    return implausible === null ? read.value : { reason: `${implausible}, got "${shortened(text)}"` };
  }
  return longest !== undefined && text.length > longest ? wrong(`at most ${longest} characters`) : text;
}

const SHOWN_MAX = 60;
const shortened = (text: string): string =>
  text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX).toWellFormed()}…` : text;
