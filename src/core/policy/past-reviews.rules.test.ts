import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { crossesAt } from '../scores/decay.rules.ts';
import { neverUsed, recordUse } from '../scores/habit.rules.ts';
import { type Lapse, scoreOfLapse } from '../scores/half-life.rules.ts';
import { type GrantPast, Timeline } from '../scores/lists/timeline.rules.ts';
import { pastReviews } from './past-reviews.rules.ts';
import { DEFAULT_POLICY as policy } from './policy.rules.ts';

const NOW = Date.UTC(2026, 5, 1, 9);
const span = { from: NOW - 90 * DAY_MS, to: NOW };
const noon = (daysAgo: number): number => Math.floor((NOW - daysAgo * DAY_MS) / DAY_MS) * DAY_MS + DAY_MS / 2;

/** Of what was never used, or without a habit: at most half of 90 and of 120 days. */
const HALF_LIFE_DAYS = 4 * policy.half_life_days;

/** As if nothing but its use mattered. */
function usedOn(...daysAgo: number[]): GrantPast {
  const use = daysAgo.map(noon).reduce(recordUse, neverUsed());
  const latest = use.last_used_at ?? NOW - 400 * DAY_MS;
  const patience = use.last_used_at === null ? policy.patience.never_used_days : policy.patience.unknown_days;
  return {
    granted_at: NOW - 400 * DAY_MS,
    is_service: false,
    use,
    lapses_at: latest + patience * DAY_MS,
    stored: [],
  };
}

describe('reviews that would have been made', () => {
  test('one when the mark is passed, at that instant', () => {
    const grant = usedOn(150);
    expect(pastReviews([grant], policy, span)).toEqual([crossesAt(grant.lapses_at, 55, HALF_LIFE_DAYS)]);
  });

  test('none for what was past the mark before, is fresh, or was granted only now', () => {
    expect(pastReviews([usedOn(300)], policy, span)).toEqual([]);
    expect(pastReviews([usedOn(10)], policy, span)).toEqual([]);
    expect(
      pastReviews([{ ...usedOn(), granted_at: NOW - DAY_MS, lapses_at: NOW + 89 * DAY_MS }], policy, span),
    ).toEqual([]);
  });

  test('another one after it was fresh in between', () => {
    // Once a week for 40 weeks, and once more: 20 + 7 + 7 days, which move by the half-life of the policy.
    const grant = usedOn(...Array.from({ length: 41 }, (_, i) => 100 + 7 * i), 50);
    const past = { ...grant, lapses_at: noon(50) + 34 * DAY_MS };
    expect(pastReviews([past], policy, span)).toEqual(
      [100, 50].map((days) => crossesAt(noon(days) + 34 * DAY_MS, 55, policy.half_life_days)),
    );
  });

  test('one for a pair, however many of its grants pass the mark', () => {
    expect(pastReviews([usedOn(150), usedOn(140), usedOn(160)], policy, span)).toEqual([
      crossesAt(usedOn(160).lapses_at, 55, HALF_LIFE_DAYS),
    ]);
    // A grant that was past the mark at the beginning has its review.
    expect(pastReviews([usedOn(300), usedOn(150)], policy, span)).toEqual([]);
  });

  test('at the moment of a recorded change that moves it past the mark, whatever policies were before', () => {
    const at = NOW - 30 * DAY_MS;
    const grant = usedOn(20, 60, 100);
    const sooner = { ...usedOn(), lapses_at: NOW - 60 * DAY_MS };
    const stored = [
      { at, cause: 'directory', previous_lapses_at: NOW + 100 * DAY_MS, lapses_at: NOW - 60 * DAY_MS },
    ];
    expect(pastReviews([{ ...sooner, stored }], policy, span)).toEqual([at]);
    expect(
      pastReviews(
        [{ ...sooner, stored: stored.map((point) => ({ ...point, cause: 'policy' })) }],
        policy,
        span,
      ),
    ).toEqual([crossesAt(sooner.lapses_at, 55, HALF_LIFE_DAYS)]);
    expect(pastReviews([grant], policy, span)).toEqual([]);
  });

  test('as many as looking every two hours finds', () => {
    const HOUR_MS = 3_600_000;
    const look = (past: GrantPast): number => {
      const timeline = new Timeline(past, policy);
      let asked: boolean | null = null;
      let reviews = 0;
      for (let at = span.from; at < span.to; at += 2 * HOUR_MS) {
        const score = scoreOfLapse(timeline.lapseAt(at) as Lapse, at, policy);
        if (asked === null) asked = score >= 55;
        else if (asked && score <= 45) asked = false;
        else if (!asked && score >= 55) {
          asked = true;
          reviews += 1;
        }
      }
      return reviews;
    };
    const day = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(
        fc.array(day, { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.array(
          fc.record({ ago: fc.integer({ min: 1, max: 89 }), days: fc.integer({ min: -60, max: 60 }) }),
          { maxLength: 3 },
        ),
        fc.integer({ min: -40, max: 20 }),
        (uses, every, moves, shift) => {
          const regular = Array.from({ length: 25 }, (_, i) => i * every + 3);
          const grant = usedOn(...(every > 6 ? uses : [...uses, ...regular]));
          const stored = [...new Map(moves.map((move) => [move.ago, move])).values()].map(
            ({ ago, days }) => ({
              at: NOW - ago * DAY_MS,
              cause: 'peers',
              previous_lapses_at: 0,
              lapses_at: days * DAY_MS,
            }),
          );
          const past = { ...grant, lapses_at: grant.lapses_at + shift * DAY_MS, stored };
          // A review of the last two hours may not be seen by looking.
          const found = pastReviews([past], policy, { ...span, to: span.to - 2 * HOUR_MS }).length;
          expect(found).toBeLessThanOrEqual(look(past));
          expect(pastReviews([past], policy, span).length).toBeGreaterThanOrEqual(look(past));
        },
      ),
      { numRuns: 100 },
    );
  });
});
