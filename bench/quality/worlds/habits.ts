import type { Presence } from '../absences.ts';
import type { Span } from '../cadences.ts';
import { monthOf, monthStarts } from '../calendar.ts';
import type { Random } from '../random.ts';

/**
 * How one holder uses one access. What is particular to the holder is drawn when the habit is made, so that the same
 * habit can be lived more than once: `days` draws only what chance decides.
 */
export interface Habit {
  name: string;
  /** Within the span; neither ordered nor distinct. */
  days(span: Span, presence: Presence, random: Random): number[];
}

export function daily(random: Random): Habit {
  const keenness = random.between(0.4, 0.95);
  return {
    name: 'daily',
    days: ({ from, to }, presence, chance) =>
      range(from, to).filter((day) => presence[day] && chance.chance(keenness)),
  };
}

/** A favourite weekday; made up for in the same week half of the time when away. */
export function weekly(random: Random): Habit {
  const favourite = random.whole(0, 4);
  const kept = random.between(0.7, 0.95);
  return {
    name: 'weekly',
    days({ from, to }, presence, chance) {
      const days: number[] = [];
      for (let week = from - (from % 7); week < to; week += 7) {
        if (!chance.chance(kept)) continue;
        const day = presence[week + favourite] || chance.chance(0.5) ? week + favourite : week + 7;
        days.push(...presentFrom(presence, day, Math.min(to, week + 7)));
      }
      return days;
    },
  };
}

/** When a question comes up: every 10 to 70 days on average, widely spread. */
export function irregular(random: Random): Habit {
  const typical = random.between(10, 70);
  return {
    name: 'irregular',
    days: (span, presence, chance) => spaced(span, presence, chance, typical, 0.8),
  };
}

/** A handful of times in two years, for reasons nobody can foresee. */
export function rarely(random: Random): Habit {
  const mean = random.between(200, 600);
  return {
    name: 'rarely',
    days({ from, to }, _presence, chance) {
      const days: number[] = [];
      for (let day = from + chance.exponential(mean); day < to; day += chance.exponential(mean)) {
        days.push(Math.floor(day));
      }
      return days;
    },
  };
}

const EVERY_MONTH = range(0, 12);

export const monthly = (): Habit => onDates('monthly', EVERY_MONTH, [3, 6], 3);
export const quarterly = (): Habit => onDates('quarterly', [0, 3, 6, 9], [5, 14], 5);
export const yearly = (random: Random): Habit => onceAYear(random.whole(0, 11));
/** Some days around one month of every year, and nothing else. */
export const onceAYear = (month: number): Habit => onDates('yearly', [month], [0, 30], 8);

/** Around the first of some months; one date in fifteen is missed, and twice in three years something is looked up. */
function onDates(
  name: string,
  months: readonly number[],
  [before, after]: [number, number],
  most: number,
): Habit {
  return {
    name,
    days({ from, to }, presence, chance) {
      const days: number[] = [];
      for (const start of monthStarts(from, to + before, months)) {
        if (chance.chance(1 / 15)) continue;
        const window = range(Math.max(from, start - before), Math.min(to, start + after));
        days.push(
          ...chance.sample(
            window.filter((day) => presence[day]),
            chance.whole(1, most),
          ),
        );
      }
      const lookups = { from: from + chance.exponential(547), to };
      return [...days, ...spaced(lookups, presence, chance, 547, 0.5)];
    },
  };
}

/** Another habit, kept in some months of the year only; each year begins and ends up to ten days off. */
export function inSeason(name: string, months: readonly number[], inner: Habit): Habit {
  return {
    name,
    days(span, presence, chance) {
      const shifts = range(0, 6).map(() => chance.whole(-10, 10));
      return inner
        .days(span, presence, chance)
        .filter((day) => months.includes(monthOf(Math.max(0, day + (shifts[Math.floor(day / 365)] ?? 0)))));
    },
  };
}

/** A job on a schedule: every `step` days, or on the first of some months; a run that is missed is mostly made up for. */
export function scheduled(
  name: string,
  random: Random,
  when: { step: number } | { months: readonly number[] },
): Habit {
  const offset = 'step' in when ? random.whole(0, when.step - 1) : random.whole(0, 27);
  return {
    name,
    days(span, presence, chance) {
      const due =
        'step' in when
          ? range(span.from, span.to).filter((day) => (day + offset) % when.step === 0)
          : monthStarts(span.from - offset, span.to, when.months).map((day) => day + offset);
      return due.flatMap((day) =>
        presence[day] || chance.chance(0.7) ? presentFrom(presence, day, span.to) : [],
      );
    },
  };
}

/** A quiet schedule, and every ten months on average two to five weeks of daily runs: a backfill, a migration. */
export function withBursts(quiet: Habit): Habit {
  return {
    name: `${quiet.name} with bursts`,
    days(span, presence, chance) {
      const days = quiet.days(span, presence, chance);
      for (let at = span.from + chance.exponential(300); at < span.to; at += chance.exponential(300)) {
        days.push(...range(Math.floor(at), Math.min(span.to, Math.floor(at) + chance.whole(14, 35))));
      }
      return days;
    },
  };
}

/** One habit after the other: each is kept until its day. */
export function changing(steps: readonly { until: number; habit: Habit }[]): Habit {
  return {
    name: steps.map(({ habit }) => habit.name).join(', then '),
    days: ({ from, to }, presence, chance) =>
      steps.flatMap(({ until, habit }, i) => {
        const span = { from: Math.max(from, steps[i - 1]?.until ?? from), to: Math.min(to, until) };
        return span.from < span.to ? habit.days(span, presence, chance) : [];
      }),
  };
}

/** What people do with most of their access. */
export const ORDINARY = {
  daily: 28,
  weekly: 24,
  irregular: 20,
  monthly: 15,
  quarterly: 9,
  yearly: 4,
} as const;
export type Ordinary = keyof typeof ORDINARY;

export function ordinary(kind: Ordinary, random: Random): Habit {
  return { daily, weekly, irregular, monthly, quarterly, yearly }[kind](random);
}

function spaced(
  { from, to }: Span,
  presence: Presence,
  chance: Random,
  typical: number,
  spread: number,
): number[] {
  const days: number[] = [];
  for (let day = from + chance.between(0, typical); day < to; ) {
    days.push(...presentFrom(presence, Math.floor(day), to));
    day += Math.max(1, typical * chance.lognormal(spread));
  }
  return days;
}

/** The first day of presence, if there is one. */
function presentFrom(presence: Presence, from: number, to: number): number[] {
  for (let day = from; day < to; day++) if (presence[day]) return [day];
  return [];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
