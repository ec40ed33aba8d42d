import { expect, test } from 'vitest';
import { decideStrings } from '../../strings/reviews.ts';
import { forget, type Justifications, offered, remember } from './justifications.ts';

const keysOf = (known: Justifications) =>
  Object.fromEntries(offered(known, 'REVOKE').map(({ key, text }) => [key, text]));

test('a digit fills in the same sentence however often which one is used', () => {
  const [first, second, third] = decideStrings.defaults.REVOKE;
  let known: Justifications = {};
  let before = keysOf(known);
  expect(before).toEqual({ 1: first, 2: second, 3: third });
  for (const text of ['a', 'b', third, 'a', 'c', 'd', 'e', 'f', 'g', 'b']) {
    known = remember(known, 'REVOKE', text);
    expect(keysOf(known)).toMatchObject(before);
    before = keysOf(known);
  }
  expect(before).toEqual({ 1: first, 2: second, 3: third, 4: 'a', 5: 'b', 6: 'c', 7: 'd', 8: 'e', 9: 'f' });
  expect(known.CONFIRM).toBeUndefined();
});

test('forgetting one leaves the others where they are; the next new one takes its place', () => {
  let known: Justifications = {};
  for (const text of ['a', 'b', 'c']) known = remember(known, 'REVOKE', text);
  known = forget(known, 'REVOKE', 'b');
  expect(keysOf(known)).toMatchObject({ 4: 'a', 6: 'c' });
  expect(keysOf(known)).not.toHaveProperty('5');
  expect(keysOf(remember(known, 'REVOKE', 'd'))).toMatchObject({ 4: 'a', 5: 'd', 6: 'c' });
});
