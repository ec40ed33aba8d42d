import { DAY_MS } from '../../platform/iso-instant.ts';
import { dayOf, gaps, type Use } from './habit.rules.ts';

/**
 * A part of the year in which access is used, seen in two years in a row, with silence around it: October to January, or
 * some days of March. It is found in the gaps between active days alone, so it is a function of the set of days as every
 * habit is, and the same for the past as for now.
 */
export interface Season {
  /** From the day on which it last began to the latest use. */
  began_days: number;
  /** From its first use to its last, in the year in which that was longer. */
  lasts_days: number;
  /** Those in it, of both years, latest first. */
  gaps: number[];
}

export const YEAR_DAYS = 365;
/** Two of them begin a year apart, or so much more or less than that. */
export const UNEVEN_DAYS_MAX = 35;
/** What lasts longer is a habit with a pause. */
export const SEASON_DAYS_MAX = 150;
/** Without a use for this long it is over. Shorter, or 90 days, changed nothing that was measured. */
export const OVER_DAYS = 60;
/** At least what lies between two that are as long and as close as they may be. */
export const SILENT_DAYS = YEAR_DAYS - UNEVEN_DAYS_MAX - SEASON_DAYS_MAX;

/** From the gaps between active days, latest first. */
export function seasonOf(gaps: readonly number[]): Season | null {
  const latest = spellFrom(gaps, 0);
  if (latest === null || latest.until === gaps.length) return null;
  const earlier = spellFrom(gaps, latest.until + 1);
  if (earlier === null) return null;
  if (!isYear((gaps[latest.until] as number) + earlier.days)) return null;
  const before = gaps[earlier.until];
  // A day in each of two years can be chance, in each of three it is none.
  const isEnough =
    latest.days + earlier.days === 0 ? isYear(before ?? 0) : (before ?? SILENT_DAYS) >= SILENT_DAYS;
  if (!isEnough) return null;
  return {
    began_days: latest.days,
    lasts_days: Math.max(latest.days, earlier.days),
    gaps: [...gaps.slice(0, latest.until), ...gaps.slice(latest.until + 1, earlier.until)],
  };
}

const isYear = (days: number): boolean => Math.abs(days - YEAR_DAYS) <= UNEVEN_DAYS_MAX;

/** Uses of which none is long before the next: where the gap before them is, and how many days they take. Null: too many. */
function spellFrom(gaps: readonly number[], from: number): { until: number; days: number } | null {
  let days = 0;
  let until = from;
  while (until < gaps.length && (gaps[until] as number) < OVER_DAYS) {
    days += gaps[until] as number;
    until += 1;
    if (days > SEASON_DAYS_MAX) return null;
  }
  return { until, days };
}

/** Any silence between two seasons has so many whole bytes without a use, wherever it begins. */
const SILENT_BYTES = (SILENT_DAYS - 1 - 7) >> 3;

/**
 * Whether the days have a silence as it lies between two seasons. Asked at every use: four bytes answer it for what is used
 * in most weeks.
 */
export function hasSilence(activeDays: Uint8Array): boolean {
  for (let i = SILENT_BYTES - 1; i < activeDays.length; i += SILENT_BYTES) {
    if (activeDays[i] !== 0) continue;
    let from = i;
    while (from > 0 && activeDays[from - 1] === 0) from -= 1;
    while (i + 1 < activeDays.length && activeDays[i + 1] === 0) i += 1;
    if (i + 1 === activeDays.length) return false;
    if (i + 1 - from >= SILENT_BYTES) return true;
  }
  return false;
}

export const seasonOfUse = (use: Use): Season | null =>
  hasSilence(use.active_days) ? seasonOf(gaps(use)) : null;

/** From the latest use to the day on which the next one begins. */
export const daysToNext = ({ began_days }: Season): number => YEAR_DAYS - began_days;

/** The beginning of the day on which the next one begins. */
export const nextBegins = (season: Season, latestUse: number): number =>
  (dayOf(latestUse) + daysToNext(season)) * DAY_MS;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Some days at either end do not make a month. */
const EDGE_DAYS = 7;

/** "used from October to January every year" */
export function seasonInWords({ began_days, lasts_days }: Season, latestUse: number): string {
  const from = dayOf(latestUse) - began_days;
  const edge = Math.min(EDGE_DAYS, lasts_days >> 1);
  const [first, last] = [monthOf(from + edge), monthOf(from + lasts_days - edge)];
  return first === last ? `used once a year, in ${first}` : `used from ${first} to ${last} every year`;
}

const monthOf = (day: number): string => MONTHS[new Date(day * DAY_MS).getUTCMonth()] as string;
