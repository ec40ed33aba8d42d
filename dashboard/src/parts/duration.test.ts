import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [0, '0 sec'],
  [0.0004, '1 ms'],
  [0.25, '250 ms'],
  [1.44, '1.4 sec'],
  [59, '59 sec'],
  [61, '1 min'],
  [7_300, '2 hr'],
  [200_000, '2 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds, 'en')).toBe(text);
});
