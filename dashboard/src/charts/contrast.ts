/** Colours as #rrggbb, so that what is readable on what can be computed instead of guessed. */
type Channels = [number, number, number];

function channels(color: string): Channels {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** `share` of `to`, the rest of `from`. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  const mixed = a.map((channel, i) => Math.round(channel + ((b[i] as number) - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance as WCAG 2 defines it. */
export function luminance(color: string): number {
  const [r, g, b] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** From 1 (the same) to 21 (black on white); text needs 4.5. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const BLACK = '#000000';
const WHITE = '#ffffff';

/** Black or white, whichever reads better; one of them always has 4.5. */
export const inkOn = (background: string): string =>
  contrast(BLACK, background) >= contrast(WHITE, background) ? BLACK : WHITE;
