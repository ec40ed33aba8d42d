import fc from 'fast-check';
import { countSignals, examine, OF_GRANT, OF_PRINCIPAL } from '../../src/core/anomalies/anomaly.rules.ts';
import {
  emptyBaseline,
  learn,
  networkKey,
  type SeenEvent,
} from '../../src/core/anomalies/anomaly-baseline.rules.ts';
import { bucketOf, emptyVolume, learnVolume } from '../../src/core/anomalies/anomaly-volume.rules.ts';
import {
  packBaseline,
  packVolume,
  unpackBaseline,
  unpackVolume,
} from '../../src/core/anomalies/stored-baseline.rules.ts';
import { dayOf } from '../../src/core/scores/habit.rules.ts';
import { DAY_MS } from '../../src/platform/iso-instant.ts';

export const WINDOW_DAYS = 30;
const FIRST_DAY = 20_000;
const HOUR_MS = 3_600_000;

const network = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(null, '10.0.0.0/24', '10.0.1.0/24') },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 60 }).map((n) => `10.0.${n}.0/24`) },
);
const event = (day: fc.Arbitrary<number>): fc.Arbitrary<SeenEvent> =>
  fc
    .record({
      day,
      hour: fc.constantFrom(8, 9, 9, 10, 14, 15, 23, 0, 3),
      minute: fc.nat(3),
      asset_id: fc.constantFrom('a', 'b', 'c'),
      action: fc.constantFrom('query', 'query', 'query', 'query', 'query', 'query', 'grant_role'),
      network,
      rows_returned: fc.constantFrom(null, 50, 50, 300, 2_000, 9_000, 40_000, 1e6),
    })
    .map(({ day, hour, minute, ...rest }) => ({
      ...rest,
      at: (FIRST_DAY + day) * DAY_MS + hour * HOUR_MS + minute * 60_000,
    }));

/** Uses of one principal over some weeks, or over more than a year, as they may come from anywhere. */
export const seenEvents: fc.Arbitrary<SeenEvent[]> = fc.oneof(
  fc.array(event(fc.nat(45)), { maxLength: 90, size: 'max' }),
  fc.array(event(fc.nat(140)), { maxLength: 60, size: 'max' }),
  fc.array(event(fc.oneof(fc.nat(12), fc.integer({ min: 100, max: 400 }))), { maxLength: 40, size: 'max' }),
  // One access, watched long enough to know how much is usual.
  fc.array(
    fc
      .tuple(event(fc.nat(70)), fc.constantFrom(50, 150, 300, 2_000, 9_000, 40_000, 1e6))
      .map(([e, rows_returned]) => ({ ...e, asset_id: 'a', rows_returned })),
    { minLength: 20, maxLength: 90, size: 'max' },
  ),
  // More networks than are kept apart.
  fc.array(
    fc.tuple(event(fc.nat(60)), fc.nat(90)).map(([e, n]) => ({ ...e, network: `10.9.${n}.0/24` })),
    { maxLength: 120, size: 'max' },
  ),
);

export interface Ledger {
  /** As it is stored. */
  state: string;
  /** Signals that count on each access, as last computed. */
  counts: Record<string, number>;
}

/** What the pipeline does with the batches: learn, look at the doubtful, count where something has changed. */
export function applyBatches(batches: readonly (readonly SeenEvent[])[]): Ledger {
  let stored = packBaseline(emptyBaseline());
  const accesses = new Map<
    string,
    { volume: string; candidates: Set<string>; last: number; count: number }
  >();
  for (const batch of batches) {
    const principal = unpackBaseline(JSON.parse(JSON.stringify(stored)));
    const touched = new Map<string, ReturnType<typeof emptyVolume>>();
    const doubtful: SeenEvent[] = [];
    for (const seen of batch) {
      const access = accesses.get(seen.asset_id) ?? {
        volume: packVolume(emptyVolume()),
        candidates: new Set(),
        last: seen.at,
        count: 0,
      };
      accesses.set(seen.asset_id, access);
      access.last = Math.max(access.last, seen.at);
      const volume = touched.get(seen.asset_id) ?? unpackVolume(access.volume);
      touched.set(seen.asset_id, volume);
      let isDoubtful = learn(principal, seen);
      if (seen.rows_returned !== null && learnVolume(volume, seen.at, seen.rows_returned)) isDoubtful = true;
      if (isDoubtful) doubtful.push(seen);
    }
    for (const seen of doubtful) {
      const normal = {
        asset_id: seen.asset_id,
        principal,
        volume: touched.get(seen.asset_id) ?? emptyVolume(),
      };
      for (const { candidate } of examine(seen, [...OF_PRINCIPAL, ...OF_GRANT], normal)) {
        accesses.get(seen.asset_id)?.candidates.add(candidate);
      }
    }
    if (principal.is_changed) stored = packBaseline(principal);
    for (const [asset_id, access] of accesses) {
      const volume = touched.get(asset_id);
      if (volume?.is_changed) access.volume = packVolume(volume);
      if (volume === undefined && !principal.is_revised) continue;
      access.count = countSignals(access.candidates, dayOf(access.last) - WINDOW_DAYS, {
        asset_id,
        principal,
        volume: volume ?? unpackVolume(access.volume),
      });
    }
  }
  const sorted = [...accesses].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    state: JSON.stringify([stored, sorted.map(([asset_id, { volume }]) => [asset_id, volume])]),
    counts: Object.fromEntries(sorted.map(([asset_id, { count }]) => [asset_id, count])),
  };
}

