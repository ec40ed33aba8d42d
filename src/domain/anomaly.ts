import {
  type Baseline,
  bucketOf,
  emptyBaseline,
  emptyVolume,
  mergeBaselines,
  mergeVolumes,
  type Trial,
  tryNovelty,
  type VolumeBaseline,
} from './anomaly-baseline.ts';
import { DAY_MS } from './decay.ts';
import { dayOf } from './habit.ts';

export const SIGNAL_KINDS = [
  'new_network',
  'unusual_hour',
  'volume_spike',
  'first_admin_action',
  'return_after_dormancy',
] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

export interface Signal {
  kind: SignalKind;
  evidence: Record<string, string | number>;
  /** One sentence for a reviewer. */
  reason: string;
}

export interface SeenEvent {
  at: number;
  action: string;
  /** From `networkOf`. */
  network: string | null;
  rows_returned: number | null;
}

export interface Normal {
  principal: Baseline;
  /** Of the principal on the asset of the event. */
  volume: VolumeBaseline;
}

/** Before this much is known everything would be new. */
const SETTLED_EVENTS = 20;
const SETTLED_DAYS = 7;
/** An hour, with its neighbours, that holds fewer of the events than one in this many is unusual. */
const RARE_HOUR = 100;
/** A spike is this many times the usual maximum (the 99th percentile), and worth mentioning at all. */
const SPIKE_FACTOR = 8;
const SPIKE_ROWS = 1000;
/** Longer than a quarter, or every quarter-end job would be flagged at every quarter's end. */
const DORMANCY_DAYS = 100;

/**
 * Looks at one event in constant time: its signals, and what is normal from now on. A flagged event teaches nothing but
 * facts (that the principal was seen, that it acted as admin); its novelty is put on trial instead.
 */
export function observe(event: SeenEvent, normal: Normal): { signals: Signal[]; normal: Normal } {
  const own = judge(ownNovelties(event, normal.principal), normal.principal.trials, event.at);
  const volume = judge([volumeSpike(event, normal.volume)], normal.volume.trials, event.at);
  const signals = [...facts(event, normal.principal), ...own.signals, ...volume.signals];
  const learns = signals.length === 0;
  const first_admin_at = isAdminAction(event.action) ? event.at : null;
  const seen = {
    ...(learns ? lessonOf(event) : emptyBaseline()),
    trials: own.trials,
    last_at: event.at,
    first_admin_at,
  };
  const rows = { ...(learns ? volumeOf(event) : emptyVolume()), trials: volume.trials };
  return {
    signals,
    normal: {
      principal: mergeBaselines(normal.principal, seen),
      volume: event.rows_returned === null ? normal.volume : mergeVolumes(normal.volume, rows),
    },
  };
}

interface Novelty {
  key: string;
  signal: Signal;
}

/** Which novelties are signals, and which have come back often enough to be a habit. */
function judge(novelties: (Novelty | null)[], earlier: Record<string, Trial>, at: number) {
  const signals: Signal[] = [];
  const trials: Record<string, Trial> = {};
  for (const novelty of novelties) {
    if (novelty === null) continue;
    const { trial, accepted } = tryNovelty(earlier[novelty.key], at);
    trials[novelty.key] = trial;
    if (!accepted) signals.push(novelty.signal);
  }
  return { signals, trials };
}

const ADMIN_WORDS = new Set(
  'admin administrator grant revoke role roles permission permissions impersonate sudo'.split(' '),
);

export function isAdminAction(action: string): boolean {
  return action
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => ADMIN_WORDS.has(word));
}

function isSettled({ events, first_at }: Baseline, at: number): boolean {
  return events >= SETTLED_EVENTS && first_at !== null && at - first_at >= SETTLED_DAYS * DAY_MS;
}

/** Signals that are true once and cannot become a habit. */
function facts(event: SeenEvent, baseline: Baseline): Signal[] {
  const signals: Signal[] = [];
  if (isAdminAction(event.action) && baseline.first_admin_at === null && isSettled(baseline, event.at)) {
    signals.push({
      kind: 'first_admin_action',
      evidence: { action: event.action, earlier_events: baseline.events },
      reason: `First administrative action (${event.action}) after ${baseline.events} events without one.`,
    });
  }
  const idleDays = baseline.last_at === null ? 0 : Math.floor((event.at - baseline.last_at) / DAY_MS);
  if (idleDays >= DORMANCY_DAYS) {
    signals.push({
      kind: 'return_after_dormancy',
      evidence: { idle_days: idleDays },
      reason: `Active again after ${idleDays} days without any use.`,
    });
  }
  return signals;
}

function ownNovelties(event: SeenEvent, baseline: Baseline): (Novelty | null)[] {
  return isSettled(baseline, event.at) ? [newNetwork(event, baseline), unusualHour(event, baseline)] : [];
}

function newNetwork({ network }: SeenEvent, { networks }: Baseline): Novelty | null {
  if (network === null || networks[network] !== undefined) return null;
  const known = Object.keys(networks).length;
  const reason = `From the network ${network}, not among the ${known} it is known from.`;
  return {
    key: `network ${network}`,
    signal: { kind: 'new_network', evidence: { network, known_networks: known }, reason },
  };
}

function unusualHour({ at }: SeenEvent, { hours, events }: Baseline): Novelty | null {
  const hour = hourOf(at);
  // The neighbours are for summer time, which moves everybody by an hour.
  const near = (hours[(hour + 23) % 24] ?? 0) + (hours[hour] ?? 0) + (hours[(hour + 1) % 24] ?? 0);
  if (near * RARE_HOUR >= events) return null;
  const reason = `At ${String(hour).padStart(2, '0')}:00 UTC, around which ${near} of ${events} earlier events fall.`;
  return { key: `hour ${hour}`, signal: { kind: 'unusual_hour', evidence: { hour, near, events }, reason } };
}

function volumeSpike({ rows_returned }: SeenEvent, volume: VolumeBaseline): Novelty | null {
  if (rows_returned === null || rows_returned < SPIKE_ROWS || volume.queries < SETTLED_EVENTS) return null;
  const usual = usualRows(volume);
  if (rows_returned < SPIKE_FACTOR * usual) return null;
  const reason = `${rows_returned} rows returned; ${usual} or fewer are usual here.`;
  const evidence = { rows_returned, usual_rows: usual, queries: volume.queries };
  return { key: `volume ${bucketOf(rows_returned)}`, signal: { kind: 'volume_spike', evidence, reason } };
}

/** 99 of 100 queries returned no more than this; rounded up to a power of two. */
function usualRows({ queries, buckets }: VolumeBaseline): number {
  let below = 0;
  const bucket = buckets.findIndex((count) => {
    below += count;
    return below >= 0.99 * queries;
  });
  return 2 ** (bucket + 1);
}

function lessonOf({ at, network }: SeenEvent): Baseline {
  const lesson = emptyBaseline();
  lesson.hours[hourOf(at)] = 1;
  return { ...lesson, events: 1, first_at: at, networks: network === null ? {} : { [network]: dayOf(at) } };
}

function volumeOf({ rows_returned }: SeenEvent): VolumeBaseline {
  const volume = emptyVolume();
  if (rows_returned === null) return volume;
  volume.buckets[bucketOf(rows_returned)] = 1;
  return { ...volume, queries: 1 };
}

function hourOf(at: number): number {
  return Math.floor((((at % DAY_MS) + DAY_MS) % DAY_MS) / 3_600_000);
}
