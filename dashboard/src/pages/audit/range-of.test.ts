import { expect, test } from 'vitest';
import { rangeOf } from './range-of.ts';

test('days are those of the reader, and what is no day is left out', () => {
  const { from, to } = rangeOf({ from: '2026-03-01', to: '2026-03-02' });
  expect(new Date(from as string).getHours()).toBe(0);
  expect(new Date(from as string).getDate()).toBe(1);
  expect(new Date(to as string).getDate()).toBe(2);
  expect(rangeOf({ from: 'yesterday' })).toEqual({});
  expect(rangeOf({})).toEqual({});
});
