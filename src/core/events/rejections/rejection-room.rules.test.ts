import { expect, test } from 'vitest';
import { RejectionRoom } from './rejection.rules.ts';

test('two thousand fit at once, then a hundred a second, and after a rest all again; each tenant has its own', () => {
  const room = new RejectionRoom();
  expect(room.take(1, 100, 0)).toBe(100);
  expect(room.take(1, 5_000, 0)).toBe(1_900);
  expect([room.take(1, 1, 0), room.take(1, 1, 5)]).toEqual([0, 0]);
  expect([room.take(1, 50, 1_000), room.take(1, 100, 1_000), room.take(1, 100, 1_000)]).toEqual([50, 50, 0]);
  expect(room.take(2, 2_000, 1_000)).toBe(2_000);
  let kept = 0;
  for (let now = 1_000; now < 61_000; now += 7) kept += room.take(1, 100, now);
  expect(kept).toBeGreaterThan(5_900);
  expect(kept).toBeLessThanOrEqual(6_000);
  expect(room.take(1, 3_000, 200_000)).toBe(2_000);
});
