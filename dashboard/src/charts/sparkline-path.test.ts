import { expect, test } from 'vitest';
import { type SparklinePoint, sparklineShape } from './sparkline-path.ts';

const DAY_MS = 86_400_000;
const size = { width: 100, height: 40, inset: 5 };

test('90 days fill the width, 0 is at the bottom and 100 at the top', () => {
  const points: SparklinePoint[] = [
    [0, 0],
    [45 * DAY_MS, 50],
    [90 * DAY_MS, 100],
  ];
  expect(sparklineShape(points, size)).toEqual({
    line: 'M5,35L50,20L95,5',
    area: 'M5,35L5,35L50,20L95,5L95,35Z',
    end: { x: 95, y: 5 },
  });
});

test('a younger grant begins where it was granted', () => {
  const shape = sparklineShape(
    [
      [60 * DAY_MS, 10],
      [90 * DAY_MS, 20],
    ],
    size,
  );
  expect(shape?.line.startsWith('M65,')).toBe(true);
});

test('nothing known, nothing drawn', () => expect(sparklineShape([], size)).toBeNull());
