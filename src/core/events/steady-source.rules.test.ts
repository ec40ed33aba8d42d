import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extendRun, isSteady, type QuarterRun, quarterOf, STEADY_QUARTERS } from './steady-source.rules.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 5, 1, 12, 7);

const after = (instants: readonly number[]): QuarterRun | null =>
  instants.reduce<QuarterRun | null>((run, ms) => extendRun(run, quarterOf(ms)), null);
const steadyAfter = (instants: readonly number[]): boolean => {
  const run = after(instants);
  return run !== null && isSteady(run);
};
const instants = fc.array(fc.integer({ min: START, max: START + 1000 * MINUTE }), { maxLength: 40 });

test('three batches never make a source steady, whenever they come', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4e12 }), { maxLength: 3 }), (batches) => {
      expect(steadyAfter(batches)).toBe(false);
    }),
  );
});

test('any number of batches within less than three quarter hours do not', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 * MINUTE }), { maxLength: 50 }), (offsets) => {
      expect(steadyAfter(offsets.map((ms) => START + ms).sort((a, b) => a - b))).toBe(false);
    }),
  );
});

test('one that sends at least every 15 minutes for an hour is steady; one with half an hour between is never', () => {
  const gaps = (min: number, max: number, count: number) =>
    fc.array(fc.integer({ min, max }), { minLength: count, maxLength: 60 });
  const at = (between: readonly number[]) => {
    let now = START;
    return [START, ...between.map((gap) => (now += gap * MINUTE))];
  };
  fc.assert(fc.property(gaps(5, 15, 12), (between) => steadyAfter(at(between))));
  fc.assert(fc.property(gaps(30, 600, 1), (between) => !steadyAfter(at(between))));
});

test('it is steady exactly when so many quarter hours in a row had events, and stays it', () => {
  fc.assert(
    fc.property(instants, (unsorted) => {
      const sorted = unsorted.sort((a, b) => a - b);
      const quarters = new Set(sorted.map(quarterOf));
      const inARow = [...quarters].some((first) =>
        Array.from({ length: STEADY_QUARTERS }, (_, more) => first + more).every((each) =>
          quarters.has(each),
        ),
      );
      expect(steadyAfter(sorted)).toBe(inARow);
      if (inARow) expect(steadyAfter([...sorted, START + 9e9])).toBe(true);
    }),
  );
});

test('the same batch told twice, or late, changes nothing', () => {
  fc.assert(
    fc.property(instants, fc.nat(), (unsorted, place) => {
      const sorted = unsorted.sort((a, b) => a - b);
      const again = sorted[place % Math.max(1, sorted.length)];
      expect(after(again === undefined ? sorted : [...sorted, again])).toEqual(after(sorted));
    }),
  );
});
