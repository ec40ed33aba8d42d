import { cssVariables } from '../app/theme.ts';
import { inkOn, mix } from './contrast.ts';

export type Scheme = 'light' | 'dark';

const { light, dark } = cssVariables({} as Parameters<typeof cssVariables>[0]);
const COLORS: Readonly<Record<Scheme, Record<string, string>>> = { light, dark };

/** Even the coolest cell is told from the ground, and the hottest keeps its hue. */
const COOLEST = 0.05;
const HOTTEST = 0.95;

/** Colours of a cell by its share (0 to 1): the more, the nearer to the colour of the critical band. */
export function heatColors(share: number, scheme: Scheme): { background: string; ink: string } {
  const { '--lapse-ground': cool = '#ffffff', '--lapse-critical': hot = '#000000' } = COLORS[scheme];
  const within = Math.max(0, Math.min(1, share));
  const background = mix(cool, hot, COOLEST + (HOTTEST - COOLEST) * within);
  return { background, ink: inkOn(background) };
}
