import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seasonDays, useOf } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { DEFAULT_POLICY } from '../policy/policy.rules.ts';
import { dayOf, gaps, mergeUse, neverUsed, type Use } from './habit.rules.ts';
import { patienceAfter, patienceDays, patienceOf, patienceReason, seasonalHabit } from './patience.rules.ts';
import { hasSilence, nextBegins, seasonInWords, seasonOf, seasonOfUse } from './seasons.rules.ts';

const people = patienceOf({ ...DEFAULT_POLICY, model_version: 2 }, false);
const services = patienceOf({ ...DEFAULT_POLICY, model_version: 2 }, true);
const iso = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Every so many days from one date to another, both of them with a use. */
function between(from: string, to: string, every = 1): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const count = Math.floor((last - first) / DAY_MS / every) + 1;
  const days = Array.from({ length: count }, (_, i) => iso(first + i * every * DAY_MS));
  return [...new Set([...days, to])];
}
const used = (...days: string[]): Use => useOf(days.map((day) => Date.parse(day) + DAY_MS / 2));
const lapses = (use: Use, patience = people): string =>
  iso((use.last_used_at as number) + patienceDays(use, patience) * DAY_MS);

const WINTER = between('2024-10-03', '2025-01-28');

describe('a season', () => {
  it.each([
    [
      'from October to January',
      [...WINTER, ...between('2025-10-06', '2025-11-20')],
      'used from October to January every year',
    ],
    ['in its second autumn', [...WINTER, '2025-10-06'], 'used from October to January every year'],
    [
      'weekly in summer',
      [...between('2024-05-02', '2024-08-28', 7), ...between('2025-05-05', '2025-08-30', 7)],
      'used from May to August every year',
    ],
    [
      'some days of March',
      ['2024-03-04', '2024-03-11', '2025-03-03', '2025-03-17'],
      'used once a year, in March',
    ],
    ['one day of every year', ['2023-12-30', '2024-12-28', '2025-12-29'], 'used once a year, in December'],
    [
      'over the turn of a month',
      [...between('2024-03-25', '2024-05-04', 5), ...between('2025-03-25', '2025-05-04', 5)],
      'used once a year, in April',
    ],
  ])('%s', (_name, days, said) => {
    const use = used(...days);
    expect(
      seasonInWords(seasonOfUse(use) as NonNullable<ReturnType<typeof seasonOf>>, use.last_used_at as number),
    ).toBe(said);
  });

  it.each([
    ['every day', between('2024-01-01', '2025-12-31')],
    ['quarters', ['2024-01-02', '2024-04-02', '2024-07-02', '2024-10-02', '2025-01-02', '2025-04-02']],
    ['half years', ['2024-01-02', '2024-07-02', '2025-01-02', '2025-07-02', '2026-01-02']],
    ['seen once', WINTER],
    ['two days a year apart', ['2024-03-04', '2025-03-04']],
    ['two days a year apart and one before', ['2023-08-01', '2024-03-04', '2025-03-04']],
    [
      'half a year and then a pause',
      [...between('2024-01-01', '2024-06-30'), ...between('2025-01-01', '2025-02-01')],
    ],
    ['every second winter', [...between('2023-12-01', '2023-12-24'), ...between('2025-12-01', '2025-12-24')]],
    ['busy until not long before', ['2024-06-02', ...WINTER, ...between('2025-10-06', '2025-11-20')]],
    ['later by more than a month', [...WINTER, ...between('2025-12-01', '2025-12-20')]],
  ])('is not %s', (_name, days) => {
    expect(seasonOfUse(used(...days))).toBeNull();
  });

  it('is over when what is usual in it ends after it, and waits for the next to begin', () => {
    const november = used(...WINTER, ...between('2025-10-06', '2025-11-20'));
    expect(lapses(november)).toBe('2025-12-12');
    expect(patienceReason(november, people)).toBe(
      'Used from October to January every year, then every day; 22 days without use are tolerated.',
    );
    const january = used(...WINTER, ...between('2025-10-06', '2026-01-20'));
    expect(lapses(january)).toBe('2026-10-16');
    expect(patienceReason(january, people)).toBe(
      'Used from October to January every year, expected again on 2026-10-06; 269 days without use are tolerated, 10 of them after that.',
    );
    expect(patienceReason(january, { ...people, max_days: 200 })).toBe(
      'Used from October to January every year, expected again on 2026-10-06; 200 days without use are tolerated, the most there may be.',
    );
  });

  it('is no habit of the first model', () => {
    const first = patienceOf({ ...DEFAULT_POLICY, model_version: 1 }, false);
    const march = used('2024-03-04', '2024-03-11', '2025-03-03', '2025-03-17');
    expect(lapses(march)).toBe('2026-03-13');
    expect(seasonalHabit(march, first)).toBeNull();
  });
});

