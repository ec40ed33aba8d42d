import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { dayOf, neverUsed, recordUse, WINDOW_DAYS } from '../../scores/habit.rules.ts';
import {
  daysUsedAfter,
  isRight,
  isSeededDue,
  KNOWN_AFTER_DAYS,
  knownInOrder,
  SEEDED_PERCENT_MAX,
  toldOf,
} from './seeded.rules.ts';

const percents = fc.integer({ min: 1, max: SEEDED_PERCENT_MAX });

describe('when one is due', () => {
  test('never where the policy wants none', () => {
    fc.assert(fc.property(fc.nat(100_000), (answered) => !isSeededDue(answered, 0)));
  });

  test('at ten percent after nine, at one percent after ninety-nine', () => {
    expect([8, 9].map((answered) => isSeededDue(answered, 10))).toEqual([false, true]);
    expect([98, 99].map((answered) => isSeededDue(answered, 1))).toEqual([false, true]);
    expect([32, 33].map((answered) => isSeededDue(answered, 3))).toEqual([false, true]);
  });

  test('it stays due until it is asked', () => {
    fc.assert(
      fc.property(
        percents,
        fc.nat(1_000),
        (percent, answered) => !isSeededDue(answered, percent) || isSeededDue(answered + 1, percent),
      ),
    );
  });

  test('of all questions no more than the percentage are seeded, however late they are answered, and nearly as many as that', () => {
    fc.assert(
      fc.property(
        percents,
        // After how many more reviews each seeded question is answered.
        fc.array(fc.nat(30), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 3_000 }),
        (percent, delays, questions) => {
          let reviews = 0;
          let seeded = 0;
          let since = 0;
          let left: number | null = null;
          while (reviews + seeded < questions) {
            if (left === 0) left = null;
            reviews += 1;
            since += 1;
            if (left !== null) left -= 1;
            else if (isSeededDue(since, percent)) {
              seeded += 1;
              since = 0;
              left = delays[seeded % delays.length] as number;
            }
          }
          expect(seeded * 100).toBeLessThanOrEqual((reviews + seeded) * percent);
          // Waiting for an answer is what makes it fewer, and that one of them is due only after a whole review.
          const longest = Math.ceil(100 / percent) + Math.max(...delays) + 1;
          expect(seeded).toBeGreaterThanOrEqual(Math.floor((reviews + seeded) / longest) - 1);
        },
      ),
    );
  });
});

describe('what history says', () => {
  const DECIDED = 20_000 * DAY_MS + 5 * 3_600_000;

  test('counts the days after the decision, not the uses, and neither its own day nor the sixty-first', () => {
    const at = (day: number, hour = 12) => (dayOf(DECIDED) + day) * DAY_MS + hour * 3_600_000;
    const uses = [at(-1), at(0), at(1), at(1, 13), at(2), at(60), at(61)];
    expect(daysUsedAfter(uses.reduce(recordUse, neverUsed()), DECIDED)).toBe(3);
    expect(daysUsedAfter(neverUsed(), DECIDED)).toBe(0);
  });

  test('is the number of different days, whatever the order of the uses', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100, max: 200 }), { maxLength: 60 }), (days) => {
        const uses = days.map((day) => (dayOf(DECIDED) + day) * DAY_MS + 1);
        const expected = new Set(days.filter((day) => day > 0 && day <= KNOWN_AFTER_DAYS)).size;
        expect(daysUsedAfter(uses.reduce(recordUse, neverUsed()), DECIDED)).toBe(expected);
      }),
    );
    // All of it is remembered while such a decision is asked about.
    expect(WINDOW_DAYS).toBeGreaterThan(365 + 1);
  });

  test('"I do not know" is neither right nor wrong', () => {
    expect(isRight('CONFIRM', 'CONFIRM')).toBe(true);
    expect(isRight('REVOKE', 'CONFIRM')).toBe(false);
    expect(isRight('ESCALATE', 'CONFIRM')).toBeNull();
    expect(isRight('ESCALATE', 'REVOKE')).toBeNull();
  });

  test('is told with its date', () => {
    const decided_at = '2026-03-12T23:00:00.000Z';
    expect(toldOf({ decided_at, days_used: null })).toBe(
      'This was a question from the past, nothing was changed. The access was revoked on 12 March 2026 and not missed in the 60 days after that.',
    );
    expect(toldOf({ decided_at, days_used: 23 })).toBe(
      'This was a question from the past, nothing was changed. The access was confirmed on 12 March 2026 and used on 23 of the 60 days after that.',
    );
  });

  test('each of the two answers comes first for half of the ids', () => {
    const first = Array.from({ length: 16 }, (_, n) => knownInOrder(`0198c0de-${n.toString(16)}`)[0]);
    expect(first.filter((known) => known === 'CONFIRM')).toHaveLength(8);
    expect(new Set(knownInOrder('a'))).toEqual(new Set(['CONFIRM', 'REVOKE']));
  });
});