/** The same count by somebody who has all events before him and judges each day in hindsight. */
export function countInHindsight(all: readonly SeenEvent[]): Record<string, number> {
  const days = (events: readonly SeenEvent[]) =>
    [...new Set(events.map((seen) => dayOf(seen.at)))].sort((a, b) => a - b);
  const settled = (events: readonly SeenEvent[], count = 7) => {
    const active = days(events);
    return active.length < count
      ? Number.POSITIVE_INFINITY
      : Math.max((active[0] as number) + 7, (active[count - 1] as number) + 1);
  };
  const active = days(all);
  const settledAll = settled(all);
  const isNovel = (same: readonly SeenEvent[], day: number) => {
    const seen = days(same);
    return (seen[0] as number) >= settledAll && seen.filter((d) => d < day).length < 4;
  };
  const hour = (seen: SeenEvent) => Math.floor((seen.at % DAY_MS) / HOUR_MS);
  const roams = new Set(all.flatMap((seen) => seen.network ?? [])).size > 32;
  const name = (n: string) => networkKey({ ...emptyBaseline(), roams }, n);
  const admin = all
    .filter((seen) => seen.action === 'grant_role')
    .sort((a, b) => a.at - b.at || (a.asset_id < b.asset_id ? -1 : 1))[0];

  const counts: Record<string, number> = {};
  for (const asset of [...new Set(all.map((seen) => seen.asset_id))].sort()) {
    const uses = all.filter((seen) => seen.asset_id === asset);
    const measured = uses.filter((seen) => seen.rows_returned !== null);
    const since = (days(uses).at(-1) as number) - WINDOW_DAYS;
    const settledHere = settled(measured, 20);
    const bucket = (seen: SeenEvent) => bucketOf(seen.rows_returned ?? 0);
    const signals = new Set<string>();
    for (const seen of uses) {
      const day = dayOf(seen.at);
      if (day < since) continue;
      const { network: from } = seen;
      if (from !== null) {
        const same = all.filter((other) => other.network !== null && name(other.network) === name(from));
        if (isNovel(same, day)) signals.add(`n ${name(from)} ${day}`);
      }
      const near = all.filter((other) => [0, 1, 23].includes((hour(other) - hour(seen) + 24) % 24));
      if (isNovel(near, day)) signals.add(`h ${hour(seen)} ${day}`);
      if (admin && admin.asset_id === asset && dayOf(admin.at) === day && day >= settledAll) {
        signals.add(`a ${day}`);
      }
      const before = active.filter((d) => d < day);
      if (before.length > 0 && day - (before.at(-1) as number) >= 100) signals.add(`r ${day}`);
      if (seen.rows_returned !== null && bucket(seen) >= 10 && day >= settledHere) {
        let usual = 6;
        for (let level = 7; level < 24; level++) {
          const reached = measured.filter((other) => bucket(other) >= level);
          const isHabit = days(reached.filter((other) => dayOf(other.at) <= day)).length >= 5;
          if (isHabit || (days(reached)[0] ?? Number.POSITIVE_INFINITY) < settledHere) usual = level;
        }
        if (bucket(seen) >= usual + 4) signals.add(`v ${bucket(seen)} ${day}`);
      }
    }
    counts[asset] = signals.size;
  }
  return counts;
}
