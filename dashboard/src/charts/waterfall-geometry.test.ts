import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addsUp, waterfall } from './waterfall-geometry.ts';

const DAY = 86_400_000;
const part = (kind: string, days: number) => ({ kind, days, reason: kind });

describe('the waterfall of shifts', () => {
  test('begins at the last use, goes to and fro, and ends at the lapse date', () => {
    const { steps, total_days, end } = waterfall([
      part('patience', 100),
      part('pii', -20),
      part('peers', 10),
    ]);
    expect(total_days).toBe(90);
    expect(end).toBeCloseTo(0.9);
    expect(steps.map(({ from, to, direction }) => [from, to, direction])).toEqual([
      [0, 1, 'base'],
      [0.8, 1, 'sooner'],
      [0.8, 0.9, 'later'],
    ]);
  });

  test('has room to the left when shifts take more than the patience', () => {
    const { steps, end } = waterfall([part('patience', 50), part('disabled', -100)]);
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      [0.5, 1],
      [0, 1],
    ]);
    expect(end).toBe(0);
  });

  test('draws nothing wider than the picture, and each bar as wide as its days', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 1, maxLength: 10 }), (days) => {
        const parts = days.map((each) => part('x', each));
        const { steps, total_days } = waterfall(parts);
        expect(total_days).toBe(days.reduce((a, b) => a + b, 0));
        const widest = Math.max(...steps.map(({ days }) => Math.abs(days)));
        for (const { from, to, days: own } of steps) {
          expect(from).toBeGreaterThanOrEqual(-1e-9);
          expect(to).toBeLessThanOrEqual(1 + 1e-9);
          if (widest > 0) expect(own === 0).toBe(to - from < 1e-12);
        }
      }),
    );
  });

  test('knows whether the days are those between two dates', () => {
    const from = Date.parse('2026-01-01T10:00:00Z');
    expect(addsUp([part('patience', 90), part('pii', -10)], from, from + 80 * DAY)).toBe(true);
    expect(addsUp([part('patience', 90)], from, from + 80 * DAY)).toBe(false);
  });
});
