import type { TextStyle } from './text-line.ts';

/** A4 in points. */
export const PAGE = { short: 595.28, long: 841.89 };
export const MARGIN = { side: 48, top: 62, bottom: 54 };

/** Red, green and blue of 0 to 1, as operators take them. Text keeps a contrast of at least 4.5 on white. */
export const COLOUR = {
  ink: '0.11 0.13 0.17',
  muted: '0.36 0.39 0.45',
  brand: '0.07 0.23 0.39',
  rule: '0.80 0.82 0.85',
  faint: '0.95 0.96 0.97',
  zebra: '0.975 0.98 0.985',
  white: '1 1 1',
  better: '0.05 0.40 0.27',
  worse: '0.66 0.16 0.10',
} as const;
export type Colour = (typeof COLOUR)[keyof typeof COLOUR];

function style(weight: TextStyle['weight'], size: number, leading: number): TextStyle {
  return { weight, size, leading };
}

export const STYLE = {
  coverTitle: style('semibold', 30, 36),
  coverTenant: style('regular', 17, 22),
  h1: style('semibold', 17, 22),
  h2: style('semibold', 11.5, 15),
  lead: style('regular', 11.5, 16.5),
  body: style('regular', 9.5, 13.5),
  strong: style('semibold', 9.5, 13.5),
  small: style('regular', 8, 10.8),
  smallStrong: style('semibold', 8, 10.8),
  cell: style('regular', 7.8, 9.8),
  cellHead: style('semibold', 7.6, 9.4),
  figure: style('semibold', 17, 22),
  running: style('regular', 7.6, 10),
} as const;
