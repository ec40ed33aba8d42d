import { DAY_MS } from '../../platform/iso-instant.ts';
import { below, mix } from '../random.ts';
import type { Plan } from './plan.ts';

/**
 * How one principal uses one asset, in days counted from the start of the period. All periods but the daily one
 * are whole weeks, so a pattern that begins on a working day stays on it.
 */
export interface UsePattern {
  /** Days between uses. */
  period: number;
  /** The weekday and week of the uses within the period. */
  phase: number;
  /** Uses lie in [start, end). */
  start: number;
  end: number;
}

const HABITS = [
  { period: 1, share: 15 },
  { period: 7, share: 33 },
  { period: 28, share: 26 },
  { period: 91, share: 14 },
] as const;
/** The rest was granted and never used. */
const NEVER_FROM = HABITS.reduce((sum, { share }) => sum + share, 0);

const HOUR_MS = 3_600_000;

/** Everything about the use of an asset by a principal follows from this number. */
export function pairKey(plan: Plan, principal: number, asset: number): number {
  return mix(mix(plan.seed ^ 0x70616972, principal), asset);
}

/** The day of the period on which it was granted; negative when it was before. */
export function grantedDay(plan: Plan, key: number): number {
  const draw = mix(key, 1);
  const isRecent = plan.days > 0 && draw % 5 === 0;
  return isRecent ? below(plan.days, mix(key, 2)) : -1 - below(1000, mix(key, 2));
}

/** The day from which a principal who left used nothing any more; the end of the period for all others. */
export function departureDay(plan: Plan, principal: number): number {
  const draw = mix(plan.seed ^ 0x6c656674, principal);
  return principal < plan.users && draw % 20 === 0 ? below(plan.days, mix(draw, 1)) : plan.days;
}

export function usePattern(plan: Plan, principal: number, key: number): UsePattern {
  const start = Math.max(0, grantedDay(plan, key) + 1);
  let draw = below(100, mix(key, 3));
  if (draw >= NEVER_FROM) return { period: 1, phase: 0, start, end: start };

  let period = 1;
  for (const habit of HABITS) {
    period = habit.period;
    if (draw < habit.share) break;
    draw -= habit.share;
  }
  // One in four stopped at some time.
  const hasStopped = mix(key, 4) % 4 === 0;
  const end = hasStopped ? start + below(plan.days - start, mix(key, 5)) : plan.days;
  return {
    period,
    phase: period === 1 ? 0 : phaseOnWorkingDay(plan, period, key),
    start,
    end: Math.min(end, Math.max(start, departureDay(plan, principal))),
  };
}

function phaseOnWorkingDay(plan: Plan, period: number, key: number): number {
  const week = below(period / 7, mix(key, 6));
  const weekday = below(5, mix(key, 7));
  return 7 * week + ((weekday - plan.first_weekday + 7) % 7);
}

/** Programs run every day; people rest at weekends, and one day in ten they do something else. */
export function isActive(
  plan: Plan,
  isProgram: boolean,
  key: number,
  pattern: UsePattern,
  day: number,
): boolean {
  if (day < pattern.start || day >= pattern.end || (day - pattern.phase) % pattern.period !== 0) return false;
  if (isProgram) return true;
  if (pattern.period === 1 && (plan.first_weekday + day) % 7 > 4) return false;
  return mix(key, 100 + day) % 10 !== 0;
}

/** The last day of use, or -1. */
function lastActiveDay(plan: Plan, isProgram: boolean, key: number, pattern: UsePattern): number {
  const { period, phase, start, end } = pattern;
  const offset = (((end - 1 - phase) % period) + period) % period;
  for (let day = end - 1 - offset; day >= start; day -= period) {
    if (isActive(plan, isProgram, key, pattern, day)) return day;
  }
  return -1;
}

export function usesOnDay(key: number, day: number): number {
  return 1 + (mix(key, 50_000 + day) % 3);
}

/** When on an active day: programs at their hour, people spread over their working hours; later uses are later. */
export function useTime(isProgram: boolean, key: number, day: number, use: number): number {
  const opens = isProgram ? below(20, mix(key, 8)) * HOUR_MS : 6 * HOUR_MS;
  const slot = (isProgram ? 1 : 3) * HOUR_MS;
  return opens + use * slot + below(slot, mix(key, 100_000 + 4 * day + use));
}

export function lastUseTime(plan: Plan, principal: number, key: number): number | null {
  const isProgram = principal >= plan.users;
  const day = lastActiveDay(plan, isProgram, key, usePattern(plan, principal, key));
  if (day < 0) return null;
  return dayStart(plan, day) + useTime(isProgram, key, day, usesOnDay(key, day) - 1);
}

export function dayStart(plan: Plan, day: number): number {
  return plan.ends_at - (plan.days - day) * DAY_MS;
}
