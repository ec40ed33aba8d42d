import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { barsOf } from './bar-layout.ts';
import { countScale, shownLabels, stacked } from './scales.ts';
import { scrubTo } from './use-scrub.ts';

const counts = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 6 });

property.prop([fc.nat(1_000_000)])('an axis of counts has whole numbers and room for the largest', (max) => {
  const { y, ticks } = countScale(max, 10, 200);
  expect(ticks.every(Number.isInteger)).toBe(true);
  expect(y(0)).toBe(200);
  expect(y(max)).toBeGreaterThanOrEqual(10 - 1e-9);
  expect(ticks.length).toBeLessThanOrEqual(12);
});

test('an axis without anything to count still has 0 and 1', () => {
  expect(countScale(0, 0, 100).ticks).toEqual([0, 1]);
});

property.prop([counts])('a stack is as high as its parts, without gaps', (values) => {
  const edges = stacked(values);
  expect(edges[0]?.[0]).toBe(0);
  expect(edges.at(-1)?.[1]).toBe(values.reduce((sum, value) => sum + value, 0));
  for (const [index, edge] of edges.slice(1).entries()) expect(edge[0]).toBe(edges[index]?.[1]);
});

property.prop([fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 2000 })])(
  'labels that are shown have room, and the last is among them',
  (count, width) => {
    const shown = shownLabels(count, width, 50);
    expect(shown.at(-1)).toBe(count - 1);
    if (shown.length > 1)
      expect((width / count) * ((shown[1] as number) - (shown[0] as number))).toBeGreaterThanOrEqual(50);
  },
);

test('bars of a group stand side by side, those of a stack on each other with their sum on top', () => {
  const column = { key: 'a', short: 'a', label: 'a', values: [3, 5] };
  expect(barsOf(column, 'grouped', 10, 40)).toMatchObject([
    { x: 10, width: 20, from: 0, to: 3, number: 3 },
    { x: 30, width: 20, from: 0, to: 5, number: 5 },
  ]);
  expect(barsOf(column, 'stacked', 10, 40)).toMatchObject([
    { x: 10, width: 40, from: 0, to: 3, number: null },
    { x: 10, width: 40, from: 3, to: 8, number: 8 },
  ]);
});

test('keys move by a column or a week, and stop at the ends', () => {
  expect(scrubTo('ArrowLeft', 5, 90)).toBe(4);
  expect(scrubTo('ArrowLeft', 0, 90)).toBe(0);
  expect(scrubTo('PageUp', 88, 90)).toBe(89);
  expect(scrubTo('Home', 5, 90)).toBe(0);
  expect(scrubTo('End', 5, 90)).toBe(89);
  expect(scrubTo('j', 5, 90)).toBeNull();
});
