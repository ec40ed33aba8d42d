import { counted } from '../../platform/counted.ts';
import type { PatiencePolicy, Policy } from '../policy/policy.rules.ts';
import { gaps, RHYTHM_DAYS, type Use, WINDOW_DAYS } from './habit.rules.ts';
import { atLeastHalfDays, halfDaysGap } from './rhythm.rules.ts';

/** The numbers that a policy's model has for one kind of principal. */
export interface Patience extends PatiencePolicy {
  /** Of the second model: a missed gap is tolerated up to this long. Null: the first, which multiplies the usual gap. */
  margin_days: number | null;
}

const remembered = new WeakMap<Policy, { people: Patience; services: Patience }>();

/** Groups are like the people in them. */
export function patienceOf(policy: Policy, isService: boolean): Patience {
  let known = remembered.get(policy);
  if (!known) {
    const { people_base_days, service_base_days } = policy.rhythm;
    known = {
      people: chosenPatience(policy, people_base_days),
      services: chosenPatience(policy, service_base_days),
    };
    remembered.set(policy, known);
  }
  return isService ? known.services : known.people;
}

function chosenPatience({ model_version, patience, rhythm }: Policy, base_days: number): Patience {
  return model_version === 1
    ? { ...patience, margin_days: null }
    : { ...patience, base_days, margin_days: rhythm.margin_days };
}

/** How many of the latest gaps it may look at. */
export const gapsWanted = ({ margin_days, gap_count }: Patience): number =>
  margin_days === null ? gap_count : WINDOW_DAYS;

/** Fewer gaps than this are no habit. */
const HABIT_GAPS = 2;

/** The latest of them, for the percentile. */
const rhythmGaps = (use: Use, { gap_count }: Patience): number[] => gaps(use, gap_count, RHYTHM_DAYS);

/** The usual gap between two active days, or null while no habit is known. */
export function usualGap(use: Use, patience: Patience): number | null {
  const usual = usualOf(rhythmGaps(use, patience), patience);
  return usual === null || patience.margin_days === null ? usual : atLeastHalfDays(usual, use.active_days);
}

/** SQL: percentile_disc(0.95) WITHIN GROUP (ORDER BY gap), which picks the same element. */
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
export function patienceDays(use: Use, patience: Patience): number {
  if (use.last_used_at === null) return patience.never_used_days;
  const latest = rhythmGaps(use, patience);
  const usual = usualOf(latest, patience);
  if (usual === null) return patienceUnknown(latest, patience);
  if (patience.margin_days === null) return fromGap(usual, patience);
  return fromGap(atLeastHalfDays(usual, use.active_days), patience);
}

/** The same of access that was used: from its gaps, latest first, `gapsWanted` of them. They may be sorted in place. */
export function patienceAfter(remembered: number[], patience: Patience): number {
  const all = ofRhythm(remembered);
  const { margin_days, gap_count } = patience;
  const usual = usualOf(margin_days === null ? all : all.slice(0, gap_count), patience);
  if (usual === null) return patienceUnknown(all, patience);
  return fromGap(margin_days === null ? usual : Math.max(usual, halfDaysGap(all)), patience);
}

/** Those that lie in the days of a rhythm; of most that is all of them. */
function ofRhythm(gaps: number[]): number[] {
  let days = 0;
  for (let i = 0; i < gaps.length; i += 1) {
    days += gaps[i] as number;
    if (days >= RHYTHM_DAYS) return gaps.slice(0, i);
  }
  return gaps;
}

/** One gap is no habit yet, but whoever came back after half a year may do so again: a tenth fewer wrong alarms. */
function patienceUnknown([only = 0]: readonly number[], patience: Patience): number {
  return Math.max(patience.unknown_days, fromGap(only, patience));
}

/** Rounded as floor(x + 0.5), which means the same in SQL; round() there takes halves to the even number. */
function fromGap(gap: number, { base_days, gap_factor, margin_days, max_days }: Patience): number {
  const days =
    margin_days === null
      ? Math.floor(base_days + gap_factor * gap + 0.5)
      : base_days + gap + Math.min(gap, margin_days);
  return Math.min(max_days, days);
}

/** Of a usual gap. */
export const rhythmInWords = (gap: number): string =>
  gap === 1 ? 'used every day' : `used at least every ${gap} days`;

export function patienceReason(use: Use, patience: Patience): string {
  const days = patienceDays(use, patience);
  if (use.last_used_at === null)
    return `No use is known since it was granted; ${counted(days, 'day')} are tolerated.`;
  const gap = usualGap(use, patience);
  if (gap === null)
    return `Used too rarely yet to show a habit; ${counted(days, 'day')} without use are tolerated.`;
  return `Usually ${rhythmInWords(gap)}; ${counted(days, 'day')} without use are tolerated${madeOf(gap, days, patience)}.`;
}

/** What the second model's days are made of, where it is more than a base. */
function madeOf(gap: number, days: number, { margin_days, base_days, max_days }: Patience): string {
  if (margin_days === null || gap === 1) return '';
  if (base_days + gap + Math.min(gap, margin_days) > max_days) return ', the most there may be';
  return gap <= margin_days
    ? `: twice that and ${counted(base_days, 'day')} more`
    : `: one such gap and ${counted(days - gap, 'day')} more`;
}
