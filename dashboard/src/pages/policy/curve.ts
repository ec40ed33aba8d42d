import type { Policy } from './policy-draft.ts';

export const HABITS = ['daily', 'weekly', 'monthly', 'quarterly', 'unknown', 'never'] as const;
export type Habit = (typeof HABITS)[number];

/** Usual gap in days between two uses. */
const GAPS: Readonly<Partial<Record<Habit, number>>> = { daily: 1, weekly: 7, monthly: 30, quarterly: 91 };

export interface Access {
  habit: Habit;
  classification: keyof Policy['shifts']['classification'];
  permission: keyof Policy['shifts']['permission'];
}

type Numbers = Pick<Policy, 'model_version' | 'half_life_days' | 'patience' | 'rhythm' | 'shifts'>;

/** Days without use after which the score of such access of a person is 50, if nothing else is known about it. */
export function lapseDays(policy: Numbers, { habit, classification, permission }: Access): number {
  const { patience, shifts } = policy;
  const gap = GAPS[habit];
  const tolerated =
    gap !== undefined
      ? patienceOf(policy, gap)
      : habit === 'never'
        ? patience.never_used_days
        : Math.max(patience.unknown_days, patienceOf(policy, 0));
  const shifted = tolerated + shifts.classification[classification] + shifts.permission[permission];
  return Math.max(patience.min_days, shifted);
}

function patienceOf({ model_version, patience, rhythm }: Numbers, gap: number): number {
  const days =
    model_version === 1
      ? Math.floor(patience.base_days + patience.gap_factor * gap + 0.5)
      : rhythm.people_base_days + gap + Math.min(gap, rhythm.margin_days);
  return Math.min(patience.max_days, days);
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
