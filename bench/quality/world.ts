import type { PeerUse } from '../../src/core/scores/peers.rules.ts';
import { type Access, buildAccess } from './access.ts';
import { HORIZON, ORGANISATION_TIMELINE, type Timeline, WARM_UP_DAYS } from './calendar.ts';
import { movesOf } from './moves.ts';
import { type Asset, buildOrganisation, departmentOn, type Principal } from './organisation.ts';
import { Random } from './random.ts';

/** What Lapse can see of an organisation. `Access.neededUntil` and `cause` are for the judge only. */
export interface WatchedAccess extends Access {
  /** Days of use that telemetry recorded, by whomever. */
  seen: number[];
  /** Those on which the holder used it, */
  seenSelf: readonly number[];
  /** and those on which other accounts did in the holder's name, by account. A day can be both. */
  seenOf: ReadonlyMap<number, readonly number[]>;
  /** Days on which the anomaly stage would have raised a signal. */
  signals: number[];
  /** By week. */
  peers: PeerUse[];
  outages: Outage[];
  /** For the ranking: a recertification once a year takes away what is no longer needed. For the judge only. */
  heldUntil: number;
  /** Uses of a life with the same habit that never ends. For the rule that knows the truth only. */
  otherLife: ((random: Random) => number[]) | null;
}

export interface Outage {
  platform: Asset['platform'];
  from: number;
  to: number;
}

export interface World {
  timeline: Timeline;
  access: WatchedAccess[];
  /** The latest login of each principal up to and including a day; -1 before the first. Machines have none. */
  lastLogin: Map<Principal, Int16Array>;
  /** Days on which people changed their department; its being renamed is none. */
  moves: ReadonlyMap<Principal, readonly number[]>;
  /** Of all assets, the share that an account has used in the names of others. */
  reach: ReadonlyMap<number, number>;
}

/** One use in 250 looks odd without meaning anything: a hotel's network, a late evening. Signals say nothing about need. */
const SIGNAL_NOISE = 0.004;
/** Access that has ended still counts among the peers for a while: nobody knows yet. */
const PEERS_KEEP_DAYS = 90;

export function buildWorld(seed: number): World {
  const random = new Random(seed);
  const organisation = buildOrganisation(random);
  const outages = buildOutages(random);
  const access = buildAccess(organisation, random).map((one): WatchedAccess => {
    const own = outages.filter((outage) => outage.platform === one.asset.platform);
    const seen = one.uses.filter((day) => !own.some(({ from, to }) => day >= from && day < to));
    return {
      ...one,
      seen,
      seenSelf: seen,
      seenOf: NOBODY,
      signals: signalsOf(seen, random),
      peers: [],
      outages: own,
      heldUntil: Infinity,
      otherLife: null,
    };
  });
  for (const asset of organisation.assets)
    comparePeers(
      access.filter((one) => one.asset === asset),
      HORIZON,
    );
  const people = organisation.principals.filter((principal) => principal.kind === 'person');
  return {
    timeline: ORGANISATION_TIMELINE,
    access,
    lastLogin: new Map(people.map((person) => [person, logins(person, random, HORIZON)])),
    moves: movesOf(people),
    reach: new Map(),
  };
}

const NOBODY: ReadonlyMap<number, readonly number[]> = new Map();

export const signalsOf = (seen: readonly number[], random: Random): number[] =>
  seen.filter(() => random.chance(SIGNAL_NOISE));

/** In the measured year one platform's logs are lost for three weeks, another's for four days. */
function buildOutages(random: Random): Outage[] {
  const long = WARM_UP_DAYS + random.whole(30, 250);
  const short = WARM_UP_DAYS + random.whole(30, 330);
  return [
    { platform: 'fabric', from: long, to: long + 21 },
    { platform: 'databricks', from: short, to: short + 4 },
  ];
}

export function logins(person: Principal, random: Random, days: number): Int16Array {
  const latest = new Int16Array(days);
  let last = -1;
  for (let day = 0; day < days; day++) {
    if (day >= person.joined && person.presence[day] && random.chance(0.97)) last = day;
    latest[day] = last;
  }
  return latest;
}

export function comparePeers(holders: WatchedAccess[], days: number): void {
  const next = new Map(holders.map((one) => [one, 0]));
  for (let day = 0; day < days; day += 7) {
    const groups = new Map<string, PeerUse>();
    const active = new Map<WatchedAccess, { group: PeerUse; active: number }>();
    for (const one of holders) {
      if (day < one.granted || day >= one.neededUntil + PEERS_KEEP_DAYS) continue;
      let i = next.get(one) ?? 0;
      while (i < one.seen.length && (one.seen[i] as number) <= day) i++;
      next.set(one, i);
      const key = `${departmentOn(one.principal, day)} ${one.principal.kind}`;
      const group = groups.get(key) ?? { peers: 0, active: 0 };
      groups.set(key, group);
      const isActive = day - (one.seen[i - 1] ?? -Infinity) <= 90 ? 1 : 0;
      group.peers += 1;
      group.active += isActive;
      active.set(one, { group, active: isActive });
    }
    for (const one of holders) {
      const own = active.get(one);
      one.peers.push(
        own === undefined
          ? { peers: 0, active: 0 }
          : { peers: own.group.peers - 1, active: own.group.active - own.active },
      );
    }
  }
}
