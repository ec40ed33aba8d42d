import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addTimes, noTimes, StageTimes, TIME_BOUNDS_S, timeQuantile } from './stage-times.rules.ts';

const sumsOf = (seconds: readonly number[]) => {
  const times = new StageTimes();
  for (const each of seconds) times.observe(1, 'x', each);
  return times.take()[0]?.stages[0] ?? noTimes();
};

test('a quantile is in the bucket of the measurement that has this rank', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 29, noNaN: true }), { minLength: 1 }), (seconds) => {
      const sorted = [...seconds].sort((a, b) => a - b);
      const ranked = sorted[Math.ceil(0.99 * sorted.length) - 1] as number;
      const upper = TIME_BOUNDS_S.find((bound) => ranked <= bound) as number;
      const lower = TIME_BOUNDS_S[TIME_BOUNDS_S.indexOf(upper as never) - 1] ?? 0;
      const found = timeQuantile(0.99, sumsOf(seconds)) as number;
      expect(found).toBeGreaterThanOrEqual(lower);
      expect(found).toBeLessThanOrEqual(upper);
    }),
  );
});

test('2 seconds are a bound, so that above and not above are told apart exactly', () => {
  expect(timeQuantile(0.99, sumsOf(Array(100).fill(2)))).toBeLessThanOrEqual(2);
  expect(timeQuantile(0.99, sumsOf([...Array(98).fill(0.1), 2.1, 2.1]))).toBeGreaterThan(2);
  expect(timeQuantile(0.99, sumsOf([...Array(99).fill(0.1), 2.1]))).toBeLessThanOrEqual(2);
  expect(timeQuantile(0.99, sumsOf([1_000]))).toBe(30);
  expect(timeQuantile(0.99, noTimes())).toBeNull();
});

test('sums are taken away once, by tenant and stage, and add up', () => {
  const times = new StageTimes();
  times.observe(1, 'a', 0.001);
  times.observe(1, 'b', 3);
  times.observe(2, 'a', 40);
  const taken = times.take();
  expect(taken.map(({ tenant_id, stages }) => [tenant_id, stages.map(({ stage }) => stage)])).toEqual([
    [1, ['a', 'b']],
    [2, ['a']],
  ]);
  expect(times.take()).toEqual([]);
  const { buckets, seconds } = addTimes(taken.flatMap(({ stages }) => stages));
  expect([buckets.reduce((sum, each) => sum + each), seconds, buckets.at(-1)]).toEqual([3, 43.001, 1]);
});
