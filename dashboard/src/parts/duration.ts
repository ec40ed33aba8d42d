import { LOCALE } from './locale.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A length of time as one says it: "250 ms", "3 minutes", "2 hours". */
export function formatDuration(seconds: number, locale: string = LOCALE): string {
  const say = (value: number, unit: string, digits: number, unitDisplay: 'long' | 'short' = 'long'): string =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay,
      maximumFractionDigits: digits,
    }).format(value);
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return say(Math.floor(seconds / length), unit, 0);
  }
  if (seconds > 0 && seconds < 1)
    return say(Math.max(1, Math.round(seconds * 1000)), 'millisecond', 0, 'short');
  return say(seconds, 'second', seconds < 10 ? 1 : 0);
}
