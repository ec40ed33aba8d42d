import type { Classification } from '../../src/core/directory/directory.rules.ts';
import { type Attendance, machinePresence, personAttendance } from './absences.ts';
import type { Cadence } from './cadences.ts';
import { HORIZON, WARM_UP_DAYS } from './calendar.ts';
import type { Random } from './random.ts';

/** The people, machines and assets of a made-up organisation, and what happens to them. */
const DEPARTMENTS = 10;
const HEADCOUNT = 320;
const SERVICE_ACCOUNTS = 120;
const BREAK_GLASS = 6;
const ASSETS_PER_DEPARTMENT = 11;
const SHARED_ASSETS = 20;
const PLATFORMS = ['fabric', 'synapse', 'databricks', 'postgres'] as const;

/** Shares a year. */
const TURNOVER = 0.15;
const MOVES = 0.1;
const CONTRACTORS = 0.1;
const DECOMMISSIONS = 0.1;

export interface Principal extends Attendance {
  id: number;
  kind: 'person' | 'machine' | 'break_glass';
  contractor: boolean;
  /** Department by day: changes when the person moves or the department is reorganised. */
  departments: { from: number; department: number }[];
  joined: number;
  left: number;
  /** The day on which the directory learns of the leaving; Infinity if it never does. */
  disabled: number;
  mfa: boolean | null;
  /** What the directory says it is for. */
  purpose: 'standby' | 'break_glass' | null;
}

export interface Asset {
  id: number;
  /** -1: shared by all. */
  department: number;
  platform: (typeof PLATFORMS)[number];
  classification: Classification;
  /** What most holders use it for. */
  cadence: Cadence;
}

interface Reorganisation {
  day: number;
  from: number;
  into: number;
}

export interface Organisation {
  principals: Principal[];
  assets: Asset[];
  reorganisation: Reorganisation;
}

/** Mix of habits among people's access; yearly and quarterly users are few but hold much of what is important. */
export const CADENCES: Record<Exclude<Cadence, 'emergency'>, number> = {
  daily: 30,
  weekly: 25,
  irregular: 17,
  monthly: 15,
  quarterly: 9,
  yearly: 4,
};

export function buildOrganisation(random: Random): Organisation {
  const reorganisation = { day: WARM_UP_DAYS + random.whole(120, 220), from: 0, into: 1 };
  const assets = buildAssets(random);
  const principals: Principal[] = [];
  for (let seat = 0; seat < HEADCOUNT; seat++) fillSeat(principals, random, reorganisation);
  for (let i = 0; i < SERVICE_ACCOUNTS; i++) principals.push(machine(principals.length, random));
  for (let i = 0; i < BREAK_GLASS; i++) {
    principals.push({
      ...machine(principals.length, random),
      kind: 'break_glass',
      left: Infinity,
      disabled: Infinity,
    });
  }
  return { principals, assets, reorganisation };
}

function buildAssets(random: Random): Asset[] {
  const count = DEPARTMENTS * ASSETS_PER_DEPARTMENT + SHARED_ASSETS;
  return Array.from({ length: count }, (_, id) => ({
    id,
    department: id < DEPARTMENTS * ASSETS_PER_DEPARTMENT ? id % DEPARTMENTS : -1,
    platform: random.pick(PLATFORMS),
    classification: random.weighted({ public: 5, internal: 50, confidential: 30, pii: 15 }),
    cadence: random.weighted(CADENCES),
  }));
}

/** One seat is held by one person after another; a vacancy lasts about six weeks. */
function fillSeat(principals: Principal[], random: Random, reorganisation: Reorganisation): void {
  const department = random.whole(0, DEPARTMENTS - 1);
  const contractorSeat = random.chance(CONTRACTORS);
  let joined = -random.whole(30, 2000);
  while (joined < HORIZON) {
    const stay = contractorSeat ? random.whole(90, 540) : random.exponential(365 / TURNOVER);
    // Whoever sits here on day 0 has not left before it.
    const left = Math.floor(Math.max(joined, 0) + stay);
    const person: Principal = {
      id: principals.length,
      kind: 'person',
      contractor: contractorSeat,
      departments: departmentsOf(department, joined, left, random, reorganisation),
      joined,
      left,
      disabled: left + directoryLag(contractorSeat, random),
      ...personAttendance(random),
      mfa: !random.chance(0.06),
      purpose: null,
    };
    person.presence.fill(0, Math.max(0, Math.min(left, HORIZON)));
    principals.push(person);
    joined = left + Math.floor(random.exponential(40));
  }
}

/** Most leavers are disabled at once; some late, some never, and contractors least of all. */
function directoryLag(contractor: boolean, random: Random): number {
  const speed = random.weighted(
    contractor
      ? { days: 45, weeks: 15, months: 20, never: 20 }
      : { days: 78, weeks: 12, months: 6, never: 4 },
  );
  if (speed === 'never') return Infinity;
  return speed === 'days'
    ? random.whole(0, 2)
    : speed === 'weeks'
      ? random.whole(3, 28)
      : random.whole(29, 120);
}

function departmentsOf(
  first: number,
  joined: number,
  left: number,
  random: Random,
  reorganisation: Reorganisation,
): Principal['departments'] {
  const stations = [{ from: joined, department: first }];
  const end = Math.min(left, HORIZON);
  for (
    let day = Math.max(0, joined) + random.exponential(365 / MOVES);
    day < end;
    day += random.exponential(365 / MOVES)
  ) {
    stations.push({ from: Math.floor(day), department: random.whole(0, DEPARTMENTS - 1) });
  }
  const { day, from, into } = reorganisation;
  const current = stations.findLast((station) => station.from <= day);
  if (current?.department === from && day < end) {
    stations.push({ from: day, department: into });
    stations.sort((a, b) => a.from - b.from);
  }
  return stations;
}

/** Nobody tells the directory when a job is switched off, four times in five. */
function machine(id: number, random: Random): Principal {
  const left = Math.floor(random.exponential(365 / DECOMMISSIONS));
  return {
    id,
    kind: 'machine',
    contractor: false,
    departments: [{ from: -1000, department: random.whole(0, DEPARTMENTS - 1) }],
    joined: -random.whole(30, 1000),
    left,
    disabled: random.chance(0.2) ? left + random.whole(0, 30) : Infinity,
    presence: machinePresence(random),
    suspended: [],
    mfa: null,
    purpose: null,
  };
}

export function departmentOn(principal: Principal, day: number): number {
  return principal.departments.findLast((station) => station.from <= day)?.department ?? -1;
}
