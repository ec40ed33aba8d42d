import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [0, '0 seconds'],
  [0.0004, '1 ms'],
  [0.25, '250 ms'],
  [1.44, '1.4 seconds'],
  [59, '59 seconds'],
  [61, '1 minute'],
  [7_300, '2 hours'],
  [200_000, '2 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds, 'en')).toBe(text);
});
