import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { instant, NOW } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { crossesAt, forecast, lapseDateOf, riskLevel, scoreAt, scoreOffsetMs } from './decay.rules.ts';

const halfLife = fc.double({ min: 1, max: 365, noNaN: true });
const threshold = fc.double({ min: 0.1, max: 99.9, noNaN: true });

it.each([
  [-20, 20],
  [-10, 100 / 3],
  [0, 50],
  [10, 200 / 3],
  [20, 80],
])('%i days from the lapse date the score is %d', (days, score) => {
  expect(scoreAt(NOW, NOW + days * DAY_MS, 10)).toBeCloseTo(score, 12);
});

it('hits the edges of the bands without rounding', () => {
  expect([-20, 0, 20].map((days) => scoreAt(NOW, NOW + days * DAY_MS, 10))).toEqual([20, 50, 80]);
});

it.each([
  [0, 'low'],
  [20, 'low'],
  [20.000001, 'medium'],
  [50, 'medium'],
  [50.000001, 'high'],
  [80, 'high'],
  [80.000001, 'critical'],
  [100, 'critical'],
])('a score of %d is %s', (score, level) => {
  expect(riskLevel(score)).toBe(level);
});

test.prop([instant, instant, instant, halfLife])(
  'a score never falls as time passes',
  (lapsesAt, a, b, days) => {
    const [earlier, later] = a < b ? [a, b] : [b, a];
    expect(scoreAt(lapsesAt, earlier, days)).toBeLessThanOrEqual(scoreAt(lapsesAt, later, days));
  },
);

test.prop([fc.array(instant), instant, halfLife])(
  'at any instant, ordering by lapse date is ordering by score',
  (dates, now, days) => {
    const byDate = dates.toSorted((a, b) => a - b).map((date) => scoreAt(date, now, days));
    expect(byDate).toEqual(byDate.toSorted((a, b) => b - a));
  },
);

test.prop([fc.double({ min: 0.001, max: 99.999, noNaN: true }), instant, halfLife])(
  'lapseDateOf undoes scoreAt',
  (score, now, days) => {
    expect(scoreAt(lapseDateOf(score, now, days), now, days)).toBeCloseTo(score, 6);
  },
);

test.prop([threshold, fc.array(instant), instant, halfLife])(
  'a filter on scores is a range of lapse dates',
  (score, dates, now, days) => {
    const latest = lapseDateOf(score, now, days);
    // Within a millisecond of the edge the two only differ by rounding.
    for (const date of dates.filter((date) => Math.abs(date - latest) > 1)) {
      expect(date < latest).toBe(scoreAt(date, now, days) > score);
    }
  },
);

it('has no lapse date for the scores that are never reached', () => {
  expect(lapseDateOf(0, NOW, 10)).toBe(Infinity);
  expect(lapseDateOf(100, NOW, 10)).toBe(-Infinity);
});

describe('crossing', () => {
  test.prop([instant, threshold, halfLife])(
    'is the first millisecond at which the threshold is reached',
    (lapsesAt, threshold, days) => {
      const at = crossesAt(lapsesAt, threshold, days);
      const exact = lapsesAt + scoreOffsetMs(threshold, days);
      expect(Number.isInteger(at)).toBe(true);
      expect(at).toBeGreaterThanOrEqual(exact - 0.001);
      expect(at - 1).toBeLessThan(exact);
      expect(scoreAt(lapsesAt, at, days)).toBeCloseTo(threshold, 6);
      expect(scoreAt(lapsesAt, at - 1, days)).toBeLessThan(threshold);
    },
  );

  it.each([20, 50, 80])('of %i is exact with the default half-life', (threshold) => {
    const at = crossesAt(NOW, threshold, 10);
    expect(scoreAt(NOW, at, 10)).toBe(threshold);
    expect(scoreAt(NOW, at - 1, 10)).toBeLessThan(threshold);
  });

  test.prop([instant, instant, halfLife])('counts thresholds as the score does', (lapsesAt, now, days) => {
    const thresholds = [20, 50, 80];
    const score = scoreAt(lapsesAt, now, days);
    fc.pre(thresholds.every((threshold) => Math.abs(score - threshold) > 1e-6));
    const crossed = forecast(lapsesAt, now, thresholds, days).filter((each) => each.crossed);
    expect(crossed.length).toBe(thresholds.filter((t) => score > t).length);
  });
});

it('forecasts every threshold, also the ones behind', () => {
  expect(forecast(NOW, NOW, [20, 50, 80], 10)).toEqual([
    { threshold: 20, crosses_at: NOW - 20 * DAY_MS, crossed: true },
    { threshold: 50, crosses_at: NOW, crossed: true },
    { threshold: 80, crosses_at: NOW + 20 * DAY_MS, crossed: false },
  ]);
});
