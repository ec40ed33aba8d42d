import { formatNumber } from '../../parts/format.ts';
import { policyChoiceStrings, policyFieldStrings, policyStrings as strings } from '../../strings/policy.ts';

export const labelOf = (path: string): string => policyFieldStrings[path]?.label ?? path;

/** A value of a policy as one reads it, with its unit. */
export function sayValue(path: string, value: unknown): string {
  const unit = policyFieldStrings[path]?.unit;
  const words = wordsOf(value);
  return unit === undefined || unit === '0 to 1' ? words : `${words} ${unit}`;
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return strings.nobody;
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value))
    return value.length === 0 ? '–' : value.map((each) => formatNumber(each)).join(', ');
  return policyChoiceStrings[String(value)] ?? String(value);
}
