import { expect, test } from 'vitest';
import { formatSigned, sentenceCase } from './format.ts';

test.each([
  [34, '+34'],
  [-3, '−3'],
  [0, '0'],
  [-0.04, '0'],
])('%d with its sign is %s', (value, text) => {
  expect(formatSigned(value)).toBe(text);
});

test('a line begins with a capital letter', () => {
  expect([sentenceCase('anomaly detection'), sentenceCase('')]).toEqual(['Anomaly detection', '']);
});
