import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import {
  type Baseline,
  bucketOf,
  emptyBaseline,
  emptyVolume,
  mergeBaselines,
  mergeVolumes,
  tryNovelty,
} from './anomaly-baseline.ts';
import { DAY_MS } from './decay.ts';

const maybe = fc.option(fc.nat(1000));
const name = fc.integer({ min: 1, max: 30 }).map((n) => `10.0.${n}.0/24`);
const trial = fc.record({ day: fc.nat(50), mask: fc.nat().map((n) => (n | 1) >>> 0) });

const baseline: fc.Arbitrary<Baseline> = fc
  .record({
    events: fc.nat(1000),
    first_at: maybe,
    last_at: maybe,
    first_admin_at: maybe,
    networks: fc.dictionary(name, fc.nat(3), { minKeys: 8, maxKeys: 16 }),
    hours: fc.array(fc.nat(50), { minLength: 24, maxLength: 24 }),
    // More than 16 at once are forgotten, and then it matters in which order.
    trials: fc.dictionary(fc.constantFrom(...'abcdefghijklmnop'), trial),
  })
  .map((known) => ({ ...emptyBaseline(), ...known }));

test.prop([baseline, baseline, baseline])('merges in any order and grouping', (a, b, c) => {
  expect(mergeBaselines(a, b)).toEqual(mergeBaselines(b, a));
  expect(mergeBaselines(mergeBaselines(a, b), c)).toEqual(mergeBaselines(a, mergeBaselines(b, c)));
  expect(mergeBaselines(a, emptyBaseline())).toEqual(a);
});

test.prop([fc.array(baseline, { maxLength: 5 })])('stays small', (all) => {
  const merged = all.reduce(mergeBaselines, emptyBaseline());
  expect(Object.keys(merged.networks).length).toBeLessThanOrEqual(16);
  expect(Object.keys(merged.trials).length).toBeLessThanOrEqual(16);
});

it('survives the way to the database and back', () => {
  const trials = { 'hour 3': { day: 7, mask: 0xffff_ffff } };
  const known = mergeBaselines({ ...emptyBaseline(), trials }, emptyBaseline());
  expect(JSON.parse(JSON.stringify(known))).toEqual(known);
});

it('adds volumes', () => {
  const one = { ...emptyVolume(), queries: 1 };
  expect(mergeVolumes(one, one).queries).toBe(2);
});

it.each([
  [0, 0],
  [1, 1],
  [3, 2],
  [1023, 10],
  [1e300, 47],
])('%d rows are in bucket %i', (rows, bucket) => {
  expect(bucketOf(rows)).toBe(bucket);
});

it('accepts a novelty on its fifth day within 32, not on its fifth time', () => {
  const on = (days: number[]) =>
    days.reduce<ReturnType<typeof tryNovelty> | undefined>(
      (last, day) => tryNovelty(last?.trial, day * DAY_MS),
      undefined,
    );
  expect(on([1, 1, 1, 1, 1, 1])?.accepted).toBe(false);
  expect(on([1, 2, 3, 4])?.accepted).toBe(false);
  expect(on([1, 2, 3, 4, 32])?.accepted).toBe(true);
  expect(on([4, 32, 2, 1, 3])?.accepted).toBe(true);
  expect(on([1, 2, 3, 4, 33])?.accepted).toBe(false);
  expect(on([1, 40, 80, 120, 160])?.accepted).toBe(false);
});
