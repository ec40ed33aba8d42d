import { DAY_MS } from './iso-instant.ts';

/** What clocks in a time zone show, and when they show it: an hour may be missing from a day, or come twice. */

const MINUTE_MS = 60_000;

/** Whether it is the name of a time zone, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  // Newer versions of Node take offsets too, such as +01:00, and those know no change of clocks.
  if (!/^[A-Za-z][A-Za-z0-9_]*(\/[A-Za-z0-9_+-]+)*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A day of the calendar, as the instant at which it begins in UTC. */
export type Day = number;

export interface LocalTime {
  day: Day;
  /** Of the day, as the clock shows it: 0 to 1439. */
  minute: number;
}

export interface Zone {
  at(instant: number): LocalTime;
  /** When the clock shows this minute of this day, earliest first; of one that is left out, the instant at which it would have been. */
  instantsOf(day: Day, minute: number): number[];
}

export function zoneOf(timeZone: string): Zone {
  const format = formatOf(timeZone);
  /** What the clock shows, as if it were UTC; to the second. */
  const shown = (instant: number): number => {
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  const offset = (instant: number): number => shown(instant) - Math.floor(instant / 1_000) * 1_000;
  return {
    at(instant) {
      const clock = shown(instant);
      const day = Math.floor(clock / DAY_MS) * DAY_MS;
      return { day, minute: Math.floor((clock - day) / MINUTE_MS) };
    },
    instantsOf(day, minute) {
      const wanted = day + minute * MINUTE_MS;
      // A day on either side is more than any zone is away from UTC, and less than between two changes of a clock.
      const offsets = [...new Set([offset(wanted - DAY_MS), offset(wanted + DAY_MS)])];
      const candidates = offsets.map((each) => wanted - each).sort((a, b) => a - b);
      const exact = candidates.filter((instant) => shown(instant) === wanted);
      const [first, last] = [candidates[0] as number, candidates.at(-1) as number];
      return exact.length > 0 ? exact : [changeBetween(offset, first, last)];
    },
  };
}

/** The instant at which the clock is changed, looked for: it is in this time. */
function changeBetween(offset: (instant: number) => number, first: number, last: number): number {
  const before = offset(first);
  let [from, to] = [first, last];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (offset(middle) === before) from = middle;
    else to = middle;
  }
  return to;
}

/** Making one costs more than all that is asked of it. Names come from people, in any case. */
const FORMATS_MAX = 1_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= FORMATS_MAX) formats.clear();
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}
