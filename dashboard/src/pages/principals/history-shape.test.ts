import { expect, test } from 'vitest';
import { historyShape } from './history-shape.ts';

const box = { left: 0, right: 100, top: 0, bottom: 100 };
const at = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();

test('a curve from left to right, with a gap where nothing was granted', () => {
  const shape = historyShape(
    [
      { at: at(0), score: 0 },
      { at: at(1), score: 50 },
      { at: at(2), score: null },
      { at: at(3), score: 80 },
      { at: at(4), score: 100 },
    ],
    box,
  );
  expect(shape?.lines).toEqual(['M0,100L25,50', 'M75,20L100,0']);
  expect(shape?.areas[1]).toBe('M75,20L100,0L100,100L75,100Z');
});

test('nothing granted, nothing drawn', () => {
  expect(historyShape([{ at: at(0), score: null }], box)).toBeNull();
  expect(historyShape([], box)).toBeNull();
});
