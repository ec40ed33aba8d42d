import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { shellStrings } from '../strings/shell.ts';

const lapse: MantineColorsTuple = [
  '#e9f4fb',
  '#d3e6f3',
  '#a5cce7',
  '#74b1db',
  '#4d9ad0',
  '#358cca',
  '#2785c8',
  '#1a72b1',
  '#1f5f8b',
  '#124a70',
];

/** Of one hue with the ground, on which cards stand out by being lighter; text on them has 11:1. */
const dark: MantineColorsTuple = [
  '#dde2e8',
  '#c3cad2',
  '#a3abb5',
  '#737d89',
  '#3b444e',
  '#323a43',
  '#2a3138',
  '#1d2126',
  '#15181c',
  '#0f1114',
];

export const theme = createTheme({
  primaryColor: 'lapse',
  // White text on it has 4.5:1, and it has 3:1 against the body.
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  colors: { lapse, dark },
  defaultRadius: 'md',
  fontFamily: 'ui-sans-serif, system-ui, "Segoe UI", "Source Sans 3", "Noto Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': shellStrings.close } } },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': shellStrings.close } },
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    },
  },
});

/**
 * Colours of the four bands, each readable as text on the page's ground in its scheme (4.5:1), and a softer one for areas.
 * A band is never told by colour alone: see parts/risk-badge.tsx.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--lapse-ground': '#f6f8fa',
    '--lapse-low': '#1d6b45',
    '--lapse-medium': '#7a5800',
    '--lapse-high': '#9e3a00',
    '--lapse-critical': '#a60f37',
    '--lapse-low-area': '#cfe9da',
    '--lapse-medium-area': '#f7e3a4',
    '--lapse-high-area': '#fbd0b2',
    '--lapse-critical-area': '#f7c0ce',
    '--lapse-line': '#1f5f8b',
    '--lapse-grid': '#dde3ea',
    '--mantine-color-dimmed': '#5a6472',
    '--mantine-color-placeholder': '#5a6472',
    '--mantine-color-error': '#b3123d',
  },
  dark: {
    '--lapse-ground': '#15181c',
    '--lapse-low': '#6fd09d',
    '--lapse-medium': '#e9c45c',
    '--lapse-high': '#ff9d63',
    '--lapse-critical': '#ff8fa8',
    '--lapse-low-area': '#1f4a35',
    '--lapse-medium-area': '#57460f',
    '--lapse-high-area': '#643113',
    '--lapse-critical-area': '#641c30',
    '--lapse-line': '#74b1db',
    '--lapse-grid': '#33393f',
    '--mantine-color-dimmed': '#a3abb5',
    '--mantine-color-placeholder': '#a3abb5',
    '--mantine-color-error': '#ff8fa8',
  },
});
