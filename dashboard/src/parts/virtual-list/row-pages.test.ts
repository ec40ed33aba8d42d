import { describe, expect, test } from 'vitest';
import { orderAfterClick, pagesOf, rowAfterKey } from './row-pages.ts';

describe('pages in sight', () => {
  test.each([
    [0, 0, [0]],
    [0, 99, [0]],
    [0, 100, [0, 1]],
    [95, 140, [0, 1]],
    [100, 199, [1]],
    [99_990, 99_999, [999]],
    [-5, 3, [0]],
    [5, 4, []],
  ])('rows %i to %i', (first, last, pages) => expect(pagesOf(first, last)).toEqual(pages));
});

describe('keys', () => {
  test.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 99, 99],
    ['ArrowUp', 0, 0],
    ['PageDown', 5, 14],
    ['PageUp', 5, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
    ['a', 50, null],
  ])('%s at %i', (key, row, next) => expect(rowAfterKey(key, row, 100, 10)).toBe(next));

  test('an empty list moves nowhere', () => expect(rowAfterKey('End', 0, 0, 10)).toBeNull());
});

test('a click sorts the way the column is read first, the next one turns it round', () => {
  const clicked = { sort: 'score', first: 'desc' } as const;
  const once = orderAfterClick({ sort: 'name', order: 'asc' }, clicked);
  expect(once).toEqual({ sort: 'score', order: 'desc' });
  const twice = orderAfterClick(once, clicked);
  expect(twice).toEqual({ sort: 'score', order: 'asc' });
  expect(orderAfterClick(twice, clicked)).toEqual(once);
});
