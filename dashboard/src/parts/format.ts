import { LOCALE } from './locale.ts';

const number = new Intl.NumberFormat(LOCALE);
const share = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });
const score = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const dateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const date = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const shortDate = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

export const formatNumber = (value: number): string => number.format(value);
export const formatShare = (value: number): string => share.format(value);
export const formatScore = (value: number): string => score.format(value);
export const formatDateTime = (instant: string | number | Date): string => dateTime.format(new Date(instant));
export const formatDate = (instant: string | number | Date): string => date.format(new Date(instant));
export const formatShortDate = (instant: string | number | Date): string =>
  shortDate.format(new Date(instant));

/** With one decimal at most, and with its sign: "+34", "−3". */
export function formatSigned(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '';
  return `${sign}${formatNumber(Math.abs(rounded))}`;
}

/** As the beginning of a line. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "3 days ago", "in 2 hours". */
export function formatRelative(instant: string | number | Date, now: number): string {
  const ms = new Date(instant).getTime() - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(ms) >= length) return relative.format(Math.trunc(ms / length), unit);
  }
  return relative.format(0, 'minute');
}
