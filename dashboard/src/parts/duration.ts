import { LOCALE } from './locale.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A length of time as one says it: "0.25 sec", "3 min", "2 hr". */
export function formatDuration(seconds: number, locale: string = LOCALE): string {
  const say = (value: number, unit: string, digits: number): string =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value);
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return say(Math.floor(seconds / length), unit, 0);
  }
  if (seconds > 0 && seconds < 1) return say(Math.max(1, Math.round(seconds * 1000)), 'millisecond', 0);
  return say(seconds, 'second', seconds < 10 ? 1 : 0);
}
