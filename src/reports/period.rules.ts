import { DAY_MS } from '../platform/iso-instant.ts';

/** Which time a scheduled report is about, from when it is due. Days, weeks and months are those of a time zone. */

export const PERIOD_RULES = [
  'previous_day',
  'previous_week',
  'previous_month',
  'previous_quarter',
  'previous_year',
  'last_7_days',
  'last_30_days',
  'last_90_days',
] as const;
export type PeriodRule = (typeof PERIOD_RULES)[number];

export interface Period {
  /** Included. */
  start: number;
  /** Excluded; never after the instant it was asked for. */
  end: number;
}

/**
 * A day, Monday to Sunday, or a month as the calendar of the zone has them; "last" are that many whole days before the
 * day of the instant.
 */
export function periodOf(rule: PeriodRule, at: number, timeZone: string): Period {
  const zone = zoneOf(timeZone);
  const today = zone.dayAt(at);
  const [from, to] = daysOf(rule, today);
  return { start: zone.startOf(from), end: zone.startOf(to) };
}

/** A day of the calendar as the instant at which it begins in UTC. */
type Day = number;

function daysOf(rule: PeriodRule, today: Day): [Day, Day] {
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const quarter = month - (month % 3);
  // Monday is the first day of the week.
  const monday = today - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  const days: Record<PeriodRule, [Day, Day]> = {
    previous_day: [today - DAY_MS, today],
    previous_week: [monday - 7 * DAY_MS, monday],
    previous_month: [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 1)],
    previous_quarter: [Date.UTC(year, quarter - 3, 1), Date.UTC(year, quarter, 1)],
    previous_year: [Date.UTC(year - 1, 0, 1), Date.UTC(year, 0, 1)],
    last_7_days: [today - 7 * DAY_MS, today],
    last_30_days: [today - 30 * DAY_MS, today],
    last_90_days: [today - 90 * DAY_MS, today],
  };
  return days[rule];
}

interface Zone {
  dayAt(instant: number): Day;
  startOf(day: Day): number;
}

/** More than any zone is away from UTC. */
const OFFSET_MS_MAX = 16 * 3_600_000;

function zoneOf(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  const dayAt = (instant: number): Day => {
    const parts = Object.fromEntries(
      format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    return Date.UTC(parts.year as number, (parts.month as number) - 1, parts.day as number);
  };
  return {
    dayAt,
    // The first instant of the day, looked for: midnight may not exist, or come twice, where clocks change then.
    startOf(day) {
      let [before, within] = [day - OFFSET_MS_MAX, day + OFFSET_MS_MAX];
      while (within - before > 1) {
        const middle = Math.floor((before + within) / 2);
        if (dayAt(middle) >= day) within = middle;
        else before = middle;
      }
      return within;
    },
  };
}
