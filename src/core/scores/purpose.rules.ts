import { counted } from '../../platform/counted.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import type { Purpose } from '../directory/directory.rules.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { backoffDays } from '../reviews/decisions/decision.rules.ts';
import { dayOf, type Use, useUntil } from './habit.rules.ts';
import type { Lapse } from './half-life.rules.ts';

/**
 * Access that is kept for a case in which it is needed. That it is not used says nothing, and that it is used does not settle
 * whether it is still wanted: it is asked about by a cycle of its own.
 */
export interface PurposeFacts {
  /** That of the grant, else that of its principal; null: it is there to be used. */
  purpose: Purpose | null;
  /** Null while it has none. */
  purpose_since: number | null;
  granted_at: number;
  /** When a reviewer last confirmed it; known of access with a purpose. */
  confirmed_at: number | null;
}

export const NO_PURPOSE = { purpose: null, purpose_since: null, confirmed_at: null };

const NAMES: Readonly<Record<Purpose, string>> = {
  standby: 'Standby access',
  break_glass: 'Break-glass access',
};

export const cycleDays = (purpose: Purpose, policy: Pick<Policy, 'purpose'>): number =>
  purpose === 'standby' ? policy.purpose.standby_days : policy.purpose.break_glass_days;

/** Its score moves by the half-life of the policy. */
export const PURPOSE_CLASS = 0;

/** From when the cycle counts. */
export const askedSince = ({
  granted_at,
  confirmed_at,
}: Pick<PurposeFacts, 'granted_at' | 'confirmed_at'>): number =>
  Math.max(granted_at, confirmed_at ?? granted_at);

/** That of access with a purpose, by the half-life of the policy; null for any other. */
export function purposeLapse(facts: PurposeFacts, policy: Policy): Lapse | null {
  if (facts.purpose === null) return null;
  return {
    lapses_at: askedSince(facts) + cycleDays(facts.purpose, policy) * DAY_MS,
    half_life_class: PURPOSE_CLASS,
  };
}

export const cycleReason = (purpose: Purpose, policy: Policy): string =>
  `${NAMES[purpose]}: asked about every ${counted(cycleDays(purpose, policy), 'day')}, whether used or not.`;

/** The use that has moved its lapse date: none has since it got a purpose. Of the day on which it did, only a latest use is known. */
export function movingUse(use: Use, purposeSince: number | null): Use {
  if (purposeSince === null || (use.last_used_at ?? purposeSince) <= purposeSince) return use;
  return useUntil(use, dayOf(purposeSince) * DAY_MS - 1);
}

/**
 * How long a confirmation of grants holds, of which some may have a purpose: by itself, and at most. The next cycle of none of them
 * is put off.
 */
export function confirmationDays(
  purposes: readonly (Purpose | null)[],
  policy: Policy,
  timesSinceUse: number,
): { usual: number; longest: number } {
  const cycles = purposes.flatMap((purpose) => (purpose === null ? [] : [cycleDays(purpose, policy)]));
  const others =
    cycles.length < purposes.length || cycles.length === 0 ? [backoffDays(policy, timesSinceUse)] : [];
  return { usual: Math.min(...cycles, ...others), longest: Math.min(...cycles) };
}
