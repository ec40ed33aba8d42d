import type { Presence } from './absences.ts';
import { monthStarts } from './calendar.ts';
import type { Random } from './random.ts';

/** How often access is used while it is needed. */
export type Cadence = 'daily' | 'weekly' | 'irregular' | 'monthly' | 'quarterly' | 'yearly' | 'emergency';

export interface Span {
  from: number;
  to: number;
}

type Generator = (span: Span, presence: Presence, random: Random) => number[];

const EVERY_MONTH = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

const daily: Generator = ({ from, to }, presence, random) => {
  const keenness = random.between(0.45, 0.95);
  const days: number[] = [];
  for (let day = from; day < to; day++) if (presence[day] && random.chance(keenness)) days.push(day);
  return days;
};

/** A favourite weekday, kept five times in six; when away, half of the missed weeks are made up for in the same week. */
const weekly: Generator = ({ from, to }, presence, random) => {
  const favourite = random.whole(0, 4);
  const days: number[] = [];
  for (let week = from - (from % 7); week < to; week += 7) {
    if (random.chance(0.17)) continue;
    const day = week + favourite;
    if (presence[day]) days.push(day);
    else if (random.chance(0.5))
      days.push(
        ...[0, 1, 2, 3, 4]
          .map((d) => week + d)
          .filter((d) => presence[d])
          .slice(0, 1),
      );
    if (random.chance(0.15)) days.push(...[week + random.whole(0, 4)].filter((d) => presence[d]));
  }
  return days;
};

/** When a question comes up: gaps of 10 to 60 days on average, widely spread. */
const irregular: Generator = ({ from, to }, presence, random) => {
  const typical = random.between(10, 60);
  const days: number[] = [];
  for (
    let day = from + random.between(0, typical);
    day < to;
    day += Math.max(1, typical * random.lognormal(0.8))
  ) {
    const next = firstPresent(presence, Math.floor(day), to);
    if (next !== null) days.push(next);
  }
  return days;
};

/**
 * Work tied to a date: month-end, quarter-end, the annual audit. One to `maxDays` days of use in a window around each
 * date; one date in twelve is missed (a colleague does it, or it is not due), and between dates somebody looks
 * something up about once a year.
 */
function onDates(
  months: (random: Random) => readonly number[],
  before: number,
  after: number,
  maxDays: number,
): Generator {
  return ({ from, to }, presence, random) => {
    const days: number[] = [];
    for (const start of monthStarts(from, to + before, months(random))) {
      if (random.chance(1 / 12)) continue;
      const window = range(start - before, start + after).filter((day) => presence[day]);
      days.push(...random.sample(window, random.whole(1, maxDays)));
    }
    for (let day = from + random.exponential(365); day < to; day += random.exponential(365)) {
      const next = firstPresent(presence, Math.floor(day), to);
      if (next !== null) days.push(next);
    }
    return days;
  };
}

/** Break-glass: about once a year in earnest; two of five are also drilled twice a year. */
const emergency: Generator = ({ from, to }, _presence, random) => {
  const days: number[] = [];
  for (let day = from + random.exponential(400); day < to; day += random.exponential(400))
    days.push(Math.floor(day));
  if (random.chance(0.4))
    for (let day = from + random.whole(0, 180); day < to; day += random.whole(165, 200)) days.push(day);
  return days;
};

const GENERATORS: Record<Cadence, Generator> = {
  daily,
  weekly,
  irregular,
  monthly: onDates(() => EVERY_MONTH, 3, 6, 3),
  quarterly: onDates(() => [0, 3, 6, 9], 5, 16, 6),
  yearly: onDates((random) => [random.whole(0, 11)], 5, 25, 8),
  emergency,
};

/** Habits drift: once in ten years of access the rhythm changes to a neighbouring one. */
const NEIGHBOURS: Record<Cadence, readonly Cadence[]> = {
  daily: ['weekly', 'irregular'],
  weekly: ['daily', 'irregular', 'monthly'],
  irregular: ['weekly', 'monthly', 'quarterly'],
  monthly: ['weekly', 'irregular', 'quarterly'],
  quarterly: ['monthly', 'irregular', 'yearly'],
  yearly: ['quarterly'],
  emergency: ['emergency'],
};
const DRIFT_YEARS = 10;

/** Days of use within the span, ascending and distinct. */
export function useDays(cadence: Cadence, span: Span, presence: Presence, random: Random): number[] {
  const days = new Set<number>();
  let current = cadence;
  let from = span.from;
  while (from < span.to) {
    const to = Math.min(span.to, from + Math.ceil(random.exponential(DRIFT_YEARS * 365)));
    for (const day of GENERATORS[current]({ from, to }, presence, random)) {
      if (day >= from && day < to) days.add(day);
    }
    from = to;
    current = random.pick(NEIGHBOURS[current]);
  }
  return [...days].sort((a, b) => a - b);
}

function firstPresent(presence: Presence, from: number, to: number): number | null {
  for (let day = from; day < to; day++) if (presence[day]) return day;
  return null;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
