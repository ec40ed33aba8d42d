import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BreathingSpace, LINES_AT_ONCE, REST_MS_MAX, restAfter } from './breathing-space.ts';

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Reads lines that take so long each. */
async function read(space: BreathingSpace, lines: number, ms = 0): Promise<void> {
  for (let line = 0; line < lines; line += 1) {
    space.beginLine();
    if (ms > 0) work(ms);
    await space.afterLine();
  }
}

/** Writes rests down instead of resting. */
function noted(isShared: boolean): { space: BreathingSpace; rests: number[] } {
  const rests: number[] = [];
  const space = new BreathingSpace(
    () => isShared,
    async (ms) => rests.push(ms),
  );
  return { space, rests };
}

test('whoever else waits has a turn every few lines', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await read(new BreathingSpace(), 20 * LINES_AT_ONCE);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(20);
});

test('alone there are no rests; beside others there are, in proportion to the work', async () => {
  const [alone, beside] = [noted(false), noted(true)];
  // 100 ms of work, or more on a busy machine.
  await read(alone.space, 2 * LINES_AT_ONCE, 2);
  await read(beside.space, 2 * LINES_AT_ONCE, 2);
  expect(alone.rests).toEqual([]);
  expect(beside.rests).toHaveLength(2);
  expect(Math.min(...beside.rests)).toBeGreaterThanOrEqual(2_300);
});

test('a rest is waited for', async () => {
  const began = performance.now();
  await read(new BreathingSpace(() => true), LINES_AT_ONCE, 1);
  expect(performance.now() - began).toBeGreaterThanOrEqual(1_150);
});

test('to wait for a line is no work', async () => {
  const { space, rests } = noted(true);
  for (let line = 0; line < LINES_AT_ONCE - 1; line += 1) {
    space.beginLine();
    await space.afterLine();
  }
  await sleep(1_000);
  await read(space, 1);
  // It would be the longest there is.
  expect(rests[0]).toBeLessThan(REST_MS_MAX);
});

test('who works longer rests longer, and never for so long that a sender would give up', () => {
  const ms = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(ms, ms, (some, more) => {
      expect(restAfter(some + more)).toBeGreaterThanOrEqual(restAfter(some));
      expect(restAfter(some)).toBeLessThanOrEqual(REST_MS_MAX);
    }),
  );
  expect(restAfter(2)).toBe(46);
});
