/** The dashboard's mark and colours, for the API viewers; `look.test.ts` holds them against the dashboard's own. */
export const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Lapse</title><rect width="32" height="32" rx="7" fill="#1f5f8b"/><path d="M6 8c9 0 7 15 20 15" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="26" cy="23" r="2.6" fill="#ffc078"/></svg>';

export const SANS = 'ui-sans-serif, system-ui, "Segoe UI", "Source Sans 3", "Noto Sans", Arial, sans-serif';
export const MONO = 'ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace';

export interface Palette {
  /** Behind everything, and what stands on it: cards, tables, menus. */
  ground: string;
  surface: string;
  raised: string;
  line: string;
  text: string;
  dimmed: string;
  link: string;
  /** Of buttons, with white text on it. */
  filled: string;
  low: string;
  medium: string;
  high: string;
  critical: string;
  low_area: string;
  medium_area: string;
  high_area: string;
  critical_area: string;
}

export const LIGHT: Palette = {
  ground: '#f6f8fa',
  surface: '#ffffff',
  raised: '#e9f4fb',
  line: '#dde3ea',
  text: '#1d2733',
  dimmed: '#5a6472',
  link: '#1f5f8b',
  filled: '#1f5f8b',
  low: '#1d6b45',
  medium: '#7a5800',
  high: '#9e3a00',
  critical: '#a60f37',
  low_area: '#cfe9da',
  medium_area: '#f7e3a4',
  high_area: '#fbd0b2',
  critical_area: '#f7c0ce',
};

export const DARK: Palette = {
  ground: '#15181c',
  surface: '#1d2126',
  raised: '#262c33',
  line: '#33393f',
  text: '#dde2e8',
  dimmed: '#a3abb5',
  link: '#74b1db',
  filled: '#1f5f8b',
  low: '#6fd09d',
  medium: '#e9c45c',
  high: '#ff9d63',
  critical: '#ff8fa8',
  low_area: '#1f4a35',
  medium_area: '#57460f',
  high_area: '#643113',
  critical_area: '#641c30',
};

/** Custom properties of CSS: `--low-area`. */
export const variablesOf = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, value]) => `--${name.replace('_', '-')}:${value}`)
    .join(';');
