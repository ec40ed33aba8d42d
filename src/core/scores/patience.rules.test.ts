import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NOW, useOf } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { DEFAULT_POLICY } from '../policy/policy.rules.ts';
import { gaps } from './habit.rules.ts';
import { patienceDays, patienceReason, usualGap } from './patience.rules.ts';

const policy = DEFAULT_POLICY.patience;
const every = (gap: number, times: number) =>
  useOf(Array.from({ length: times }, (_, i) => NOW - i * gap * DAY_MS));

it.each([
  ['never used', every(1, 0), 90],
  ['used once', every(1, 1), 120],
  ['used twice in a week', every(5, 2), 120],
  ['used twice, half a year apart', every(180, 2), 390],
  ['daily', every(1, 60), 32],
  ['weekly', every(7, 30), 44],
  ['quarterly', every(91, 5), 212],
  ['yearly, as far as the window sees', every(250, 3), 400],
])('%s: %#', (_name, use, days) => {
  expect(patienceDays(use, policy)).toBe(days);
});

it('takes the second longest of twenty gaps for usual, so that one holiday does not count', () => {
  const days = [...Array(21).keys()];
  const oneHoliday = useOf(days.map((i) => NOW - (i < 10 ? i : i + 20) * DAY_MS));
  expect(usualGap(oneHoliday, policy)).toBe(1);
  const twoHolidays = useOf(days.map((i) => NOW - (i < 5 ? i : i < 15 ? i + 20 : i + 35) * DAY_MS));
  expect(usualGap(twoHolidays, policy)).toBe(16);
});

it('is the gap that as many are no longer than as the percentile says, in whatever order they came', () => {
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 3, maxLength: 60 });
  fc.assert(
    fc.property(days, fc.double({ min: 0.01, max: 1, noNaN: true }), (used, gap_percentile) => {
      const use = useOf(used.map((day) => NOW - day * DAY_MS));
      const all = gaps(use, policy.gap_count);
      const usual = usualGap(use, { ...policy, gap_percentile }) as number;
      const wanted = gap_percentile * all.length;
      expect(all.filter((gap) => gap <= usual).length).toBeGreaterThanOrEqual(wanted);
      expect(all.filter((gap) => gap < usual).length).toBeLessThan(wanted);
    }),
  );
});

it('forgets a rhythm that is more than twenty gaps old', () => {
  const use = useOf([...Array(21).keys(), 120, 220, 320].map((i) => NOW - i * DAY_MS));
  expect(usualGap(use, policy)).toBe(1);
});

it('says it in a sentence', () => {
  expect(patienceReason(every(7, 30), policy)).toBe(
    'Usually used at least every 7 days; 44 days without use are tolerated.',
  );
  expect(patienceReason(every(1, 30), policy)).toBe(
    'Usually used every day; 32 days without use are tolerated.',
  );
  expect(patienceReason(every(1, 1), policy)).toMatch(/^Used too rarely yet/);
  expect(patienceReason(every(1, 0), policy)).toMatch(/^No use is known/);
});
