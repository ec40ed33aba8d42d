import { dayOf } from './habit.ts';

/**
 * What is normal for one principal: a few hundred bytes of JSON, whatever the number of events. Two baselines of
 * different events merge into the baseline of both, in any order. Counts need events without repetition; the pipeline
 * drops a repeated `event_id` before it comes here.
 */
export interface Baseline {
  /** Events it was taught; flagged ones are not among them. */
  events: number;
  first_at: number | null;
  /** Facts about all events, flagged or not. */
  last_at: number | null;
  first_admin_at: number | null;
  /** Network to the latest day on which it was used. */
  networks: Record<string, number>;
  /** Taught events by hour of the day, UTC. */
  hours: number[];
  /** Novelties on trial: what was flagged, and on which days. */
  trials: Record<string, Trial>;
}

/** Days of the last 32, bit 0 being `day`. */
export interface Trial {
  day: number;
  mask: number;
}

/** Rows returned by the queries of one principal on one asset: how many fall into each power of two. */
export interface VolumeBaseline {
  queries: number;
  buckets: number[];
  trials: Record<string, Trial>;
}

/** Without a limit an attacker who changes networks would grow the row; the latest are kept. */
const MAX_NETWORKS = 16;
const MAX_TRIALS = 16;
const BUCKETS = 48;

/** A novelty seen on this many of the last 32 days is a new habit: an office that moved must not be flagged for ever. */
const TRIAL_DAYS = 5;

export function emptyBaseline(): Baseline {
  return {
    events: 0,
    first_at: null,
    last_at: null,
    first_admin_at: null,
    networks: {},
    hours: Array(24).fill(0),
    trials: {},
  };
}

export function emptyVolume(): VolumeBaseline {
  return { queries: 0, buckets: Array(BUCKETS).fill(0), trials: {} };
}

export function mergeBaselines(a: Baseline, b: Baseline): Baseline {
  return {
    events: a.events + b.events,
    first_at: either(Math.min, a.first_at, b.first_at),
    last_at: either(Math.max, a.last_at, b.last_at),
    first_admin_at: either(Math.min, a.first_admin_at, b.first_admin_at),
    networks: latest(union(a.networks, b.networks, Math.max), (day) => day, MAX_NETWORKS),
    hours: a.hours.map((count, hour) => count + (b.hours[hour] ?? 0)),
    trials: latest(union(a.trials, b.trials, mergeTrials), (trial) => trial.day, MAX_TRIALS),
  };
}

export function mergeVolumes(a: VolumeBaseline, b: VolumeBaseline): VolumeBaseline {
  return {
    queries: a.queries + b.queries,
    buckets: a.buckets.map((count, bucket) => count + (b.buckets[bucket] ?? 0)),
    trials: latest(union(a.trials, b.trials, mergeTrials), (trial) => trial.day, MAX_TRIALS),
  };
}

export function bucketOf(rows: number): number {
  return Math.min(BUCKETS - 1, Math.floor(Math.log2(rows + 1)));
}

/** The days of a novelty, this one included, and whether they make it a habit. */
export function tryNovelty(trial: Trial | undefined, at: number): { trial: Trial; accepted: boolean } {
  const today: Trial = { day: dayOf(at), mask: 1 };
  const next = trial === undefined ? today : mergeTrials(trial, today);
  return { trial: next, accepted: bitCount(next.mask) >= TRIAL_DAYS };
}

function mergeTrials(a: Trial, b: Trial): Trial {
  const day = Math.max(a.day, b.day);
  return { day, mask: (age(a.mask, day - a.day) | age(b.mask, day - b.day)) >>> 0 };
}

/** JavaScript shifts by the count modulo 32. */
function age(mask: number, days: number): number {
  return days > 31 ? 0 : mask << days;
}

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function either(pick: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : pick(a, b);
}

function union<T>(a: Record<string, T>, b: Record<string, T>, both: (a: T, b: T) => T): Record<string, T> {
  const result = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const own = a[key];
    result[key] = own === undefined ? value : both(own, value);
  }
  return result;
}

/**
 * A network dropped here is older than all that are kept and would be dropped again, so merging stays associative. Of a
 * trial the earlier days are lost: a novelty among more than 16 others has to begin again, which errs on the side of
 * a signal.
 */
function latest<T>(
  items: Record<string, T>,
  dayOfItem: (item: T) => number,
  limit: number,
): Record<string, T> {
  const entries = Object.entries(items);
  if (entries.length <= limit) return items;
  entries.sort(([a, x], [b, y]) => dayOfItem(y) - dayOfItem(x) || (a < b ? -1 : 1));
  return Object.fromEntries(entries.slice(0, limit));
}

/** Most buckets are empty and most rows have no trials: a few dozen bytes instead of hundreds. */
export function packVolume({ queries, buckets, trials }: VolumeBaseline): string {
  const last = buckets.findLastIndex((count) => count > 0);
  return JSON.stringify([
    queries,
    buckets.slice(0, last + 1),
    ...(Object.keys(trials).length > 0 ? [trials] : []),
  ]);
}

export function unpackVolume(text: string): VolumeBaseline {
  const [queries, used, trials = {}] = JSON.parse(text) as [number, number[], Record<string, Trial>?];
  return { queries, buckets: [...used, ...Array<number>(BUCKETS - used.length).fill(0)], trials };
}
