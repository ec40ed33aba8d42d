import type { EndCause } from '../access.ts';
import type { Asset, Principal } from '../organisation.ts';
import type { Random } from '../random.ts';
import type { Outage } from '../world.ts';
import type { Habit } from './habits.ts';
import { WORLD_DAYS } from './timeline.ts';

/** One access as a world describes it; `assemble` lives it. */
export interface Draft {
  principal: Principal;
  asset: Asset;
  permission: string;
  granted: number;
  neededUntil: number;
  cause: EndCause | null;
  habit: Habit;
  /** Days before the end over which use thins out to a third; 0: it ends all at once. */
  thins: number;
  /** Accounts that use it in the holder's name. */
  usedBy?: Visitor[];
}

export interface Visitor {
  account: number;
  /** Days apart. */
  every: number;
  /** Real work for the holder, which ends with the need; the others come by whether it is needed or not. */
  isWork: boolean;
}

/** What a world makes of a seed. */
export interface Scene {
  drafts: Draft[];
  /** Times without telemetry that Lapse knows of. */
  outages?: Outage[];
  /** Times in which a share of the events is lost and nobody knows. */
  losses?: (Outage & { share: number })[];
}

/** A kind of world: one file each. */
export interface WorldKind {
  name: string;
  /** `size` is about the number of people; the mix asks for fewer of everybody. */
  build(random: Random, size: number): Scene;
}

export interface Need {
  until: number;
  cause: EndCause | null;
}

/** The first of several ends decides; ends after the last day are none. */
export function firstEnd(needs: readonly Need[]): Need {
  const first = needs.reduce((one, other) => (other.until < one.until ? other : one));
  return first.until < WORLD_DAYS ? first : { until: Infinity, cause: null };
}

export function draft(
  random: Random,
  of: { principal: Principal; asset: Asset; granted: number; habit: Habit },
  need: Need,
): Draft {
  const neededUntil = Math.max(of.granted, Math.floor(need.until));
  return {
    ...of,
    permission: random.weighted({ Reader: 60, ReadWrite: 28, Admin: 8, Owner: 4 }),
    neededUntil,
    cause: neededUntil < Infinity ? need.cause : null,
    thins: random.chance(1 / 3) ? 42 : 0,
  };
}
