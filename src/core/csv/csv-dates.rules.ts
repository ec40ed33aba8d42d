import { parseInstant, utcText } from '../events/event-time.rules.ts';

/** How dates may stand in a file. One of these holds for all of it; which one is said and never guessed. */
export const DATE_FORMATS = [
  'iso',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'YYYY/MM/DD',
  'unix',
  'unix_ms',
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export interface DateReading {
  date_format: DateFormat;
  /** Of times that name none. */
  time_zone: string;
}

const TIME = String.raw`(?:[ T,]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:\s*([AP])\.?M\.?)?)?`;
const DAY_FIRST_OR_NOT = /^\d{1,2}([/.-])\d{1,2}\1\d{4}/;

const pattern = (format: string): RegExp =>
  new RegExp(
    `^${format
      .replaceAll('.', String.raw`\.`)
      .replace('YYYY', String.raw`(?<year>\d{4})`)
      .replace('MM', String.raw`(?<month>\d{1,2})`)
      .replace('DD', String.raw`(?<day>\d{1,2})`)}${TIME}$`,
    'i',
  );
const LOCAL_ISO = pattern('YYYY-MM-DD');
const PATTERNS = new Map(
  DATE_FORMATS.filter((format) => format.includes('Y')).map((format) => [format, pattern(format)]),
);

/** A date in UTC as the API takes it, or what was expected. */
export function readCsvDate(text: string, reading: DateReading): { value: string } | { expected: string } {
  const ms = instantOf(text, reading);
  if (ms !== null) return { value: utcText('', ms) };
  if (reading.date_format === 'iso' && DAY_FIRST_OR_NOT.test(text)) {
    return {
      expected: 'a date that can be read in one way only: name its format, such as DD/MM/YYYY or MM/DD/YYYY',
    };
  }
  return {
    expected: EXPECTED[reading.date_format] ?? `a date as ${reading.date_format}, with or without a time`,
  };
}

const EXPECTED: Partial<Record<DateFormat, string>> = {
  iso: 'a date as 2026-01-31, 2026-01-31 09:30 or 2026-01-31T09:30:00Z, or the name of its format',
  unix: 'the seconds since 1970, such as 1769851800',
  unix_ms: 'the milliseconds since 1970, such as 1769851800000',
};

function instantOf(text: string, { date_format, time_zone }: DateReading): number | null {
  if (date_format === 'unix') return /^\d{1,12}(\.\d+)?$/.test(text) ? Math.floor(Number(text) * 1000) : null;
  if (date_format === 'unix_ms') return /^\d{1,15}$/.test(text) ? Number(text) : null;
  if (date_format === 'iso') {
    const ms = parseInstant(text.replace(' ', 'T').replace(/ (?=[Z+-])/i, ''));
    if (ms !== null) return ms;
  }
  const found = (PATTERNS.get(date_format) ?? LOCAL_ISO).exec(text);
  return found ? localInstant(found, time_zone) : null;
}

function localInstant(found: RegExpExecArray, timeZone: string): number | null {
  const { year, month, day } = found.groups as Record<'year' | 'month' | 'day', string>;
  const [hour = '0', minute = '0', second = '0', half] = found.slice(4);
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const h = hourOf(Number(hour), half);
  if (h === null || Number(minute) > 59 || Number(second) > 59) return null;
  const wall = Date.UTC(y, m - 1, d, h, Number(minute), Number(second));
  const date = new Date(wall);
  if (y < 1000 || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return null;
  // The offset of the zone at that time; asked again, because it may change between the two.
  const near = wall - offsetMs(wall, timeZone);
  return wall - offsetMs(near, timeZone);
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** By how much a clock in the zone is ahead of UTC. */
function offsetMs(ms: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
    clock = new Intl.DateTimeFormat('en-US', { timeZone, ...numeric, ...time });
    clocks.set(timeZone, clock);
  }
  const part = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - ms;
}
