import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NOW, useOf } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { gaps, RHYTHM_DAYS, WINDOW_DAYS } from './habit.rules.ts';
import { atLeastHalfDays, halfDaysGap } from './rhythm.rules.ts';

const daysAgo = fc.uniqueArray(fc.integer({ min: 0, max: WINDOW_DAYS - 1 }), {
  minLength: 2,
  maxLength: 200,
});
const useOn = (days: readonly number[]) => useOf(days.map((day) => NOW - day * DAY_MS));

it.each([
  ['every day', [1, 1, 1, 1], 1],
  ['working days', [1, 1, 1, 1, 3, 1, 1, 1, 1, 3], 1],
  ['a quarter-end, three days each', [1, 1, 89, 1, 1, 89, 1, 1], 89],
  ['a week of daily use after a year of quarters', [1, 1, 1, 1, 1, 1, 1, 91, 91, 91], 91],
  ['two gaps of the same days as all others', [10, 5, 5], 10],
  ['nothing but one', [200], 200],
])('is the longest gap whose like make up half of the days: %s', (_name, all, expected) => {
  expect(halfDaysGap(all)).toBe(expected);
});

it('lies half of the remembered days in gaps of at least its length, and less than half in longer ones', () => {
  fc.assert(
    fc.property(daysAgo, (days) => {
      const all = gaps(useOn(days));
      const half = halfDaysGap(all);
      const daysIn = (kept: (gap: number) => boolean) => all.filter(kept).reduce((sum, gap) => sum + gap, 0);
      expect(2 * daysIn((gap) => gap >= half)).toBeGreaterThanOrEqual(daysIn(() => true));
      expect(2 * daysIn((gap) => gap > half)).toBeLessThan(daysIn(() => true));
    }),
  );
});

it('is found in the bits as in the gaps, whatever is usual', () => {
  const clustered = fc
    .array(fc.tuple(fc.nat(WINDOW_DAYS - 1), fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 8 })
    .map((spells) => spells.flatMap(([from, days]) => Array.from({ length: days }, (_, i) => from + i)))
    .map((days) => days.filter((day) => day < WINDOW_DAYS));
  fc.assert(
    fc.property(fc.oneof(daysAgo, clustered), fc.integer({ min: 1, max: 120 }), (days, gap) => {
      const use = useOn(days);
      expect(atLeastHalfDays(gap, use.active_days)).toBe(
        Math.max(gap, halfDaysGap(gaps(use, WINDOW_DAYS, RHYTHM_DAYS))),
      );
    }),
    { numRuns: 500 },
  );
});

it('depends on the days alone: not on their order, nor on how often they are told', () => {
  fc.assert(
    fc.property(daysAgo, fc.array(fc.nat(199)), (days, again) => {
      const told = [...days].reverse().concat(again.map((i) => days[i % days.length] as number));
      expect(atLeastHalfDays(1, useOn(told).active_days)).toBe(atLeastHalfDays(1, useOn(days).active_days));
    }),
  );
});
