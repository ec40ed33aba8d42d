import { counted } from '../../platform/counted.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import type { Policy } from '../policy/policy.rules.ts';
import type { Use } from './habit.rules.ts';
import { type Patience, patienceDays, patienceOf, seasonalHabit, usualGap } from './patience.rules.ts';
import type { GrantFacts } from './shifts.rules.ts';

/**
 * What others with the same access make of it: the same permission on the same asset, and the same kind of principal. It is
 * said while a grant's own habit is unknown and moves no date, because that changed nothing where it was measured
 * (docs/decisions/0166-habits-of-others.md).
 */
export interface OthersHabit {
  /** At how many was looked. */
  others: number;
  /** How many of them have a habit and have kept to it until now. */
  with_habit: number;
  /** What at least half of those do not exceed. */
  usual_gap_days: number;
}

/** Fewer than these are somebody's own way, not a habit of others. */
const OTHERS_MIN = 3;

/** Whether the habits of others are worth asking for. */
export function wantsOthers(facts: GrantFacts, policy: Policy): boolean {
  if (policy.model_version === 1 || facts.purpose !== null) return false;
  const patience = patienceOf(policy, facts.is_service);
  return usualGap(facts, patience) === null && seasonalHabit(facts, patience) === null;
}

/** Null where too few of them have one. */
export function habitOfOthers(uses: readonly Use[], patience: Patience, now: number): OthersHabit | null {
  const gaps = uses
    .filter((use) => keepsToIt(use, patience, now))
    .map((use) => usualGap(use, patience))
    .filter((gap) => gap !== null)
    .sort((a, b) => a - b);
  if (gaps.length < OTHERS_MIN) return null;
  const usual_gap_days = gaps[Math.ceil(gaps.length / 2) - 1] as number;
  return { others: uses.length, with_habit: gaps.length, usual_gap_days };
}

const keepsToIt = (use: Use, patience: Patience, now: number): boolean =>
  use.last_used_at !== null && now - use.last_used_at <= patienceDays(use, patience) * DAY_MS;

export function othersInWords({ others, with_habit, usual_gap_days }: OthersHabit): string {
  const who =
    with_habit === others
      ? `All of ${others} others with the same access that were looked at use it regularly`
      : `Of ${counted(others, 'other')} with the same access that were looked at, ${with_habit} use it regularly`;
  return `${who}, half of them at least every ${usual_gap_days === 1 ? 'day' : `${usual_gap_days} days`}.`;
}
