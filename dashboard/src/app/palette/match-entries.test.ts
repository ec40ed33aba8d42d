import { expect, test } from 'vitest';
import { matchEntries } from './match-entries.ts';

const ENTRIES = [
  { label: 'Review inbox', words: 'decide queue' },
  { label: 'Request a review' },
  { label: 'Waiting questions', words: 'reviews later' },
  { label: 'Crème policy' },
];
const labels = (text: string) => matchEntries(ENTRIES, text).map(({ label }) => label);

test('without a text there is everything, in its order', () => {
  expect(labels('  ')).toEqual(ENTRIES.map(({ label }) => label));
});

test('what begins like the text comes before what has it, and that before what is called so otherwise', () => {
  expect(labels('rev')).toEqual(['Review inbox', 'Request a review', 'Waiting questions']);
});

test('every word must begin a word, in any order', () => {
  expect(labels('inb rev')).toEqual(['Review inbox']);
  expect(labels('rev policy')).toEqual([]);
  expect(labels('view')).toEqual([]);
});

test('neither case, nor accents, nor signs between words matter', () => {
  expect(labels('CREME-pol')).toEqual(['Crème policy']);
  expect(labels('?!')).toHaveLength(ENTRIES.length);
});
