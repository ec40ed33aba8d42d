import { DAY_MS } from './decay.ts';
import { activeDays } from './habit.ts';
import { patienceAfter } from './patience.ts';
import type { PatiencePolicy } from './policy.ts';

/** What is kept of a grant's past; instants are milliseconds since 1970. */
export interface KeptPast {
  granted_at: number;
  last_used_at: number | null;
  active_days: Uint8Array;
  /** As it is now. */
  lapses_at: number;
  /** Changes for another reason than use, after the first instant that is asked for, in any order. */
  changes: readonly { at: number; by_ms: number }[];
}

export interface PastState {
  /** NaN before it was granted. */
  lapses_at: Float64Array;
  /** NaN before the first use. */
  last_used_at: Float64Array;
}

/**
 * The lapse dates that were in force just before each of the ascending instants; the same as `Timeline` gives, for many
 * grants and without building their timelines. A use that was not the last is known by its day, and put at noon.
 */
export function pastStates(
  past: KeptPast,
  instants: readonly number[],
  policy: PatiencePolicy,
  into: PastState,
): void {
  const { granted_at, last_used_at, lapses_at, changes } = past;
  let days: number[] | null = null;
  let index = 0;
  let shift = 0;
  for (let i = instants.length - 1; i >= 0; i--) {
    const instant = instants[i] as number;
    if (granted_at >= instant) {
      into.lapses_at[i] = Number.NaN;
      into.last_used_at[i] = Number.NaN;
      continue;
    }
    let undone = 0;
    for (const change of changes) if (change.at >= instant) undone += change.by_ms;
    if (last_used_at === null || last_used_at < instant) {
      into.lapses_at[i] = lapses_at - undone;
      into.last_used_at[i] = last_used_at ?? Number.NaN;
      continue;
    }
    if (days === null) {
      days = activeDays(past);
      shift = lapses_at - last_used_at - patienceOf(days, 0, policy) * DAY_MS;
    }
    while (index === 0 || (index < days.length && noonOf(days, index) >= instant)) index++;
    const used = index < days.length;
    const since = used ? noonOf(days, index) : granted_at;
    const patience = used ? patienceOf(days, index, policy) : policy.never_used_days;
    into.lapses_at[i] = since + patience * DAY_MS + shift - undone;
    into.last_used_at[i] = used ? since : Number.NaN;
  }
}

const noonOf = (days: readonly number[], index: number): number =>
  (days[index] as number) * DAY_MS + DAY_MS / 2;

function patienceOf(days: readonly number[], from: number, policy: PatiencePolicy): number {
  const latest: number[] = [];
  const until = Math.min(days.length - 1, from + policy.gap_count);
  for (let i = from; i < until; i++) latest.push((days[i] as number) - (days[i + 1] as number));
  return patienceAfter(latest, policy);
}
