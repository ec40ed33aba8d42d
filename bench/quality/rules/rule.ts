import type { WatchedAccess, World } from '../world.ts';

/** A way to tell stale access from its history. */
export interface Rule {
  name: string;
  watch(access: WatchedAccess, world: World): Watch;
}

/** Days are asked for in ascending order, and nothing after the day in question may be looked at. */
export interface Watch {
  /** Should somebody be asked today, if nobody was asked already? */
  isStale(day: number): boolean;
  /** Anything that ranks: higher is staler. Compared within one rule only. */
  scoreAt(day: number): number;
  /** The chance that the access is no longer needed; null if the rule does not say. */
  likelihoodAt(day: number): number | null;
  /** A reviewer has answered "still needed". How long that holds is the rule's own business. */
  confirm(day: number): void;
}
