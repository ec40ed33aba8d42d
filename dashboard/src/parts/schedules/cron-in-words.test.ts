import { expect, test } from 'vitest';
import { cronInWords } from './cron-in-words.ts';

test.each([
  ['0 6 * * *', 'Every day at 06:00'],
  ['30 7 * * 1', 'Every Monday at 07:30'],
  ['0 6 * * 7', 'Every Sunday at 06:00'],
  ['0 6 1 * *', 'On day 1 of every month at 06:00'],
  ['0 6 1 1,4,7,10 *', 'On day 1 of every quarter at 06:00'],
  ['0 6 1 3 *', 'Every year on 1 March at 06:00'],
  ['15 * * * *', 'Every hour, at minute 15'],
  ['0 6 * * 1-5', 'By the cron expression 0 6 * * 1-5'],
  ['0 6 1 * 1', 'By the cron expression 0 6 1 * 1'],
  ['nonsense', 'By the cron expression nonsense'],
])('%s is said as "%s"', (cron, words) => {
  expect(cronInWords(cron)).toBe(words);
});
