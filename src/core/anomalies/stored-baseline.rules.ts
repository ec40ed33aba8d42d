import { type EarliestDays, packDays, unpackDays } from '../scores/earliest-days.rules.ts';
import { dayOf } from '../scores/habit.rules.ts';
import { type Baseline, emptyBaseline } from './anomaly-baseline.rules.ts';
import { emptyVolume, type VolumeBaseline } from './anomaly-volume.rules.ts';

/** A baseline as it is stored. Equal sets of events have equal text. */
export interface StoredBaseline {
  /** Earliest active days; all days are stored as steps. */
  e: number[];
  /** Spells of activity. */
  s: number[];
  /** Hours, networks. */
  h: Record<string, number[]>;
  n: Record<string, number[]>;
  /** Roams. */
  r?: true;
  /** First administrative action. */
  a?: [at: number, asset_id: string];
}

export function packBaseline({ early, spells, hours, networks, roams, admin }: Baseline): StoredBaseline {
  return {
    e: packDays(early),
    s: packDays(spells),
    h: packItems(new Map([...hours.entries()].filter(([, days]) => days.length > 0))),
    n: packItems(networks),
    ...(roams ? { r: true } : {}),
    ...(admin === null ? {} : { a: [admin.at, admin.asset_id] }),
  };
}

export function unpackBaseline(stored: StoredBaseline | FormerBaseline): Baseline {
  const baseline = 'e' in stored ? fromStored(stored) : fromFormer(stored);
  baseline.loaded_until = baseline.spells.at(-1) ?? Number.NEGATIVE_INFINITY;
  return baseline;
}

export function packVolume({ early, buckets }: VolumeBaseline): string {
  return JSON.stringify([packDays(early), packItems(buckets)]);
}

export function unpackVolume(text: string): VolumeBaseline {
  const stored = JSON.parse(text) as [number[], Record<string, number[]>] | FormerVolume;
  const volume = emptyVolume();
  if (isFormerVolume(stored)) return fromFormerVolume(stored);
  volume.early = unpackDays(stored[0]);
  for (const [bucket, days] of Object.entries(stored[1]))
    volume.buckets.set(Number(bucket), unpackDays(days));
  return volume;
}

function fromStored(stored: StoredBaseline): Baseline {
  const baseline = emptyBaseline();
  baseline.early = unpackDays(stored.e);
  baseline.spells = unpackDays(stored.s);
  for (const [hour, days] of Object.entries(stored.h)) baseline.hours[Number(hour)] = unpackDays(days);
  for (const [network, days] of Object.entries(stored.n)) baseline.networks.set(network, unpackDays(days));
  baseline.roams = stored.r ?? false;
  if (stored.a) baseline.admin = { at: stored.a[0], asset_id: stored.a[1] };
  return baseline;
}

/** In the order of their keys, so that the text does not tell in which order they came. */
function packItems(items: ReadonlyMap<number | string, EarliestDays>): Record<string, number[]> {
  const packed: Record<string, number[]> = {};
  for (const key of [...items.keys()].sort()) packed[key] = packDays(items.get(key) as EarliestDays);
  return packed;
}

/**
 * The form of before: counts instead of days. What it knew is taken for a habit since the principal was first seen; what
 * was on trial begins again.
 */
export interface FormerBaseline {
  events: number;
  first_at: number | null;
  last_at: number | null;
  first_admin_at: number | null;
  networks: Record<string, number>;
  hours: number[];
}
type FormerVolume = [queries: number, buckets: number[], ...unknown[]];

const SETTLED_EVENTS = 20;

function fromFormer(stored: FormerBaseline): Baseline {
  const baseline = emptyBaseline();
  const first = stored.first_at ?? stored.last_at;
  if (first === null) return baseline;
  const day = dayOf(first);
  baseline.early = daysFrom(day, stored.events >= SETTLED_EVENTS ? 7 : 1);
  baseline.spells = [day, Math.max(day, dayOf(stored.last_at ?? first))];
  for (const network of Object.keys(stored.networks)) baseline.networks.set(network, daysFrom(day, 5));
  for (const [hour, count] of stored.hours.entries()) {
    if (count > 0) baseline.hours[hour] = daysFrom(day, 5);
  }
  if (stored.first_admin_at !== null) baseline.admin = { at: stored.first_admin_at, asset_id: '' };
  return baseline;
}

function isFormerVolume(stored: unknown[]): stored is FormerVolume {
  return typeof stored[0] === 'number';
}

function fromFormerVolume([queries, buckets]: FormerVolume): VolumeBaseline {
  const volume = emptyVolume();
  if (queries < SETTLED_EVENTS) return volume;
  volume.early = daysFrom(0, 20);
  for (const [bucket, count] of buckets.entries()) if (count > 0) volume.buckets.set(bucket, daysFrom(0, 5));
  return volume;
}

function daysFrom(day: number, count: number): EarliestDays {
  return Array.from({ length: count }, (_, i) => day + i);
}
