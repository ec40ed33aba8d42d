import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_MODEL } from '../../../test/support/first-model.ts';
import { modelled, NOW, useOf } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { DEFAULT_POLICY, type Policy } from '../policy/policy.rules.ts';
import { gaps, RHYTHM_DAYS, type Use } from './habit.rules.ts';
import {
  gapsWanted,
  patienceAfter,
  patienceDays,
  patienceOf,
  patienceReason,
  usualGap,
} from './patience.rules.ts';
import { seasonOf } from './seasons.rules.ts';

const policy = patienceOf(FIRST_MODEL, false);
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

it('is made of the days of a rhythm, by both models: what is longer ago moves nothing but a season', () => {
  const remembered = fc.uniqueArray(fc.integer({ min: 0, max: 799 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(remembered, modelled, fc.boolean(), (used, model, isService) => {
      const use = useOf(used.map((day) => NOW - day * DAY_MS));
      const patience = patienceOf(model, isService);
      const latest = { ...use, active_days: use.active_days.slice(0, RHYTHM_DAYS / 8) };
      fc.pre(model.model_version === 1 || (seasonOf(gaps(use)) ?? seasonOf(gaps(latest))) === null);
      expect(patienceDays(use, patience)).toBe(patienceDays(latest, patience));
      expect(usualGap(use, patience)).toBe(usualGap(latest, patience));
      expect(patienceAfter(gaps(use, gapsWanted(patience)), patience)).toBe(patienceDays(latest, patience));
    }),
  );
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

describe('the second model', () => {
  const second: Policy = { ...DEFAULT_POLICY, model_version: 2 };
  const people = patienceOf(second, false);
  const services = patienceOf(second, true);
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 3, maxLength: 80 });
  const useOn = (used: readonly number[]) => useOf(used.map((day) => NOW - day * DAY_MS));

  it.each([
    ['never used', every(1, 0), 90, 90],
    ['used once', every(1, 1), 120, 120],
    ['used twice, half a year apart', every(180, 2), 260, 250],
    ['daily', every(1, 60), 22, 12],
    ['weekly', every(7, 30), 34, 24],
    ['quarterly', every(91, 5), 171, 161],
    ['yearly, as far as the window sees', every(250, 3), 330, 320],
  ])('%s: %#', (_name, use, ofPeople, ofServices) => {
    expect(patienceDays(use, people)).toBe(ofPeople);
    expect(patienceDays(use, services)).toBe(ofServices);
  });

  it('is not made short by a burst: a month of daily use after a year of quarters', () => {
    const burst = useOn([...Array(30).keys(), 120, 211, 302, 393]);
    expect(usualGap(burst, patienceOf(FIRST_MODEL, false))).toBe(1);
    expect(usualGap(burst, people)).toBe(91);
  });

  it('lies between its base and the most there may be, for services below that of people', () => {
    fc.assert(
      fc.property(days, (used) => {
        const [ofPeople, ofServices] = [
          patienceDays(useOn(used), people),
          patienceDays(useOn(used), services),
        ];
        expect(ofServices).toBeGreaterThan(10);
        expect(ofServices).toBeLessThanOrEqual(ofPeople);
        expect(ofPeople).toBeLessThanOrEqual(400);
        // In a season the longer base may reach beyond it, to the next.
        if (seasonOf(gaps(useOn(used))) === null) expect(ofPeople).toBeLessThanOrEqual(ofServices + 10);
      }),
    );
  });

  it('grows with the gap, the base and the margin', () => {
    const number = fc.integer({ min: 1, max: 300 });
    // Two gaps of their sum have room in the days of a rhythm.
    const length = fc.integer({ min: 1, max: 127 });
    fc.assert(
      fc.property(length, length, number, number, (gap, more, base_days, margin_days) => {
        const of = (known: Partial<typeof people>, length = gap) =>
          patienceAfter([length, length], { ...people, base_days, margin_days, ...known });
        expect(of({}, gap + more)).toBeGreaterThanOrEqual(of({}));
        expect(of({ base_days: base_days + more })).toBeGreaterThanOrEqual(of({}));
        expect(of({ margin_days: margin_days + more })).toBeGreaterThanOrEqual(of({}));
      }),
    );
  });

  it('is the same from the days as from the gaps, in whatever order and however often they are told', () => {
    fc.assert(
      fc.property(days, fc.boolean(), (used, isService) => {
        const patience = patienceOf(second, isService);
        const use = useOn(used);
        expect(patienceAfter(gaps(use), patience)).toBe(patienceDays(use, patience));
        expect(patienceDays(useOn([...used, ...used].reverse()), patience)).toBe(patienceDays(use, patience));
      }),
    );
  });

  it('says what its days are made of', () => {
    const reason = (use: Use) => patienceReason(use, people);
    expect(reason(every(91, 5))).toBe(
      'Usually used at least every 91 days; 171 days without use are tolerated: one such gap and 80 days more.',
    );
    expect(reason(every(7, 30))).toBe(
      'Usually used at least every 7 days; 34 days without use are tolerated: twice that and 20 days more.',
    );
    expect(reason(every(1, 30))).toBe('Usually used every day; 22 days without use are tolerated.');
    expect(patienceReason(every(250, 3), { ...people, max_days: 300 })).toBe(
      'Usually used at least every 250 days; 300 days without use are tolerated, the most there may be.',
    );
    expect(reason(every(1, 1))).toMatch(/^Used too rarely yet/);
  });
});
