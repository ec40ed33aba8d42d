import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test.each([
  [counted(0, 'line'), '0 lines'],
  [counted(1, 'line'), '1 line'],
  [counted(2, 'line'), '2 lines'],
  [counted(1, 'entry', 'entries'), '1 entry'],
  [counted('1,204', 'entry', 'entries'), '1,204 entries'],
])('%s', (said, expected) => {
  expect(said).toBe(expected);
});
