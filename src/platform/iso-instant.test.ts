import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoInstant } from './iso-instant.ts';

const EDGES = [
  0, -0, -1, 1, 999, 86_399_999, 86_400_000, -86_400_000, 8.64e15, -8.64e15, 253_402_300_800_000,
];

test.each(EDGES)('writes %d as a date does', (at) => {
  expect(isoInstant(at)).toBe(new Date(at).toISOString());
});

test('writes every instant as a date does, also between two milliseconds and far away', () => {
  const near = fc.integer({ min: -5e12, max: 5e12 });
  const far = fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true });
  fc.assert(
    fc.property(fc.oneof(near, far), (at) => {
      expect(isoInstant(at)).toBe(new Date(at).toISOString());
    }),
    { numRuns: 20_000 },
  );
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1, -8.64e15 - 1])('refuses %d', (at) => {
  expect(() => isoInstant(at)).toThrow(RangeError);
});
