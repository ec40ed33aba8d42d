import type { AlertRule } from './alert.rules.ts';

export const ALERT_PHASES = ['inactive', 'pending', 'firing', 'resolved'] as const;
export type AlertPhase = (typeof ALERT_PHASES)[number];

/** Instants are milliseconds since 1970. */
export interface AlertState {
  state: AlertPhase;
  /** Since when it is in this state; pending: since when its condition has held. */
  since: number;
  /** Since when its condition has held without a gap; null: it does not. */
  held_since: number | null;
  value: number | null;
  observed_at: number;
}

/** For how long nobody may have looked before what was pending begins again: what was not seen did not hold. */
export const GAP_MS_MAX = 60_000;
/** For how long it is told that an alert was resolved. */
export const RESOLVED_MS = 24 * 3_600_000;
/** For how long one may be silenced at a time: what is silenced for ever is forgotten. */
export const SILENCE_DAYS_MAX = 90;

/**
 * One look at a value. It fires when the condition has held for the whole duration, at every look in between, and ends
 * with the first look at which it does not hold. No value is no reason to fire.
 */
export function observe(
  rule: Pick<AlertRule, 'condition' | 'threshold' | 'for_seconds'>,
  before: AlertState | null,
  value: number | null,
  now: number,
): AlertState {
  const heldSince = holdsSince(rule, before, value, now);
  if (heldSince === null) return { ...ended(before, now), held_since: null, value, observed_at: now };
  const seen = { held_since: heldSince, value, observed_at: now };
  if (before?.state === 'firing') return { ...seen, state: 'firing', since: before.since };
  if (now - heldSince >= rule.for_seconds * 1000) return { ...seen, state: 'firing', since: now };
  return { ...seen, state: 'pending', since: heldSince };
}

/** What it was about is not there any more. Null: nothing is left to tell. */
export function vanish(before: AlertState, now: number): AlertState | null {
  const state = { ...ended(before, now), held_since: null, value: null, observed_at: now };
  return state.state === 'resolved' ? state : null;
}

function holdsSince(
  { condition, threshold }: Pick<AlertRule, 'condition' | 'threshold'>,
  before: AlertState | null,
  value: number | null,
  now: number,
): number | null {
  if (value === null) return null;
  if (condition === 'unchanged') {
    // The same total proves that nothing was added in between, however long nobody looked.
    return before?.value === value ? (before.held_since ?? before.observed_at) : null;
  }
  if (value <= threshold) return null;
  const isWatched = before !== null && now - before.observed_at <= GAP_MS_MAX;
  return isWatched ? (before.held_since ?? now) : now;
}

function ended(before: AlertState | null, now: number): Pick<AlertState, 'state' | 'since'> {
  if (before?.state === 'firing') return { state: 'resolved', since: now };
  if (before?.state === 'resolved' && now - before.since < RESOLVED_MS) {
    return { state: 'resolved', since: before.since };
  }
  return { state: 'inactive', since: before?.state === 'inactive' ? before.since : now };
}
