import { expect, test } from 'vitest';
import { LapseError } from '../errors.ts';
import { type Loop, runLoop } from './run-loop.ts';

/** Far longer than any of these tests: who waits for it has not been woken. */
const LONG_MS = 600_000;

/** A loop whose turns are these, one after the other; then nobody knows of anything to do. */
function start(
  turns: ((loop: Loop) => number | null | Promise<number | null>)[],
  settings: { look_every_ms?: number; turn_every_ms?: number } = {},
) {
  const began: number[] = [];
  const errors: string[] = [];
  let onTurn: () => void = () => {};
  const loop: Loop = runLoop({
    look_every_ms: LONG_MS,
    ...settings,
    turn: async () => {
      await null;
      const turn = turns[began.length];
      began.push(performance.now());
      onTurn();
      return turn?.(loop) ?? null;
    },
    onError: (error) => errors.push(error.message),
  });
  const until = (count: number): Promise<void> =>
    new Promise((resolve) => {
      onTurn = () => began.length >= count && resolve();
      onTurn();
    });
  return { loop, began, errors, until };
}

const gaps = (times: number[]): number[] => times.slice(1).map((at, index) => at - (times[index] as number));

test('goes on at once while there is something to do, and rests when there is not', async () => {
  const { loop, began, until } = start([() => 0, () => 0, () => 0]);
  await until(4);
  await loop.stop();
  expect(began).toHaveLength(4);
});

test('a wake ends the rest, also one that came during the turn', async () => {
  const woken = (loop: Loop): null => {
    loop.wake();
    return null;
  };
  const { loop, began, until } = start([woken, woken]);
  await until(3);
  loop.wake();
  await until(4);
  await loop.stop();
  expect(began).toHaveLength(4);
});

test('looks when it was told that there will be something to do, or sooner when it is woken for sooner', async () => {
  const { loop, began, until } = start([() => 40, () => LONG_MS, () => null]);
  await until(2);
  // Timers of Node may be a millisecond early.
  expect(gaps(began)[0]).toBeGreaterThanOrEqual(38);
  loop.wake(LONG_MS / 2);
  loop.wake(40);
  await until(3);
  await loop.stop();
  expect(gaps(began)[1]).toBeGreaterThanOrEqual(38);
});

test('looks again after a while although nobody woke it', async () => {
  const { loop, until } = start([], { look_every_ms: 20 });
  await until(3);
  await loop.stop();
});

test('turns begin as far apart as they are told', async () => {
  const { loop, began, until } = start([() => 0, () => 0], { turn_every_ms: 60 });
  await until(2);
  // It is not in a hurry for this either: what comes together is done together.
  loop.wake();
  await until(3);
  await loop.stop();
  // Timers of Node may be a millisecond early.
  for (const gap of gaps(began)) expect(gap).toBeGreaterThanOrEqual(58);
});

test('a turn that fails is told of and followed by a rest, whoever woke it meanwhile', async () => {
  const fail = (loop: Loop): never => {
    loop.wake();
    throw new Error('broken');
  };
  const { loop, began, errors, until } = start([fail]);
  await until(2);
  await loop.stop();
  expect(errors).toEqual(['broken']);
  expect(gaps(began)[0]).toBeGreaterThanOrEqual(998);
});

test('a wake ends the rest after a failure too, and a database that is away is told of once', async () => {
  let failed: () => void = () => {};
  const hasFailed = new Promise<void>((resolve) => {
    failed = resolve;
  });
  const away = (): never => {
    setImmediate(failed);
    throw new LapseError('unavailable', 'away');
  };
  const { loop, began, errors, until } = start([away, away, () => null]);
  await hasFailed;
  loop.wake();
  await until(3);
  await loop.stop();
  expect(errors).toEqual(['away']);
  expect(gaps(began)[0]).toBeLessThan(900);
});

test('errors of ours reach the log as all others do', async () => {
  const fail = (): never => {
    throw new LapseError('conflict', 'something of ours');
  };
  const { loop, errors, until } = start([fail]);
  await until(2);
  await loop.stop();
  expect(errors).toEqual(['something of ours']);
});

test('stopping waits for the turn and for nothing else', async () => {
  let isDone = false;
  const { loop, until } = start([
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      isDone = true;
      return 0;
    },
  ]);
  await until(1);
  await loop.stop();
  expect(isDone).toBe(true);
});
