import { describe, expect, test } from 'vitest';
import { crossesAt, futureEnd, monthTicks, scoreAt, scoreCurve } from './score-curve-geometry.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-15T12:00:00Z');
const input = (lapsesInDays: number, past: { at: number; score: number }[] = []) => ({
  lapses_at: NOW + lapsesInDays * DAY,
  half_life_days: 10,
  thresholds: [20, 50, 80],
  past,
  now: NOW,
  seen_from: null as number | null,
});

describe('the curve of a score', () => {
  test('is 20, 50 and 80 at 20 days before, at and 20 days after the lapse date', () => {
    for (const [days, score] of [
      [-20, 20],
      [0, 50],
      [20, 80],
    ] as const) {
      expect(scoreAt(NOW, NOW + days * DAY, 10)).toBeCloseTo(score, 10);
      expect(crossesAt(NOW, score, 10)).toBeCloseTo(NOW + days * DAY, -1);
    }
  });

  test('tells which thresholds it passed before it was first seen', () => {
    const seen = (seen_from: number | null) =>
      scoreCurve({ ...input(-10), seen_from }).crossings.map(({ isSeen }) => isSeen);
    expect(seen(null)).toEqual([true, true, true]);
    expect(seen(NOW - 20 * DAY)).toEqual([false, true, true]);
    expect(seen(NOW)).toEqual([false, false, true]);
  });

  test('joins past and future at the score of now', () => {
    const past = [
      { at: NOW - 2 * DAY, score: 10 },
      { at: NOW - DAY, score: 11 },
      { at: NOW + 1, score: 99 },
    ];
    const curve = scoreCurve(input(5, past));
    expect(curve.past.at(-1)).toEqual(curve.future[0]);
    expect(curve.past).toHaveLength(3);
    expect(curve.from).toBe(NOW - 2 * DAY);
    expect(curve.future.at(-1)?.at).toBe(curve.to);
    const scores = curve.future.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
  });

  test('says which thresholds are behind and which are ahead', () => {
    const { crossings } = scoreCurve(input(5));
    expect(crossings.map(({ threshold, isPast }) => [threshold, isPast])).toEqual([
      [20, true],
      [50, false],
      [80, false],
    ]);
    expect(crossings[2]?.at).toBeCloseTo(NOW + 25 * DAY, -1);
  });

  test('reaches past the last crossing, within reason', () => {
    expect((futureEnd(input(30)) - NOW) / DAY).toBeCloseTo(60, 5);
    expect((futureEnd(input(-400)) - NOW) / DAY).toBe(30);
    expect((futureEnd(input(1_000)) - NOW) / DAY).toBe(120);
  });

  test('has a place for the past also when it is not known', () => {
    const curve = scoreCurve(input(0));
    expect(curve.past).toEqual([]);
    expect((NOW - curve.from) / DAY).toBe(180);
  });

  test('marks firsts of months, as many as fit', () => {
    const to = NOW + 60 * DAY;
    expect(monthTicks(NOW - 60 * DAY, to, 9).map((at) => new Date(at).toISOString().slice(0, 10))).toEqual([
      '2026-10-01',
      '2026-11-01',
      '2026-12-01',
      '2027-01-01',
    ]);
    expect(monthTicks(NOW - 360 * DAY, NOW, 4).length).toBeLessThanOrEqual(4);
  });
});
