import { expect, test } from 'vitest';
import { rangeOf } from './range-of.ts';

const ROWS = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const ids = (one: string, other: string) => rangeOf(ROWS, one, other).map(({ id }) => id);

test('a range has both of its ends, whichever comes first', () => {
  expect(ids('b', 'd')).toEqual(['b', 'c', 'd']);
  expect(ids('d', 'b')).toEqual(['b', 'c', 'd']);
  expect(ids('c', 'c')).toEqual(['c']);
});

test('there is none to what has left the list', () => {
  expect(ids('gone', 'b')).toEqual([]);
  expect(ids('b', 'gone')).toEqual([]);
});
