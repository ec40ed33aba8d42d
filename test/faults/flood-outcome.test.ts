import { expect, test } from 'vitest';
import { type Flood, noiseOf, Outcome, type Seen } from './flood-outcome.ts';
import { countsAgainAt, isCalm, isHeldUp } from './undisturbed.mjs';

const FLOOD: Flood = {
  name: 'requests',
  looks: 1,
  minutes: 1,
  requests: 1,
  streams: 0,
  imports: 0,
  minute: 'new',
};
const SENT = { answered: 1, refused: 2, streamed: 3, imported: 4 };

/** A window's answers, of which the slowest two in a hundred are as slow as said. */
function windowOf(slowest: number, writes = slowest): Seen {
  const answers = (count: number, ms: number): number[] =>
    Array.from({ length: count }, (_, index) => (index % 50 === 0 ? ms : 1));
  return { reads: answers(600, slowest), writes: answers(200, writes), pace: 1 };
}

/** One before, one beside the flood and one after it, each. */
function outcomeOf(...threes: [Seen, Seen, Seen][]): Outcome {
  const outcome = new Outcome(FLOOD);
  for (const [before, between, after] of threes) outcome.see({ before, looks: [between], after }, [SENT]);
  return outcome;
}

test('a window is held against those beside it, however fast the machine is at the time', () => {
  const outcome = outcomeOf(
    [windowOf(10), windowOf(11), windowOf(10)],
    [windowOf(30), windowOf(33), windowOf(30)],
    [windowOf(10), windowOf(22), windowOf(40)],
  );
  expect(outcome.change).toBeCloseTo(0.1);
});

test('answers are measured by the pace of the machine', () => {
  const [slow, ten] = [{ ...windowOf(33), pace: 3 }, windowOf(10)];
  const outcome = outcomeOf([ten, slow, ten]);
  expect(outcome.change).toBeCloseTo(0.1);
  expect(outcome.told()).toContain('by the clock +230 %');
  expect(outcome.told()).toContain('the same piece of work +200 %');
});

test('the usual difference is told, not the worst', () => {
  const ten = windowOf(10);
  expect(outcomeOf([ten, windowOf(11), ten], [ten, windowOf(500), ten], [ten, ten, ten]).change).toBeCloseTo(
    0.1,
  );
});

test('reads and writes both have to be within what is allowed', () => {
  const told = (reads: number, writes: number): string =>
    outcomeOf([windowOf(10), windowOf(reads, writes), windowOf(10)]).told();
  expect(told(10, 12)).toMatch(/; within 20 %$/);
  expect(told(10, 12.1)).toMatch(/; NOT within 20 %$/);
  expect(told(12.1, 10)).toMatch(/; NOT within 20 %$/);
});

test('what was sent is added up, and what was seen is told', () => {
  const ten = windowOf(10);
  const told = outcomeOf([ten, windowOf(11), ten], [ten, windowOf(13), ten]).told();
  expect(told).toContain('2 windows of 20 s, each against the 40 s before and after it');
  expect(told).toContain(
    'reads 10.0 ms alone, 12.0 ms beside it (+20 %, half of the windows +10 % to +30 %, by the clock +20 %; median 1.0 and 1.0 ms)',
  );
  expect(told).toContain('2 requests answered, 4 refused, 6 events sent in streams, 8 lines in imports');
});

test('of a minute that is used up only the rest is looked at, and several of them make a window', () => {
  const outcome = new Outcome({ ...FLOOD, minutes: 2, minute: 'used up' });
  const ten = windowOf(10);
  outcome.see({ before: ten, looks: [windowOf(11), windowOf(11)], after: ten }, [SENT, SENT]);
  expect(outcome.change).toBeCloseTo(0.1);
  expect(outcome.told()).toContain('1 windows of 40 s');
  expect(outcome.told()).not.toContain('in its first');
  expect(outcome.told()).toContain('2 requests answered, 4 refused, 6 events sent in streams, 8 lines');
});

test('a flood is judged by its whole minute, and its beginning is told as well', () => {
  const outcome = new Outcome({ ...FLOOD, looks: 3 });
  const ten = windowOf(10);
  const quick = { reads: [1], writes: [1], pace: 1 };
  outcome.see({ before: ten, looks: [windowOf(20, 30), windowOf(11), quick], after: ten }, [SENT]);
  expect(outcome.change).toBeCloseTo(0.1);
  expect(outcome.told()).toContain('1 windows of 60 s');
  expect(outcome.told()).toContain('; in its first 20 s reads +100 %, writes +200 %;');
});

test('a window without a flood against its neighbours is what chance does', () => {
  expect(noiseOf([windowOf(10), windowOf(15), windowOf(10)])).toContain('reads +50 %, writes +50 %');
  expect(noiseOf([windowOf(10), windowOf(15)])).toContain('too few windows');
});

test('what was waited for while a processor stood still, or shortly after, does not count', () => {
  const stops = [{ from: 100, to: 103 }];
  expect(countsAgainAt({ from: 100, to: 103 })).toBe(132);
  expect(countsAgainAt({ from: 0, to: 10_000 })).toBe(12_000);
  expect(isHeldUp({ began: 90, ended: 99 }, stops)).toBe(false);
  expect(isHeldUp({ began: 90, ended: 101 }, stops)).toBe(true);
  expect(isHeldUp({ began: 101, ended: 102 }, stops)).toBe(true);
  expect(isHeldUp({ began: 130, ended: 160 }, stops)).toBe(true);
  expect(isHeldUp({ began: 133, ended: 160 }, stops)).toBe(false);
});

test('a machine is calm while its processors stand still for a twentieth of the last seconds at most', () => {
  const now = 10_000;
  expect(isCalm([], 2, now)).toBe(true);
  expect(isCalm([{ from: 9_000, to: 9_300 }], 2, now)).toBe(true);
  expect(isCalm([{ from: 9_000, to: 9_301 }], 2, now)).toBe(false);
  expect(isCalm([{ from: 9_000, to: 9_301 }], 4, now)).toBe(true);
  expect(isCalm([{ from: 0, to: 7_100 }], 2, now)).toBe(true);
});