const anyDays = fc.oneof(
  seasonDays,
  fc.tuple(seasonDays, fc.array(fc.nat(799), { minLength: 1, maxLength: 2 })).map((days) => days.flat()),
  fc.uniqueArray(fc.integer({ min: 0, max: 799 }), { minLength: 1, maxLength: 60 }),
);
const FIRST = dayOf(Date.UTC(2023, 5, 1));
const useOn = (days: readonly number[]): Use => useOf(days.map((day) => (FIRST + day) * DAY_MS + DAY_MS / 3));

describe('whatever the days are', () => {
  it('is a function of their set: not of order, repetition or in how many parts they come', () => {
    fc.assert(
      fc.property(anyDays, fc.gen(), (days, gen) => {
        const use = useOn(days);
        const told = gen(() => fc.shuffledSubarray([...days, ...days], { minLength: 2 * days.length }));
        const cut = gen(() => fc.nat(told.length));
        const merged = mergeUse(useOn(told.slice(0, cut)), useOn(told.slice(cut)));
        expect(seasonOfUse(merged)).toEqual(seasonOfUse(use));
        expect(patienceDays(merged, people)).toBe(patienceDays(use, people));
        expect(mergeUse(use, neverUsed())).toBe(use);
      }),
    );
  });

  it('is found in the bits where it is found in the gaps, with the same patience', () => {
    fc.assert(
      fc.property(anyDays, fc.constantFrom(people, services), (days, patience) => {
        const use = useOn(days);
        const season = seasonOf(gaps(use));
        if (season !== null) expect(hasSilence(use.active_days)).toBe(true);
        expect(seasonOfUse(use)).toEqual(season);
        expect(patienceAfter(gaps(use), patience)).toBe(patienceDays(use, patience));
      }),
      { numRuns: 500 },
    );
  });

  it('tolerates at least what a daily habit does, and never more than to ten days after the next begins', () => {
    fc.assert(
      fc.property(anyDays, fc.constantFrom(people, services), (days, patience) => {
        const use = useOn(days);
        const habit = seasonalHabit(use, patience);
        if (habit === null) return;
        expect(habit.patience_days).toBeGreaterThanOrEqual(patience.base_days + 2);
        expect(habit.patience_days).toBeLessThanOrEqual(375 - habit.season.began_days);
        expect(habit.season.began_days).toBeLessThanOrEqual(habit.season.lasts_days);
        expect(habit.season.lasts_days).toBeLessThanOrEqual(150);
      }),
    );
  });
});

it('waits for the same day after each use of a season that leads to the next', () => {
  fc.assert(
    fc.property(seasonDays, (all) => {
      const days = [...all].sort((a, b) => a - b);
      const dates = new Map<number, Set<number>>();
      for (let count = 3; count <= days.length; count += 1) {
        const use = useOn(days.slice(0, count));
        const habit = seasonalHabit(use, people);
        if (!habit?.waits) continue;
        const began = dayOf(use.last_used_at as number) - habit.season.began_days;
        const next = nextBegins(habit.season, use.last_used_at as number);
        expect(dayOf(next)).toBe(began + 365);
        const lapsesOn = dayOf((use.last_used_at as number) + habit.patience_days * DAY_MS);
        dates.set(began, (dates.get(began) ?? new Set()).add(lapsesOn));
      }
      for (const [began, on] of dates) expect([...on]).toEqual([began + 375]);
    }),
  );
});

it('is seen in nearly all that has one', () => {
  const samples = fc.sample(seasonDays, { numRuns: 200, seed: 7 });
  expect(samples.filter((days) => seasonOfUse(useOn(days)) !== null).length).toBeGreaterThan(150);
});
