import { expect, test } from 'vitest';
import { readHidden, shownColumns, toggled } from './columns.ts';

const ALL = [{ key: 'name' }, { key: 'type' }, { key: 'score' }];

test('hidden columns are left out, the others stay in their order', () => {
  expect(shownColumns(ALL, ['type'])).toEqual([{ key: 'name' }, { key: 'score' }]);
});

test('the first column stays, and keys of columns that are gone mean nothing', () => {
  expect(shownColumns(ALL, ['name', 'before', 'type', 'score'])).toEqual([{ key: 'name' }]);
});

test('a column is hidden and shown again', () => {
  expect(toggled([], 'type')).toEqual(['type']);
  expect(toggled(['score', 'type'], 'score')).toEqual(['type']);
});

test.each([[null], ['type'], [{ type: true }], [42], [undefined]])('%j hides nothing', (kept) => {
  expect(readHidden(kept)).toEqual([]);
});

test('of a list only the words count', () => {
  expect(readHidden(['type', 1, null])).toEqual(['type']);
});
