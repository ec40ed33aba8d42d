import { machinePresence, personAttendance } from '../absences.ts';
import type { Span } from '../cadences.ts';
import { movesOf } from '../moves.ts';
import type { Asset, Principal } from '../organisation.ts';
import { Random } from '../random.ts';
import { comparePeers, logins, type Outage, signalsOf, type WatchedAccess, type World } from '../world.ts';
import type { Draft, Scene, Visitor, WorldKind } from './draft.ts';
import { WORLD_DAYS, WORLD_TIMELINE } from './timeline.ts';

/** Lives what a world describes, and keeps of it what telemetry and the directory would show. */
export function buildKind(kind: WorldKind, seed: number, size: number): World {
  const random = new Random(seed * 7919 + hashOf(kind.name));
  const scene = kind.build(random, size);
  const access = scene.drafts
    .filter((draft) => draft.granted < WORLD_DAYS && draft.neededUntil > 0)
    .map((draft) => live(draft, scene, random));
  for (const asset of new Set(access.map((one) => one.asset))) {
    comparePeers(
      access.filter((one) => one.asset === asset),
      WORLD_DAYS,
    );
  }
  const people = new Set(access.map((one) => one.principal).filter(({ kind }) => kind === 'person'));
  return {
    timeline: WORLD_TIMELINE,
    access,
    lastLogin: new Map([...people].map((person) => [person, logins(person, random, WORLD_DAYS)])),
    moves: movesOf([...people]),
    reach: reachOf(access),
  };
}

function live(draft: Draft, scene: Scene, random: Random): WatchedAccess {
  const { principal, asset, granted, neededUntil, habit } = draft;
  const span = { from: Math.max(0, granted), to: Math.min(neededUntil, WORLD_DAYS) };
  const forEver = { ...span, to: WORLD_DAYS };
  const uses = inOrder(habit.days(span, principal.presence, random), span).filter(
    (day) => day < neededUntil - draft.thins || random.chance(1 / 3),
  );
  const watched = telemetry(asset, scene, random);
  const seenOf = new Map(
    (draft.usedBy ?? []).map((visitor) => [visitor.account, watched(visits(visitor, span, random))]),
  );
  const seenSelf = watched(uses);
  const seen = inOrder([...seenSelf, ...[...seenOf.values()].flat()], { from: 0, to: WORLD_DAYS });
  return {
    principal,
    asset,
    permission: draft.permission,
    granted,
    neededUntil,
    cause: draft.cause,
    cadence: habit.name,
    uses,
    seen,
    seenSelf,
    seenOf,
    signals: signalsOf(seen, random),
    peers: [],
    outages: (scene.outages ?? []).filter(({ platform }) => platform === asset.platform),
    heldUntil: neededUntil + random.whole(1, 365),
    otherLife: (chance) => inOrder(habit.days(forEver, presenceOf(principal, chance), chance), forEver),
  };
}

const presenceOf = ({ kind }: Principal, chance: Random) =>
  kind === 'person' ? personAttendance(chance, WORLD_DAYS).presence : machinePresence(chance, WORLD_DAYS);

function visits({ every, isWork }: Visitor, span: Span, random: Random): number[] {
  const days: number[] = [];
  const to = isWork ? span.to : WORLD_DAYS;
  for (let day = span.from + random.whole(0, every); day < to; day += every) days.push(day);
  return days;
}

/** What of some uses is recorded. */
function telemetry({ platform }: Asset, { outages = [], losses = [] }: Scene, random: Random) {
  const during = (one: Outage, day: number) => one.platform === platform && day >= one.from && day < one.to;
  return (uses: readonly number[]): number[] =>
    uses.filter(
      (day) =>
        !outages.some((outage) => during(outage, day)) &&
        !losses.some((loss) => during(loss, day) && random.chance(loss.share)),
    );
}

function reachOf(access: readonly WatchedAccess[]): Map<number, number> {
  const assets = new Set(access.map((one) => one.asset));
  const accounts = new Set(access.flatMap((one) => [...one.seenOf.keys()]));
  return new Map(
    [...accounts].map((account) => {
      const touched = new Set(
        access.filter((one) => one.seenOf.get(account)?.length).map((one) => one.asset),
      );
      return [account, touched.size / assets.size];
    }),
  );
}

const inOrder = (days: readonly number[], { from, to }: Span): number[] =>
  [...new Set(days)].filter((day) => day >= from && day < to).sort((a, b) => a - b);

const hashOf = (name: string): number =>
  [...name].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1e6, 7);
