import type { Principal } from './organisation.ts';

interface Change {
  day: number;
  from: number;
  to: number;
}

/**
 * The days on which people really changed their department, as the directory lets one see: when nobody stays behind and all
 * arrive together in a department that nobody was in, it has only been renamed.
 */
export function movesOf(people: readonly Principal[]): Map<Principal, number[]> {
  const renames = new Map<string, boolean>();
  const isRename = (change: Change): boolean => {
    const key = `${change.day} ${change.from} ${change.to}`;
    const known = renames.get(key) ?? looksRenamed(people, change);
    renames.set(key, known);
    return known;
  };
  return new Map(
    people.map((person) => [
      person,
      changesOf(person)
        .filter((change) => !isRename(change))
        .map(({ day }) => day),
    ]),
  );
}

function changesOf({ departments }: Principal): Change[] {
  return departments.slice(1).flatMap(({ from: day, department: to }, i) => {
    const from = departments[i]?.department as number;
    return from === to ? [] : { day, from, to };
  });
}

function looksRenamed(people: readonly Principal[], { day, from, to }: Change): boolean {
  const present = people.filter(({ joined, left }) => joined < day && left > day);
  const before = present.filter((person) => departmentAt(person, day - 1) === from);
  return (
    before.length > 1 &&
    before.every((person) => departmentAt(person, day) === to) &&
    present.every((person) => departmentAt(person, day - 1) !== to)
  );
}

const departmentAt = ({ departments }: Principal, day: number): number | undefined =>
  departments.findLast(({ from }) => from <= day)?.department;
