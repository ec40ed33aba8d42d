import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BreathingSpace, LINES_AT_ONCE, REST_MS_MAX } from './breathing-space.ts';

/** Time that passes only when somebody works, waits or rests. */
function beside(isShared: boolean) {
  const rests: number[] = [];
  let now = 0;
  const time = {
    now: () => now,
    rest: async (ms: number) => {
      rests.push(ms);
      now += ms;
    },
  };
  const space = new BreathingSpace(() => isShared, time);
  /** Reads as many lines as are read at once; each takes so long, after a wait. */
  const read = async (worked_ms: number, waited_ms = 0): Promise<void> => {
    for (let line = 0; line < LINES_AT_ONCE; line += 1) {
      now += waited_ms / LINES_AT_ONCE;
      space.beginLine();
      now += worked_ms / LINES_AT_ONCE;
      await space.afterLine();
    }
  };
  return { rests, read };
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

test('whoever else waits has a turn every few lines', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const space = new BreathingSpace();
  for (let line = 0; line < 20 * LINES_AT_ONCE; line += 1) {
    space.beginLine();
    await space.afterLine();
  }
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(20);
});

test('alone there are no rests; beside others there are, in proportion to the work', async () => {
  const [alone, shared] = [beside(false), beside(true)];
  await alone.read(2);
  await shared.read(2);
  await shared.read(4);
  expect(alone.rests).toEqual([]);
  expect(shared.rests).toEqual([expect.closeTo(94), expect.closeTo(188)]);
});

test('a rest is waited for', async () => {
  const space = new BreathingSpace(() => true);
  const began = performance.now();
  for (let line = 0; line < LINES_AT_ONCE; line += 1) {
    space.beginLine();
    const until = performance.now() + 0.2;
    while (performance.now() < until);
    await space.afterLine();
  }
  expect(performance.now() - began).toBeGreaterThanOrEqual(230);
});

test('to wait for a line is no work', async () => {
  const { read, rests } = beside(true);
  await read(1, 60_000);
  expect(rests).toEqual([expect.closeTo(47)]);
});

test('however slow the work, rests alone leave room for 200 lines a second', async () => {
  const worked = fc.array(fc.double({ min: 0, max: 1e5, noNaN: true }), { maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(worked, async (pieces) => {
      const { read, rests } = beside(true);
      for (const ms of pieces) await read(ms);
      expect(sum(rests)).toBeLessThanOrEqual(5 * LINES_AT_ONCE * pieces.length + 1e-6);
      expect(sum(rests)).toBeLessThanOrEqual(47 * sum(pieces) + 1e-6);
    }),
  );
});

test('much that is stored at once is followed by one long rest, not so long that a sender would give up', async () => {
  const { read, rests } = beside(true);
  for (let piece = 1; piece < 100; piece += 1) await read(1);
  await read(400);
  expect(rests.at(-1)).toBeCloseTo(400 * 47);
  for (let piece = 1; piece < 200; piece += 1) await read(1);
  await read(60_000);
  expect(rests.at(-1)).toBe(REST_MS_MAX);
});
