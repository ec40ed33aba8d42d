/** Numbers and nouns as a document says them. */

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export const number = (value: number): string => grouped.format(value);

/** "1 review", "2 reviews", "no reviews". */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  if (value === 0) return `no ${plural}`;
  return `${number(value)} ${value === 1 ? singular : plural}`;
}

/** The verb that fits a number. */
export const verb = (value: number, singular: string, plural: string): string =>
  value === 1 ? singular : plural;

/** "3 failed" and so on, of what there is any of. */
export const amounts = (parts: readonly (readonly [value: number, words: string])[]): string[] =>
  parts.filter(([value]) => value > 0).map(([value, words]) => `${number(value)} ${words}`);

export const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

export const percentage = (value: number): string => `${number(value)} %`;

export function duration(hours: number): string {
  if (hours < 1) return counted(Math.max(1, Math.round(hours * 60)), 'minute');
  if (hours < 72) return counted(Math.round(hours * 10) / 10, 'hour');
  return counted(Math.round((hours / 24) * 10) / 10, 'day');
}
