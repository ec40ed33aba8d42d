import type { Principal } from '../organisation.ts';
import type { Random } from '../random.ts';
import { type Draft, draft, firstEnd, type WorldKind } from './draft.ts';
import { buildAssets, buildStaff, DEPARTMENTS, endOfNeed, habitFor, ordinaryAccess } from './staff.ts';
import { WORLD_DAYS } from './timeline.ts';

const MOVES_A_YEAR = 0.3;
/** Names that departments get when they are renamed. */
const RENAMED = 100;

/**
 * Three in ten people a year change their department; one department is merged into another; two are only renamed, which
 * ends nothing. Three in four of a mover's old access are no longer needed, a fifth of those after a handover.
 */
export const movers: WorldKind = {
  name: 'movers',
  build(random, size) {
    const assets = buildAssets(random);
    const staff = buildStaff(random, size);
    for (const person of staff) move(person, random);
    const merged = random.whole(850, 1100);
    for (const person of staff) if (isIn(person, 0, merged)) enter(person, merged, 1);
    const drafts = ordinaryAccess(staff, assets, random).map((one) => endByMove(one, random));
    const arrivals = staff.flatMap((person) =>
      person.departments.slice(1).flatMap(({ from, department }) =>
        random
          .sample(
            assets.filter((asset) => asset.department === department),
            random.whole(2, 4),
          )
          .map((asset) => {
            const granted = from + random.whole(0, 10);
            const need = firstEnd(endOfNeed(person, granted, random));
            const one = draft(
              random,
              { principal: person, asset, granted, habit: habitFor(asset, random) },
              need,
            );
            return endByMove(one, random);
          }),
      ),
    );
    rename(staff, 2, random.whole(820, 1140));
    rename(staff, 3, random.whole(500, 1140));
    return { drafts: [...drafts, ...arrivals] };
  },
};

function move(person: Principal, random: Random): void {
  const end = Math.min(person.left, WORLD_DAYS);
  const pause = () => random.exponential(365 / MOVES_A_YEAR);
  for (let day = Math.max(0, person.joined) + pause(); day < end; day += pause()) {
    enter(person, Math.floor(day), random.whole(0, DEPARTMENTS - 1));
  }
}

function enter(person: Principal, from: number, department: number): void {
  person.departments.push({ from, department });
  person.departments.sort((a, b) => a.from - b.from);
}

const isIn = (person: Principal, department: number, day: number): boolean =>
  person.joined <= day &&
  person.left > day &&
  person.departments.findLast(({ from }) => from <= day)?.department === department;

/** From that day on the directory says another name for the same department. */
function rename(staff: readonly Principal[], department: number, day: number): void {
  for (const person of staff) {
    const before = person.departments.findLast(({ from }) => from < day);
    for (const station of person.departments) {
      if (station.from >= day && station.department === department) station.department = RENAMED + department;
    }
    if (before?.department === department && person.left > day) enter(person, day, RENAMED + department);
  }
}

/** The first real change of department after it was granted. */
function endByMove(one: Draft, random: Random): Draft {
  const stations = one.principal.departments;
  const next = stations.find(
    ({ from, department }, i) => from > one.granted && department !== stations[i - 1]?.department,
  );
  if (next === undefined || next.from >= one.neededUntil || random.chance(0.25)) return one;
  const until = next.from + (random.chance(0.2) ? random.whole(14, 60) : 0);
  return { ...one, neededUntil: Math.min(one.neededUntil, until), cause: 'moved' };
}
