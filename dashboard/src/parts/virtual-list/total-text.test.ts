import { expect, test } from 'vitest';
import { totalText } from './total-text.ts';

test('a list says how many rows it has', () => {
  expect(totalText(1, true, String)).toBe('1 row');
  expect(totalText(100_000, true, String)).toBe('100000 rows');
});

test('a list that ends before its rows do says so', () => {
  expect(totalText(250_000, true, String)).toBe(
    'The first 100000 of 250000 are shown. Narrow the search for the rest.',
  );
  expect(totalText(10_000, false, String)).toBe(
    'More than 10000 match; the first 10000 are shown. Narrow the search.',
  );
});
