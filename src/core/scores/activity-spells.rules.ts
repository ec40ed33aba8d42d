/** Longer than a quarter, or every quarter-end job would be flagged at every quarter's end. */
const DORMANCY_DAYS = 100;

/**
 * The times in which somebody was active: first and last day of each, one after the other, ascending. Two days belong to
 * one spell when fewer than `DORMANCY_DAYS` lie from one to the next, so spells are a function of the set of days,
 * whatever the order. Nearly everybody has one; there cannot be more than one in a hundred days.
 */
export type Spells = number[];

/** Whether they have changed. */
export function addActiveDay(spells: Spells, day: number): boolean {
  let i = 0;
  while (i < spells.length && day - (spells[i + 1] as number) >= DORMANCY_DAYS) i += 2;
  const first = spells[i];
  const last = spells[i + 1];
  if (first === undefined || last === undefined || first - day >= DORMANCY_DAYS) {
    spells.splice(i, 0, day, day);
    return true;
  }
  if (first <= day && day <= last) return false;
  spells[i] = Math.min(first, day);
  spells[i + 1] = Math.max(last, day);
  const next = spells[i + 2];
  if (next !== undefined && next - (spells[i + 1] as number) < DORMANCY_DAYS) spells.splice(i + 1, 2);
  return true;
}

/** The day is the first after this many without any; 0: nothing is known before it; null: it is no such day. */
export function idleDaysBefore(spells: Spells, day: number): number | null {
  for (let i = 0; i < spells.length; i += 2) {
    if (spells[i] === day) return i === 0 ? 0 : day - (spells[i - 1] as number);
  }
  return null;
}
