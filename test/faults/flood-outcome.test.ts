import { expect, test } from 'vitest';
import { add, type Flood, noiseOf, nothingSeen, Outcome, type Seen } from './flood-outcome.ts';
import { countsAgainAt, isCalm, isHeldUp } from './undisturbed.mjs';

const FLOOD: Flood = { name: 'requests', requests: 1, streams: 0, imports: 0, minute: 'new' };
const SENT = { answered: 1, refused: 2, streamed: 3, imported: 4 };

/** A window's answers, of which the slowest two in a hundred are as slow as said. */
function windowOf(slowest: number, writes = slowest): Seen {
  const answers = (count: number, ms: number): number[] =>
    Array.from({ length: count }, (_, index) => (index % 50 === 0 ? ms : 1));
  return { reads: answers(720, slowest), writes: answers(240, writes) };
}

function together(windows: Seen[]): Seen {
  const all = nothingSeen();
  for (const seen of windows) add(all, seen);
  return all;
}

function outcomeOf(quiet: Seen[], loud: Seen[]): Outcome {
  const outcome = new Outcome(FLOOD, together(quiet));
  for (const seen of loud) {
    outcome.see(seen);
    outcome.count(SENT);
  }
  return outcome;
}

test('the p99 of the usual window is compared, not that of the worst', () => {
  const quiet = [windowOf(10), windowOf(10), windowOf(90)];
  expect(outcomeOf(quiet, [windowOf(11), windowOf(11), windowOf(500)]).change).toBeCloseTo(0.1);
});

test('reads and writes both have to be within what is allowed', () => {
  const quiet = [windowOf(10), windowOf(10)];
  expect(outcomeOf(quiet, [windowOf(10, 12)]).told()).toMatch(/; within 20 %$/);
  expect(outcomeOf(quiet, [windowOf(10, 12.1)]).told()).toMatch(/; NOT within 20 %$/);
  expect(outcomeOf(quiet, [windowOf(12.1, 10)]).told()).toMatch(/; NOT within 20 %$/);
});

test('what was sent is added up, and what was seen is told', () => {
  const told = outcomeOf([windowOf(10), windowOf(10)], [windowOf(11), windowOf(11)]).told();
  expect(told).toContain('2 windows of 720 reads and 240 writes, and of 2 without a flood');
  expect(told).toContain('reads 10.0 ms alone, 11.0 ms beside it (+10 %; median 1.0 and 1.0 ms)');
  expect(told).toContain('2 requests answered, 4 refused, 6 events sent in streams, 8 lines in imports');
});

test('every second quiet window against the others is what chance does', () => {
  const quiet = together([windowOf(10), windowOf(15), windowOf(10), windowOf(15)]);
  expect(noiseOf(quiet)).toContain('reads +50 %, writes +50 %');
});

test('whole windows are needed on both sides', () => {
  const half: Seen = { reads: windowOf(10).reads, writes: [] };
  expect(outcomeOf([windowOf(10), windowOf(10)], [half]).isTelling).toBe(false);
  expect(outcomeOf([windowOf(10)], [windowOf(10)]).isTelling).toBe(false);
  expect(outcomeOf([windowOf(10), windowOf(10)], [windowOf(10)]).isTelling).toBe(true);
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
