import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXPLORER_STYLE } from './explorer-style.ts';
import { DARK, LIGHT, MARK, type Palette } from './look.ts';
import { REFERENCE_PAGE, REFERENCE_START } from './reference-page.ts';

const dashboard = (file: string): string =>
  readFileSync(new URL(`../../../dashboard/${file}`, import.meta.url), 'utf8');

test("the mark and the colours are the dashboard's", () => {
  expect(dashboard('public/lapse.svg').trim()).toBe(MARK);
  const theme = dashboard('src/app/theme.ts');
  const [, light = '', dark = ''] = theme.split(/^ {2}(?:light|dark): \{$/m);
  for (const [scheme, palette] of [
    [light, LIGHT],
    [dark, DARK],
  ] as const) {
    for (const name of ['ground', 'low', 'medium', 'high', 'critical', 'low_area', 'critical_area'] as const)
      expect(scheme).toContain(`'--lapse-${name.replace('_', '-')}': '${palette[name]}'`);
    expect(scheme).toContain(`'--mantine-color-dimmed': '${palette.dimmed}'`);
  }
  // Cards and the text on them.
  for (const color of [DARK.surface, DARK.text, LIGHT.link, DARK.link]) expect(theme).toContain(color);
});

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

test.each<[string, Palette]>([
  ['light', LIGHT],
  ['dark', DARK],
])('every text can be read on every ground (%s)', (_, palette) => {
  for (const text of ['text', 'dimmed', 'link', 'low', 'high', 'critical'] as const) {
    for (const ground of ['ground', 'surface', 'raised'] as const) {
      const pair = `${text} on ${ground}`;
      expect([pair, contrast(palette[text], palette[ground]) >= 4.5]).toEqual([pair, true]);
    }
  }
  expect(contrast('#ffffff', palette.filled)).toBeGreaterThanOrEqual(4.5);
});

test('nothing is asked of another host', () => {
  for (const text of [EXPLORER_STYLE, REFERENCE_PAGE, REFERENCE_START])
    expect(text.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|\/\/[a-z]/);
});
