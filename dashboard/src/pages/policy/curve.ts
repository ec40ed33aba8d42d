import type { Policy } from './policy-draft.ts';

export const HABITS = ['daily', 'weekly', 'monthly', 'unknown', 'never'] as const;
export type Habit = (typeof HABITS)[number];

/** Usual gap in days between two uses. */
const GAPS: Readonly<Partial<Record<Habit, number>>> = { daily: 1, weekly: 7, monthly: 30 };

export interface Access {
  habit: Habit;
  classification: keyof Policy['shifts']['classification'];
  permission: keyof Policy['shifts']['permission'];
}

type Numbers = Pick<Policy, 'half_life_days' | 'patience' | 'shifts'>;

/** Days without use after which the score of such access is 50, if nothing else is known about it. */
export function lapseDays(
  { patience, shifts }: Numbers,
  { habit, classification, permission }: Access,
): number {
  const gap = GAPS[habit];
  const tolerated =
    gap !== undefined
      ? Math.min(patience.max_days, Math.floor(patience.base_days + patience.gap_factor * gap + 0.5))
      : habit === 'never'
        ? patience.never_used_days
        : Math.max(patience.unknown_days, patience.base_days);
  const shifted = tolerated + shifts.classification[classification] + shifts.permission[permission];
  return Math.max(patience.min_days, shifted);
}

/** Score after so many days without use. */
export function scoreAfter(policy: Numbers, access: Access, days: number): number {
  return 100 / (1 + 2 ** ((lapseDays(policy, access) - days) / policy.half_life_days));
}

/** How far the picture must reach so that all of the curves can be seen rising. */
export function curveDays(policies: readonly Numbers[], access: Access): number {
  const ends = policies.map((policy) => lapseDays(policy, access) + 5 * policy.half_life_days);
  return Math.ceil(Math.max(60, ...ends) / 20) * 20;
}
