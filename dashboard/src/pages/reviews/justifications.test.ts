import { expect, test } from 'vitest';
import { decideStrings } from '../../strings/reviews.ts';
import { type Justifications, offered, remember } from './justifications.ts';

test('what was used last comes first, once, and the oldest are forgotten', () => {
  let known: Justifications = {};
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'b']) known = remember(known, 'REVOKE', text);
  expect(known.REVOKE).toEqual(['b', 'g', 'f', 'e', 'd', 'c']);
  expect(known.CONFIRM).toBeUndefined();
});

test('the sentences of everybody follow, nine in all', () => {
  const defaults = decideStrings.defaults.CONFIRM;
  expect(offered({}, 'CONFIRM')).toEqual(defaults);
  expect(offered({ CONFIRM: [defaults[1]] }, 'CONFIRM')).toEqual([defaults[1], defaults[0], defaults[2]]);
  expect(offered({ CONFIRM: ['1', '2', '3', '4', '5', '6', '7'] }, 'CONFIRM')).toHaveLength(9);
});
