import { machinePresence, personAttendance } from '../absences.ts';
import { type Asset, departmentOn, type Principal } from '../organisation.ts';
import type { Random } from '../random.ts';
import { type Draft, draft, firstEnd, type Need } from './draft.ts';
import { type Habit, ORDINARY, type Ordinary, ordinary } from './habits.ts';
import { WORLD_DAYS } from './timeline.ts';

export const DEPARTMENTS = 6;
const ASSETS_PER_DEPARTMENT = 5;
const PLATFORMS = ['fabric', 'synapse', 'databricks', 'postgres'] as const;

/** Shares a year. */
const TURNOVER = 0.15;
const FADES = 0.12;
const NEVER_NEEDED = 0.07;

type WorldAsset = Asset & { cadence: Ordinary };

export function buildAssets(random: Random): WorldAsset[] {
  return Array.from({ length: DEPARTMENTS * ASSETS_PER_DEPARTMENT }, (_, id) => ({
    id,
    department: id % DEPARTMENTS,
    platform: random.pick(PLATFORMS),
    classification: random.weighted({ public: 5, internal: 50, confidential: 30, pii: 15 }),
    cadence: random.weighted(ORDINARY),
  }));
}

/** Seats are held by one person after another, as with `fillSeat` of the organisation, but for contractors and moves. */
export function buildStaff(random: Random, seats: number): Principal[] {
  const staff: Principal[] = [];
  for (let seat = 0; seat < seats; seat++) {
    const department = random.whole(0, DEPARTMENTS - 1);
    for (let joined = -random.whole(30, 2000); joined < WORLD_DAYS; ) {
      const left = Math.floor(Math.max(joined, 0) + random.exponential(365 / TURNOVER));
      const person: Principal = {
        id: staff.length,
        kind: 'person',
        contractor: false,
        departments: [{ from: joined, department }],
        joined,
        left,
        disabled: left + directoryLag(random),
        ...personAttendance(random, WORLD_DAYS),
        mfa: !random.chance(0.06),
        purpose: null,
      };
      person.presence.fill(0, Math.max(0, Math.min(left, WORLD_DAYS)));
      staff.push(person);
      joined = left + Math.floor(random.exponential(40));
    }
  }
  return staff;
}

/** Three in five leavers are disabled at once; one in five never, because the directory does not know the account. */
function directoryLag(random: Random): number {
  const speed = random.weighted({ days: 60, weeks: 12, months: 8, never: 20 });
  if (speed === 'never') return Infinity;
  const [least, most] = { days: [0, 3], weeks: [4, 28], months: [29, 120] }[speed] as [number, number];
  return random.whole(least, most);
}

/** A service account; 12 % a year are no longer needed, and the directory hears of one in five of them. */
export function machine(random: Random, id: number, endsAYear = 0.12): Principal {
  const left = Math.floor(random.exponential(365 / endsAYear));
  return {
    id,
    kind: 'machine',
    contractor: false,
    departments: [{ from: -1000, department: random.whole(0, DEPARTMENTS - 1) }],
    joined: -random.whole(30, 1000),
    left,
    disabled: random.chance(0.2) ? left + random.whole(0, 30) : Infinity,
    presence: machinePresence(random, WORLD_DAYS),
    suspended: [],
    mfa: null,
    purpose: null,
  };
}

/** Three in five holders use an asset for its main purpose. */
export function habitFor(asset: WorldAsset, random: Random): Habit {
  return ordinary(random.chance(0.6) ? asset.cadence : random.weighted(ORDINARY), random);
}

/** Access ends when its holder leaves, or because nobody needs it any more: 12 % a year. */
export function endOfNeed(principal: Principal, granted: number, random: Random): Need[] {
  return [
    { until: principal.left, cause: 'left' },
    { until: Math.max(granted, 0) + random.exponential(365 / FADES), cause: 'faded' },
  ];
}

/** What comes with the job: three to five assets of the department, 7 % of them never needed. */
export function usualAccess(
  principal: Principal,
  assets: readonly WorldAsset[],
  random: Random,
  habitOf = habitFor,
): Draft[] {
  const own = assets.filter((asset) => asset.department === departmentOn(principal, principal.joined));
  return random.sample(own, random.whole(3, 5)).map((asset) => {
    const granted = principal.joined + random.whole(0, 10);
    const need = random.chance(NEVER_NEEDED)
      ? { until: granted, cause: 'never_needed' as const }
      : firstEnd(endOfNeed(principal, granted, random));
    return draft(random, { principal, asset, granted, habit: habitOf(asset, random) }, need);
  });
}

/** What is asked for on the way, 0.6 times a year; half of it is for one task of at most six weeks. */
export function requestedAccess(
  principal: Principal,
  assets: readonly WorldAsset[],
  random: Random,
  habitOf = habitFor,
): Draft[] {
  const drafts: Draft[] = [];
  const end = Math.min(principal.left, WORLD_DAYS);
  for (
    let at = Math.max(0, principal.joined) + random.exponential(600);
    at < end;
    at += random.exponential(600)
  ) {
    const asset = random.pick(assets);
    const granted = Math.floor(at);
    const isTask = random.chance(0.5);
    const habit = isTask ? ordinary('daily', random) : habitOf(asset, random);
    const needs = endOfNeed(principal, granted, random);
    if (isTask) needs.push({ until: granted + random.whole(2, 42), cause: 'one_off' });
    drafts.push(draft(random, { principal, asset, granted, habit }, firstEnd(needs)));
  }
  return drafts;
}

/** The access of ordinary people, the background of every world. */
export function ordinaryAccess(
  staff: readonly Principal[],
  assets: readonly WorldAsset[],
  random: Random,
): Draft[] {
  return staff.flatMap((person) => [
    ...usualAccess(person, assets, random),
    ...requestedAccess(person, assets, random),
  ]);
}
