import { compareStaleness, type Lapse, overtakesAt } from '../scores/half-life.rules.ts';

/** A grant by its lapse, in milliseconds since 1970. */
export interface LapsingGrant extends Lapse {
  grant_id: string;
}

/** The stalest grant of a principal, until another one may have overtaken it. */
export interface StalestGrant extends LapsingGrant {
  /** Null: none will. */
  overtaken_at: number | null;
}

/**
 * Which grant of a principal is its stalest after some of its grants have changed. Null: that cannot be told without
 * looking at all of them, because the one that was has become fresher or is gone, or another may have overtaken it.
 */
export function stalestAfter(
  before: StalestGrant,
  changed: readonly (LapsingGrant & { active: boolean })[],
  now: number,
): StalestGrant | null {
  if (before.overtaken_at !== null && before.overtaken_at <= now) return null;
  let stalest = before;
  for (const { grant_id, lapses_at, half_life_class, active } of changed) {
    const grant = { grant_id, lapses_at, half_life_class };
    if (grant_id === before.grant_id) {
      if (!active || half_life_class !== before.half_life_class || lapses_at > before.lapses_at) return null;
    }
    if (!active) continue;
    if (grant_id === stalest.grant_id) {
      if (lapses_at < stalest.lapses_at) stalest = { ...grant, overtaken_at: stalest.overtaken_at };
    } else if (compareStaleness(grant, stalest, now) > 0) {
      // Whatever overtakes the one before may overtake this one earlier, if this is the slower of the two.
      if (grant.half_life_class > stalest.half_life_class) return null;
      stalest = { ...grant, overtaken_at: stalest.overtaken_at };
    } else {
      const overtaken_at = earliest(stalest.overtaken_at, overtakesAt(grant, stalest));
      if (overtaken_at !== stalest.overtaken_at) stalest = { ...stalest, overtaken_at };
    }
  }
  return stalest;
}

/** Of all active grants of a principal; the first of equal ones. */
export function stalestOf(grants: readonly LapsingGrant[], now: number): StalestGrant | null {
  const [first, ...others] = grants;
  if (first === undefined) return null;
  const stalest = others.reduce((a, b) => (isStaler(b, a, now) ? b : a), first);
  const overtaken_at = grants.reduce<number | null>(
    (at, grant) => (grant === stalest ? at : earliest(at, overtakesAt(grant, stalest))),
    null,
  );
  return { ...stalest, overtaken_at };
}

function isStaler(a: LapsingGrant, b: LapsingGrant, now: number): boolean {
  const by = compareStaleness(a, b, now);
  return by > 0 || (by === 0 && a.grant_id < b.grant_id);
}

/** Rounded down to a millisecond: looking too early costs a look, too late shows a score that is too low. */
const earliest = (a: number | null, b: number): number | null =>
  b === Number.POSITIVE_INFINITY ? a : Math.min(a ?? Number.POSITIVE_INFINITY, Math.floor(b));
