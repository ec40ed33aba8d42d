import { DAY_MS } from '../../platform/iso-instant.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { dayOf, WINDOW_DAYS } from '../scores/habit.rules.ts';
import { halfLifeClass } from '../scores/half-life.rules.ts';
import { gapsWanted, type Patience, patienceAfter, patienceOf } from '../scores/patience.rules.ts';

/** What is kept of a grant's past; instants are milliseconds since 1970. */
export interface KeptPast {
  granted_at: number;
  is_service: boolean;
  /** When Lapse first knew of it. */
  seen_at: number;
  last_used_at: number | null;
  /** Null: not known, and not needed, because it was not used after the first instant. */
  active_days: Uint8Array | null;
  /** It has a purpose: no use moves its lapse date. */
  has_purpose: boolean;
  /** As it is now. */
  lapses_at: number;
  half_life_class: number;
  /** Changes for another reason than use, after the first instant that is asked for, in any order. */
  changes: readonly { at: number; by_ms: number }[];
}

export interface PastState {
  /** NaN before it was granted, and before anything was observed of it: its import, or a use. */
  lapses_at: Float64Array;
  half_life_class: Int8Array;
  /** NaN before the first use. */
  last_used_at: Float64Array;
}

/**
 * The lapse dates that were in force just before each of the ascending instants; the same as `Timeline` gives, for many
 * grants and without building their timelines. A use that was not the last is known by its day, and put at noon.
 * A lapse date that is at least `fresh_ms` away whatever the habit was is given as the least that it can have been, in
 * class 0.
 */
export function pastStates(
  past: KeptPast,
  instants: readonly number[],
  { policy, fresh_ms }: { policy: Policy; fresh_ms: number },
  into: PastState,
): void {
  const { granted_at, seen_at, last_used_at, active_days, lapses_at, half_life_class, changes } = past;
  const model = patienceOf(policy, past.is_service);
  const leastPatience = Math.min(model.unknown_days, patienceAfter([1, 1], model)) * DAY_MS;
  /** How many days before the day of the last use the use lies that counts at the instant. */
  let day = 0;
  let shift = Number.NaN;
  /** Of that day, in days; most instants share it with their neighbours. */
  let patience = Number.NaN;
  let patienceDay = 0;
  for (let i = instants.length - 1; i >= 0; i--) {
    const instant = instants[i] as number;
    if (granted_at >= instant) {
      into.lapses_at[i] = Number.NaN;
      into.last_used_at[i] = Number.NaN;
      continue;
    }
    let undone = 0;
    for (const change of changes) if (change.at >= instant) undone += change.by_ms;
    if (last_used_at === null || active_days === null || last_used_at < instant) {
      into.lapses_at[i] = last_used_at === null && seen_at >= instant ? Number.NaN : lapses_at - undone;
      into.half_life_class[i] = half_life_class;
      into.last_used_at[i] = last_used_at ?? Number.NaN;
      continue;
    }
    const lastNoon = dayOf(last_used_at) * DAY_MS + DAY_MS / 2;
    if (day === 0) {
      shift = lapses_at - last_used_at - patienceOn(active_days, 0, model) * DAY_MS;
      day = nextActive(active_days, 1);
    }
    // Days at once that cannot be before the instant.
    const least = Math.floor((lastNoon - instant) / DAY_MS) + 1;
    if (least > day) day = nextActive(active_days, least);
    const used = day < WINDOW_DAYS;
    const since = used ? lastNoon - day * DAY_MS : granted_at;
    into.last_used_at[i] = used ? since : Number.NaN;
    if (!used && seen_at >= instant) {
      into.lapses_at[i] = Number.NaN;
      continue;
    }
    if (past.has_purpose) {
      into.lapses_at[i] = lapses_at - undone;
      continue;
    }
    const atLeast = since + leastPatience + shift - undone;
    if (used && atLeast - instant >= fresh_ms) {
      into.lapses_at[i] = atLeast;
      into.half_life_class[i] = 0;
      continue;
    }
    if (patienceDay !== day) {
      patience = used ? patienceOn(active_days, day, model) : model.never_used_days;
      patienceDay = day;
    }
    into.lapses_at[i] = since + patience * DAY_MS + shift - undone;
    into.half_life_class[i] = halfLifeClass(patience, policy);
  }
}

/** The first active day at or after this many days before the last use; the size of the window when there is none. */
function nextActive(activeDays: Uint8Array, from: number): number {
  if (from >= activeDays.length * 8) return WINDOW_DAYS;
  let index = from >> 3;
  let byte = (activeDays[index] as number) & (0xff >> (from & 7));
  while (byte === 0) {
    index += 1;
    if (index === activeDays.length) return WINDOW_DAYS;
    byte = activeDays[index] as number;
  }
  return index * 8 + Math.clz32(byte) - 24;
}

function patienceOn(activeDays: Uint8Array, from: number, model: Patience): number {
  const wanted = gapsWanted(model);
  const latest: number[] = [];
  let day = from;
  while (latest.length < wanted) {
    const next = nextActive(activeDays, day + 1);
    if (next === WINDOW_DAYS) break;
    latest.push(next - day);
    day = next;
  }
  return patienceAfter(latest, model);
}
