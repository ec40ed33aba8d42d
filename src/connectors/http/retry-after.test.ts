import { expect, it } from 'vitest';
import { backoffMs, retryAfterMs } from './retry-after.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

it.each([
  ['0', 0],
  ['7', 7_000],
  [' 1.5 ', 1_500],
  ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 11:59:00 GMT', 0],
  ['', undefined],
  [undefined, undefined],
  ['-5', undefined],
  ['soon', undefined],
])('Retry-After %j is %j ms', (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms);
});

it('waits longer each time, up to a bound, and never less than half', () => {
  expect([1, 2, 3, 9].map((attempt) => backoffMs(attempt, () => 1))).toEqual([1_000, 2_000, 4_000, 16_000]);
  expect(backoffMs(1, () => 0)).toBe(500);
});
