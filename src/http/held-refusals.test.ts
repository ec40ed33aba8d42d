import { expect, test } from 'vitest';
import { HeldRefusals } from './held-refusals.ts';

test('the first refusal leaves at once, the next ones one by one, and another tenant waits for none of them', () => {
  let now = 1_000;
  const held = new HeldRefusals(() => now);
  expect([held.take(1), held.take(1), held.take(1)]).toEqual([0, 40, 80]);
  expect(held.take(2)).toBe(0);
  now += 120;
  expect(held.take(1)).toBe(0);
});

test('who waits already is not joined without end', () => {
  const held = new HeldRefusals(() => 0);
  const waits = Array.from({ length: 400 }, () => held.take(1));
  expect(waits.filter((wait) => wait !== null)).toHaveLength(126);
  expect(waits.at(-1)).toBeNull();
});
