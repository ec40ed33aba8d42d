import {
  addEarlyDay,
  addHabitDay,
  type EarliestDays,
  establishedFrom,
  isHabitOn,
} from '../scores/earliest-days.rules.ts';
import { dayOf } from '../scores/habit.rules.ts';

/**
 * Rows returned through one grant, by powers of two: the earliest days of each. A function of the set of its uses, like
 * the baseline of a principal.
 */
export interface VolumeBaseline {
  /** The earliest days on which the number of rows was known. */
  early: EarliestDays;
  buckets: Map<number, EarliestDays>;
  is_changed: boolean;
}

const BUCKETS = 48;
/** Numbers of rows vary widely: with seven days the demo had 18 spikes, with twenty the one that is meant. */
const ESTABLISHING_ACTIVE_DAYS = 20;
/** A spike is eight times the upper end of the usual power of two, and worth mentioning at all: 1,023 rows. */
const SPIKE_BUCKETS = 4;
const SPIKE_BUCKET_MIN = 10;
/** What is below can be nobody's usual maximum that keeps a spike from being one. */
const BUCKET_MIN = SPIKE_BUCKET_MIN - SPIKE_BUCKETS;

export function emptyVolume(): VolumeBaseline {
  return { early: [], buckets: new Map(), is_changed: false };
}

export function bucketOf(rows: number): number {
  return Math.min(BUCKETS - 1, Math.floor(Math.log2(rows + 1)));
}

/** Takes in one use, in constant time. Answers whether it may be a spike. */
export function learnVolume(volume: VolumeBaseline, at: number, rows: number): boolean {
  const day = dayOf(at);
  const bucket = bucketOf(rows);
  if (addEarlyDay(volume.early, day, ESTABLISHING_ACTIVE_DAYS)) volume.is_changed = true;
  if (bucket <= BUCKET_MIN) return false;
  let days = volume.buckets.get(bucket);
  if (days === undefined) {
    days = [];
    volume.buckets.set(bucket, days);
  }
  if (addHabitDay(days, day)) volume.is_changed = true;
  return canSpike(bucket) && !isHabitOn(days, day);
}

/** The highest bucket that was a habit by this day: on five days there were so many rows, or more. */
export function habitualBucket({ buckets }: VolumeBaseline, day: number): number {
  const days: EarliestDays = [];
  for (const bucket of [...buckets.keys()].sort((a, b) => b - a)) {
    for (const seen of buckets.get(bucket) as EarliestDays) addHabitDay(days, seen);
    if (isHabitOn(days, day)) return bucket;
  }
  return BUCKET_MIN;
}

/** What a spike on this day is measured against; null: too little is known by then. */
export function usualBucket(volume: VolumeBaseline, day: number): number | null {
  const established = establishedFrom(volume.early, ESTABLISHING_ACTIVE_DAYS);
  if (day < established) return null;
  let usual = habitualBucket(volume, day);
  for (const [bucket, days] of volume.buckets) {
    if ((days[0] as number) < established) usual = Math.max(usual, bucket);
  }
  return usual;
}

export function isSpike(bucket: number, usual: number): boolean {
  return canSpike(bucket) && bucket >= usual + SPIKE_BUCKETS;
}

export function canSpike(bucket: number): boolean {
  return bucket >= SPIKE_BUCKET_MIN;
}
