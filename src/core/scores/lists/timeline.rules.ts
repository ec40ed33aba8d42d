import { DAY_MS } from '../../../platform/iso-instant.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { activeDays, type Use } from '../habit.rules.ts';
import { halfLifeClass, type Lapse } from '../half-life.rules.ts';
import { gapsWanted, type Patience, patienceAfter, patienceOf } from '../patience.rules.ts';
import { PURPOSE_CLASS } from '../purpose.rules.ts';

/** A day is counted when it has passed, and the next maintenance may come late. */
const OUTAGE_STEP_MS_MAX = 2 * DAY_MS;

/** A lapse date that was recomputed for another reason than use, as it was stored then. */
export interface StoredPoint {
  at: number;
  cause: string;
  /** Null: the first time. */
  previous_lapses_at: number | null;
  lapses_at: number;
}

export interface GrantPast {
  granted_at: number;
  /** When Lapse first knew of it; left out where what was before is wanted too. */
  seen_at?: number;
  is_service: boolean;
  /** From when on it is asked about by a cycle, which has the half-life of the policy; left out or null of access without a purpose. */
  purpose_since?: number | null;
  use: Use;
  lapses_at: number;
  stored: readonly StoredPoint[];
}

export interface TimelinePoint {
  at: number;
  cause: string;
  /** Which of the active days, latest first; null for stored points. */
  day: number | null;
  stored: StoredPoint | null;
}

/**
 * The lapse dates a grant has had. Uses are kept as days, so a use is put at noon of its day, except the latest, and
 * its lapse date is that instant plus the patience its habit gave then. What shifted it besides is not kept per day:
 * it is taken for what it is today, less what stored changes have added since. A use that was reported late counts
 * from when it happened.
 */
export class Timeline {
  /** Ascending. */
  readonly points: readonly TimelinePoint[];
  readonly #past: GrantPast;
  readonly #policy: Policy;
  readonly #patience: Patience;
  readonly #gapsWanted: number;
  readonly #days: number[];
  /** Milliseconds by which the lapse date differs from use plus patience: before all points, then after each. */
  readonly #shifts: number[];
  readonly #bases = new Map<number | null, Lapse>();

  /** With `wanted` only so many of the last points are sure to be there; a daily habit has hundreds. */
  constructor(past: GrantPast, policy: Policy, wanted = Number.POSITIVE_INFINITY) {
    this.#past = past;
    this.#policy = policy;
    this.#patience = patienceOf(policy, past.is_service);
    this.#gapsWanted = gapsWanted(this.#patience);
    // One use more, for the date before the first point, and the gaps that made its patience.
    this.#days = activeDays(past.use, wanted + 1 + this.#gapsWanted);
    const uses: TimelinePoint[] = [];
    for (let day = 0; day < this.#days.length && day <= wanted; day += 1) {
      uses.push({ at: this.#useAt(day), cause: 'use', day, stored: null });
    }
    const changes = past.stored.map((stored) => ({ at: stored.at, cause: stored.cause, day: null, stored }));
    this.points = [...uses, ...changes].sort((a, b) => a.at - b.at || (a.day === null ? 1 : -1));
    let shift = past.lapses_at - this.#basisOf(this.#days.length > 0 ? 0 : null).lapses_at;
    this.#shifts = new Array(this.points.length + 1).fill(shift);
    for (let index = this.points.length - 1; index >= 0; index -= 1) {
      const { stored } = this.points[index] as TimelinePoint;
      if (stored !== null && stored.previous_lapses_at !== null) {
        shift -= stored.lapses_at - stored.previous_lapses_at;
      }
      this.#shifts[index] = shift;
    }
  }

  /** An outage that lasts is counted a day at a time: the next point counts more of the same. */
  isContinued(index: number): boolean {
    const [one, next] = [this.points[index], this.points[index + 1]];
    return (
      one?.cause === 'telemetry' &&
      next?.cause === 'telemetry' &&
      one.stored?.lapses_at === next.stored?.previous_lapses_at &&
      next.at - one.at <= OUTAGE_STEP_MS_MAX
    );
  }

  /** The change at a point. Stored ones are told as they were recorded, the days of one outage as one. */
  changeAt(index: number): { before: Lapse | null; after: Lapse } {
    const stored = this.points[index]?.stored;
    const after = this.#lapseAfter(index);
    if (!stored) return { before: this.#lapseAfter(index - 1), after };
    let first = index;
    while (this.isContinued(first - 1)) first -= 1;
    const lapses_at = this.points[first]?.stored?.previous_lapses_at ?? null;
    return {
      before: lapses_at === null ? null : { ...this.#lapseAfter(first - 1), lapses_at },
      after: { ...after, lapses_at: stored.lapses_at },
    };
  }

  /** What was in force at an instant; null before it was granted, and before anything was observed of it. */
  lapseAt(instant: number): Lapse | null {
    let [low, high] = [0, this.points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.points[middle] as TimelinePoint).at <= instant) low = middle + 1;
      else high = middle;
    }
    const { granted_at, seen_at = granted_at } = this.#past;
    const isUsed = this.#latestUse(low - 1) !== null;
    return !isUsed && instant < Math.max(granted_at, seen_at) ? null : this.#lapseAfter(low - 1, instant);
  }

  /** -1: before all points. */
  #lapseAfter(index: number, instant = this.points[index]?.at ?? this.#past.granted_at): Lapse {
    const { lapses_at, half_life_class } = this.#basisOf(this.#latestUse(index));
    const hasPurpose = instant >= (this.#past.purpose_since ?? Number.POSITIVE_INFINITY);
    return {
      lapses_at: lapses_at + (this.#shifts[index + 1] as number),
      half_life_class: hasPurpose ? PURPOSE_CLASS : half_life_class,
    };
  }

  /** Which of the active days was the latest at a point; null: none yet. */
  #latestUse(index: number): number | null {
    let latest = index;
    while (latest >= 0 && this.points[latest]?.day === null) latest--;
    return this.points[latest]?.day ?? null;
  }

  /** Use plus patience as of one of the active days; null: before any. */
  #basisOf(day: number | null): Lapse {
    let basis = this.#bases.get(day);
    if (basis === undefined) {
      const since = day === null ? this.#past.granted_at : this.#useAt(day);
      const patience = this.#patienceOn(day);
      const half_life_class = halfLifeClass(patience, this.#policy);
      basis = { lapses_at: since + patience * DAY_MS, half_life_class };
      this.#bases.set(day, basis);
    }
    return basis;
  }

  /** What the habit of that day made normal. */
  #patienceOn(day: number | null): number {
    if (day === null) return this.#patience.never_used_days;
    const gaps: number[] = [];
    const days = this.#days;
    for (let i = day; i + 1 < days.length && gaps.length < this.#gapsWanted; i += 1) {
      gaps.push((days[i] as number) - (days[i + 1] as number));
    }
    return patienceAfter(gaps, this.#patience);
  }

  #useAt(day: number): number {
    const latest = this.#past.use.last_used_at as number;
    return day === 0 ? latest : (this.#days[day] as number) * DAY_MS + DAY_MS / 2;
  }
}
