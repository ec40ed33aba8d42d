import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { isUrgent, nextWeek, turnOf, URGENT_PRIORITY, WEEKS_TOLD, weekStart } from './budget.rules.ts';

const instants = fc.integer({ min: 0, max: Date.parse('2100-01-01') });
const lines = fc.record({ budget: fc.integer({ min: 1, max: 50 }), asked: fc.nat(120) });

describe('a week', () => {
  test('begins on the Monday at or before, and holds seven days', () =>
    fc.assert(
      fc.property(instants, (now) => {
        const start = weekStart(now);
        expect(start).toBeLessThanOrEqual(now);
        expect(now - start).toBeLessThan(7 * DAY_MS);
        expect(new Date(start).getUTCDay()).toBe(1);
        expect(start % DAY_MS === 0).toBe(true);
        expect(nextWeek(now)).toBe(start + 7 * DAY_MS);
        expect(weekStart(nextWeek(now))).toBe(nextWeek(now));
      }),
    ));
});

describe('a turn', () => {
  test('comes in the order of the line, and no more of them come in a week than the budget has', () =>
    fc.assert(
      fc.property(lines, instants, (line, now) => {
        const turns = Array.from({ length: 300 }, (_, place) => turnOf(place, line, now));
        const told = turns.filter((turn) => turn !== null);
        expect(told).toEqual([...told].sort((a, b) => a - b));
        expect(turns.slice(told.length).every((turn) => turn === null)).toBe(true);
        const perWeek = new Map<number, number>();
        for (const turn of told) perWeek.set(turn, (perWeek.get(turn) ?? 0) + 1);
        for (const [turn, count] of perWeek) {
          expect(count).toBeLessThanOrEqual(
            turn === now ? Math.max(0, line.budget - line.asked) : line.budget,
          );
          expect(turn === now || weekStart(turn) === turn).toBe(true);
        }
      }),
    ));

  test.each([
    ['with room this week', 0, { budget: 25, asked: 24 }, 0],
    ['without', 1, { budget: 25, asked: 24 }, 1],
    ['of the last of a week', 25, { budget: 25, asked: 24 }, 1],
    ['of the first of the next', 26, { budget: 25, asked: 24 }, 2],
    ['after more were asked than the budget has', 24, { budget: 25, asked: 90 }, 1],
  ])('%s', (_, place, line, weeks) => {
    const now = Date.parse('2026-02-04T12:00:00Z');
    const monday = Date.parse('2026-02-09T00:00:00Z');
    expect(turnOf(place, line, now)).toBe(weeks === 0 ? now : monday + (weeks - 1) * 7 * DAY_MS);
  });

  test('is at once without a budget, and is not told when a year lies before it', () => {
    expect(turnOf(1_000_000, { budget: null, asked: 7 }, 5)).toBe(5);
    const full = { budget: 2, asked: 2 };
    expect(turnOf(2 * WEEKS_TOLD - 1, full, 5)).not.toBeNull();
    expect(turnOf(2 * WEEKS_TOLD, full, 5)).toBeNull();
  });
});

test('what weighs enough or is about a disabled account is urgent', () => {
  const facts = { score: 99, likelihood: null, classification: null, permission: null, assets: 1 };
  const of = (priority: number, account: 'disabled' | 'dormant' | null) =>
    isUrgent({ priority, priority_facts: { ...facts, account } });
  expect(of(URGENT_PRIORITY, null)).toBe(true);
  expect(of(URGENT_PRIORITY - 1, 'dormant')).toBe(false);
  expect(of(1, 'disabled')).toBe(true);
  expect(isUrgent({ priority: 0, priority_facts: null })).toBe(false);
});
