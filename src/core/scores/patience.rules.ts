import { counted } from '../../platform/counted.ts';
import type { PatiencePolicy } from '../policy/policy.rules.ts';
import { gaps, type Use } from './habit.rules.ts';

/** Fewer gaps than this are no habit. */
const HABIT_GAPS = 2;

/**
 * The usual gap between two active days, or null while no habit is known.
 * SQL: percentile_disc(0.95) WITHIN GROUP (ORDER BY gap), which picks the same element.
 */
export function usualGap(use: Use, policy: PatiencePolicy): number | null {
  return usualOf(gaps(use, policy.gap_count), policy);
}

function usualOf(latest: number[], { gap_percentile }: PatiencePolicy): number | null {
  if (latest.length < HABIT_GAPS) return null;
  sortFew(latest);
  return latest[Math.ceil(gap_percentile * latest.length) - 1] as number;
}

/** In place. Of twenty numbers, in a third of the time of a sort that asks a function about every two. */
function sortFew(numbers: number[]): void {
  for (let i = 1; i < numbers.length; i += 1) {
    const number = numbers[i] as number;
    let place = i;
    while (place > 0 && (numbers[place - 1] as number) > number) {
      numbers[place] = numbers[place - 1] as number;
      place -= 1;
    }
    numbers[place] = number;
  }
}

/** Days without use that this grant's own habit makes normal. */
export function patienceDays(use: Use, policy: PatiencePolicy): number {
  if (use.last_used_at === null) return policy.never_used_days;
  return patienceAfter(gaps(use, policy.gap_count), policy);
}

/** The same of access that was used: from its latest gaps, at most `gap_count` of them. They are sorted in place. */
export function patienceAfter(latest: number[], policy: PatiencePolicy): number {
  const gap = usualOf(latest, policy);
  if (gap !== null) return fromGap(gap, policy);
  // One gap is no habit yet, but whoever came back after half a year may do so again: a tenth fewer wrong alarms.
  const [only = 0] = latest;
  return Math.max(policy.unknown_days, fromGap(only, policy));
}

/** Rounded as floor(x + 0.5), which means the same in SQL; round() there takes halves to the even number. */
function fromGap(gap: number, policy: PatiencePolicy): number {
  return Math.min(policy.max_days, Math.floor(policy.base_days + policy.gap_factor * gap + 0.5));
}

export function patienceReason(use: Use, policy: PatiencePolicy): string {
  const days = patienceDays(use, policy);
  if (use.last_used_at === null)
    return `No use is known since it was granted; ${counted(days, 'day')} are tolerated.`;
  const gap = usualGap(use, policy);
  if (gap === null)
    return `Used too rarely yet to show a habit; ${counted(days, 'day')} without use are tolerated.`;
  const rhythm = gap === 1 ? 'Usually used every day' : `Usually used at least every ${gap} days`;
  return `${rhythm}; ${counted(days, 'day')} without use are tolerated.`;
}
