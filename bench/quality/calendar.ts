import { DAY_MS } from '../../src/platform/iso-instant.ts';

/** Day 0 of every simulation is a Monday. */
const DAY_ZERO = Date.UTC(2023, 0, 2);

/** Habits form here; from `ASKING_FROM` on the rules ask, so that the measured year begins in a steady state. */
export const WARM_UP_DAYS = 400;
export const ASKING_FROM = 120;
export const YEAR_END = WARM_UP_DAYS + 365;
/** Everything that ends in the year is followed this long, so that an end in December is judged like one in January. */
export const FOLLOW_UP_DAYS = 180;
export const HORIZON = YEAR_END + FOLLOW_UP_DAYS;

/** Which days of a simulation count for what. */
export interface Timeline {
  /** From here on the rules ask. */
  askingFrom: number;
  /** The measured year: from this day, up to but not including `to`. */
  from: number;
  to: number;
  /** How long an end is followed. */
  followUpDays: number;
}

export const ORGANISATION_TIMELINE: Timeline = {
  askingFrom: ASKING_FROM,
  from: WARM_UP_DAYS,
  to: YEAR_END,
  followUpDays: FOLLOW_UP_DAYS,
};

export function noonOf(day: number): number {
  return DAY_ZERO + day * DAY_MS + DAY_MS / 2;
}

interface CalendarDay {
  working: boolean;
  year: number;
  month: number;
  date: number;
}

/** Fixed public holidays and the week between Christmas and New Year, in which the company is closed. */
function isHoliday(month: number, date: number): boolean {
  if (month === 11) return date >= 24;
  const holidays = ['0-1', '0-6', '3-7', '3-10', '4-1', '4-18', '4-29', '7-15', '9-3', '10-1'];
  return holidays.includes(`${month}-${date}`);
}

/** Longer than the longest simulation. */
const CALENDAR_DAYS = 1700;

const CALENDAR: CalendarDay[] = Array.from({ length: CALENDAR_DAYS }, (_, day) => {
  const at = new Date(noonOf(day));
  const [month, date] = [at.getUTCMonth(), at.getUTCDate()];
  return {
    working: day % 7 < 5 && !isHoliday(month, date),
    year: at.getUTCFullYear(),
    month,
    date,
  };
});

export function isWorkday(day: number): boolean {
  return CALENDAR[day]?.working ?? false;
}

/** 0 to 11. */
export function monthOf(day: number): number {
  return CALENDAR[day]?.month ?? 0;
}

/** First days of the months in `months` (0 to 11), within [from, to). */
export function monthStarts(from: number, to: number, months: readonly number[]): number[] {
  const starts: number[] = [];
  for (let day = Math.max(0, from); day < to; day++) {
    const here = CALENDAR[day];
    if (here?.date === 1 && months.includes(here.month)) starts.push(day);
  }
  return starts;
}
