import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { contrast, inkOn, mix } from './contrast.ts';
import { heatColors, type Scheme } from './heat.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('black on white has all the contrast there is, a colour on itself none', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#a63d00', '#a63d00')).toBe(1);
});

property.prop([color, color])('contrast does not depend on which is the ground', (a, b) => {
  expect(contrast(a, b)).toBe(contrast(b, a));
});

property.prop([color])('the ink that is chosen can be read on any ground', (ground) => {
  expect(contrast(inkOn(ground), ground)).toBeGreaterThanOrEqual(4.5);
});

property.prop([color, color])('a mix begins at one colour and ends at the other', (a, b) => {
  expect([mix(a, b, 0), mix(a, b, 1)]).toEqual([a, b]);
});

const share = fc.double({ min: -0.5, max: 1.5, noNaN: true });
property.prop([share, fc.constantFrom<Scheme>('light', 'dark')])(
  'the number in a cell of the heat map can be read',
  (given, scheme) => {
    const { background, ink } = heatColors(given, scheme);
    expect(contrast(ink, background)).toBeGreaterThanOrEqual(4.5);
  },
);

test.each<Scheme>(['light', 'dark'])('the larger the share, the further from the ground (%s)', (scheme) => {
  const ground = heatColors(0, scheme).background;
  const distances = [0, 0.25, 0.5, 0.75, 1].map((given) =>
    contrast(heatColors(given, scheme).background, ground),
  );
  expect(distances).toEqual([...distances].sort((a, b) => a - b));
  expect(new Set(distances).size).toBe(5);
});
