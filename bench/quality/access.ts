import { type Cadence, useDays } from './cadences.ts';
import { HORIZON } from './calendar.ts';
import { type Asset, CADENCES, type Organisation, type Principal } from './organisation.ts';
import type { Random } from './random.ts';
import { scheduledDays } from './schedules.ts';

/** Why access is no longer needed: the ground truth that no rule sees. */
export type EndCause =
  | 'left'
  | 'moved'
  | 'reorganised'
  | 'project'
  | 'one_off'
  | 'faded'
  | 'decommissioned'
  | 'never_needed';

export interface Access {
  principal: Principal;
  asset: Asset;
  permission: string;
  granted: number;
  /** Needed on all days from `granted` up to but not including this one. */
  neededUntil: number;
  cause: EndCause | null;
  /** What it is called in tables. */
  cadence: string;
  /** Days of real use; what telemetry saw of it is cut out later. */
  uses: number[];
}

interface Need {
  until: number;
  cause: EndCause | null;
}

const YEARLY_FADE = 0.08;
const NEVER_NEEDED = 0.08;

export function buildAccess(organisation: Organisation, random: Random): Access[] {
  const all: Access[] = [];
  for (const principal of organisation.principals) {
    if (principal.kind === 'person') all.push(...personAccess(principal, organisation, random));
    else if (principal.kind === 'machine') all.push(...machineAccess(principal, organisation.assets, random));
    else all.push(...emergencyAccess(principal, organisation.assets, random));
  }
  all.push(...projectAccess(organisation, random));
  return all.filter((access) => access.granted < HORIZON && access.neededUntil > 0);
}

/** With every department come its usual grants, whether this person needs them or not; more is asked for on the way. */
function personAccess(
  principal: Principal,
  { assets, reorganisation }: Organisation,
  random: Random,
): Access[] {
  const all: Access[] = [];
  principal.departments.forEach((station, i) => {
    const next = principal.departments[i + 1]?.from ?? Infinity;
    const cause: EndCause = next === reorganisation.day ? 'reorganised' : 'moved';
    const own = assets.filter((asset) => asset.department === station.department);
    const shared = assets.filter((asset) => asset.department === -1);
    for (const asset of [
      ...random.sample(own, random.whole(4, 8)),
      ...random.sample(shared, random.whole(0, 2)),
    ]) {
      const granted = station.from + random.whole(0, 10);
      const need = random.chance(NEVER_NEEDED)
        ? { until: granted, cause: 'never_needed' as const }
        : endOfNeed(principal, granted, next, cause, random);
      all.push(access(principal, asset, granted, need, habit(asset, random), random));
    }
  });
  return [...all, ...requestedAccess(principal, assets, random)];
}

/** Half of what people ask for in between, 0.7 times a year, is for one task of at most a month and is never given back. */
function requestedAccess(principal: Principal, assets: readonly Asset[], random: Random): Access[] {
  const all: Access[] = [];
  const end = Math.min(principal.left, HORIZON);
  for (
    let at = Math.max(0, principal.joined) + random.exponential(520);
    at < end;
    at += random.exponential(520)
  ) {
    const asset = random.pick(assets);
    const granted = Math.floor(at);
    if (random.chance(0.5)) {
      const until = Math.min(granted + random.whole(2, 30), principal.left);
      all.push(access(principal, asset, granted, { until, cause: 'one_off' }, 'daily', random));
    } else {
      all.push(
        access(
          principal,
          asset,
          granted,
          endOfNeed(principal, granted, Infinity, 'moved', random),
          habit(asset, random),
          random,
        ),
      );
    }
  }
  return all;
}

/** After a move a fifth of the old access is handed over for some weeks, and a seventh stays needed in the new job. */
function endOfNeed(
  principal: Principal,
  granted: number,
  moves: number,
  cause: EndCause,
  random: Random,
): Need {
  const needs: Need[] = [{ until: principal.left, cause: 'left' }];
  if (moves < Infinity && !random.chance(0.15)) {
    needs.push({ until: moves + (random.chance(0.2) ? random.whole(14, 45) : 0), cause });
  }
  const fades = Math.max(granted, 0) + random.exponential(365 / YEARLY_FADE);
  needs.push({ until: Math.floor(fades), cause: 'faded' });
  return needs.reduce((first, need) => (need.until < first.until ? need : first));
}

/** Three in five holders use an asset for its main purpose. */
function habit(asset: Asset, random: Random): Cadence {
  return random.chance(0.6) ? asset.cadence : random.weighted(CADENCES);
}

function machineAccess(principal: Principal, assets: readonly Asset[], random: Random): Access[] {
  const cadence = random.weighted({ daily: 52, weekly: 20, monthly: 16, quarterly: 8, yearly: 4 });
  return random.sample(assets, random.whole(1, 3)).map((asset) => ({
    ...access(
      principal,
      asset,
      principal.joined,
      { until: principal.left, cause: 'decommissioned' },
      cadence,
      random,
    ),
    uses: scheduledDays(
      cadence,
      { from: 0, to: Math.min(principal.left, HORIZON) },
      principal.presence,
      random,
    ),
  }));
}

function emergencyAccess(principal: Principal, assets: readonly Asset[], random: Random): Access[] {
  return random.sample(assets, 3).map((asset) => ({
    ...access(principal, asset, principal.joined, { until: Infinity, cause: null }, 'emergency', random),
    permission: 'admin',
  }));
}

/** Twenty-four projects with an asset of another department each; one member in seven leaves early. */
function projectAccess({ principals, assets }: Organisation, random: Random): Access[] {
  const all: Access[] = [];
  for (let i = 0; i < 24; i++) {
    const starts = random.whole(-200, HORIZON - 200);
    const ends = starts + random.whole(90, 420);
    const asset = random.pick(assets);
    const staff = principals.filter((p) => p.kind === 'person' && p.joined <= starts && p.left > starts);
    for (const principal of random.sample(staff, random.whole(5, 16))) {
      const granted = starts + random.whole(0, 14);
      const until = random.chance(1 / 7) ? random.whole(granted + 14, ends) : ends;
      const need: Need =
        principal.left < until ? { until: principal.left, cause: 'left' } : { until, cause: 'project' };
      const cadence = random.weighted({ daily: 45, weekly: 40, irregular: 15 });
      all.push(access(principal, asset, granted, need, cadence, random));
    }
  }
  return all;
}

/** One end in three is not sudden: in its last six weeks the use thins out to a third. */
function access(
  principal: Principal,
  asset: Asset,
  granted: number,
  need: Need,
  cadence: Cadence,
  random: Random,
): Access {
  const neededUntil = Math.max(granted, need.until);
  const span = { from: Math.max(0, granted), to: Math.min(neededUntil, HORIZON) };
  let uses = useDays(cadence, span, principal.presence, random);
  if (random.chance(1 / 3)) uses = uses.filter((day) => day < neededUntil - 42 || random.chance(1 / 3));
  return {
    principal,
    asset,
    permission: random.weighted({ Reader: 60, ReadWrite: 28, Admin: 8, Owner: 4 }),
    granted,
    neededUntil,
    cause: neededUntil < Infinity ? need.cause : null,
    cadence,
    uses,
  };
}
