import type { Overview } from './overview.ts';

/** Stale is what is past its lapse date: a score above 50. */
export const staleOf = (bands: Overview['grants']['bands']): number => bands.high + bands.critical;

/** Departments with most stale grants first, those without a department last; platforms by name. */
export function heatOrder(cells: Overview['heat_map'], noDepartment: string) {
  const stale = new Map<string, number>();
  for (const { department, stale: count } of cells) {
    const name = department ?? noDepartment;
    stale.set(name, (stale.get(name) ?? 0) + count);
  }
  const isLast = (name: string) => Number(name === noDepartment);
  const departments = [...stale.keys()].sort(
    (a, b) => isLast(a) - isLast(b) || (stale.get(b) ?? 0) - (stale.get(a) ?? 0) || a.localeCompare(b),
  );
  return { departments, platforms: [...new Set(cells.map(({ platform }) => platform))].sort() };
}

/** How many open reviews are in each of three groups that do not overlap. */
export function deadlines({ pending, escalated, overdue, due_24h }: Overview['reviews']) {
  return { overdue, soon: due_24h, later: Math.max(0, pending + escalated - overdue - due_24h) };
}
