import { counted } from '../../platform/counted.ts';
import type { PatiencePolicy, Policy } from '../policy/policy.rules.ts';
import { gaps, RHYTHM_DAYS, type Use, WINDOW_DAYS } from './habit.rules.ts';
import { atLeastHalfDays, halfDaysGap } from './rhythm.rules.ts';
import {
  daysToNext,
  nextBegins,
  type Season,
  seasonInWords,
  seasonOf,
  seasonOfUse,
} from './seasons.rules.ts';
import { isoDay } from './shifts.rules.ts';

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
export const HABIT_GAPS = 2;

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
  const seasonal = seasonalHabit(use, patience);
  if (seasonal !== null) return seasonal.patience_days;
  const latest = rhythmGaps(use, patience);
  const usual = usualOf(latest, patience);
  if (usual === null) return patienceUnknown(latest, patience);
  if (patience.margin_days === null) return fromGap(usual, patience);
  return fromGap(atLeastHalfDays(usual, use.active_days), patience);
}

/** The same of access that was used: from its gaps, latest first, `gapsWanted` of them. They may be sorted in place. */
export function patienceAfter(remembered: number[], patience: Patience): number {
  const season = patience.margin_days === null ? null : seasonOf(remembered);
  if (season !== null) return seasonalOf(season, patience).patience_days;
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

/** A habit of every year, of the second model. */
export interface SeasonalHabit {
  season: Season;
  /** Between two active days in the season. */
  usual_gap: number;
  patience_days: number;
  /** What the gap makes normal ends after the season: the next one is waited for. */
  waits: boolean;
}

/** So late the next season may begin; a score moves slowly there, so that a review comes some weeks later still. */
export const LATE_DAYS = 10;

/** Null: its use does not show one. */
export function seasonalHabit(use: Use, patience: Patience): SeasonalHabit | null {
  if (patience.margin_days === null) return null;
  const season = seasonOfUse(use);
  return season === null ? null : seasonalOf(season, patience);
}

/**
 * In the season its own rhythm decides, so that what ends there is noticed there. What that would tolerate beyond the
 * season waits for the next one to begin, on the same day for all uses that lead to it.
 */
function seasonalOf(season: Season, patience: Patience): SeasonalHabit {
  const latest = season.gaps.slice(0, patience.gap_count);
  const usual_gap = usualOf(latest, patience) ?? latest[0] ?? 1;
  const inside = fromGap(usual_gap, patience);
  const waits = season.began_days + inside > season.lasts_days;
  const until_next = Math.max(inside, daysToNext(season) + LATE_DAYS);
  const patience_days = waits ? Math.min(patience.max_days, until_next) : inside;
  return { season, usual_gap, patience_days, waits };
}

/** Of a usual gap. */
export const everyGap = (gap: number): string => (gap === 1 ? 'every day' : `at least every ${gap} days`);

export function patienceReason(use: Use, patience: Patience): string {
  const days = patienceDays(use, patience);
  if (use.last_used_at === null)
    return `No use is known since it was granted; ${counted(days, 'day')} are tolerated.`;
  const seasonal = seasonalHabit(use, patience);
  if (seasonal !== null) return seasonalReason(seasonal, use.last_used_at, patience);
  const gap = usualGap(use, patience);
  if (gap === null)
    return `Used too rarely yet to show a habit; ${counted(days, 'day')} without use are tolerated.`;
  return `Usually used ${everyGap(gap)}; ${counted(days, 'day')} without use are tolerated${madeOf(gap, days, patience)}.`;
}

function seasonalReason(habit: SeasonalHabit, latestUse: number, patience: Patience): string {
  const { season, usual_gap, patience_days: days, waits } = habit;
  const said = `U${seasonInWords(season, latestUse).slice(1)}`;
  const tolerated = `${counted(days, 'day')} without use are tolerated`;
  if (!waits)
    return `${said}, then ${everyGap(usual_gap)}; ${tolerated}${madeOf(usual_gap, days, patience)}.`;
  const late = days - daysToNext(season);
  const next = `expected again on ${isoDay(nextBegins(season, latestUse))}`;
  return `${said}, ${next}; ${tolerated}, ${late < LATE_DAYS ? 'the most there may be' : `${late} of them after that`}.`;
}

/** What the second model's days are made of, where it is more than a base. */
function madeOf(gap: number, days: number, { margin_days, base_days, max_days }: Patience): string {
  if (margin_days === null || gap === 1) return '';
  if (base_days + gap + Math.min(gap, margin_days) > max_days) return ', the most there may be';
  return gap <= margin_days
    ? `: twice that and ${counted(base_days, 'day')} more`
    : `: one such gap and ${counted(days - gap, 'day')} more`;
}
