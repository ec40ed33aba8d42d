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
  const { patience, shifts, model_version } = policy;
  const tolerated = toleratedDays(policy, habit);
  const shifted = tolerated + shifts.classification[classification] + shifts.permission[permission];
  const fresh = model_version === 1 ? patience.min_days : Math.min(patience.min_days, tolerated);
  return Math.max(fresh, shifted);
}

function toleratedDays(policy: Numbers, habit: Habit): number {
  const { patience } = policy;
  const gap = GAPS[habit];
  if (gap !== undefined) return patienceOf(policy, gap);
  return habit === 'never'
    ? patience.never_used_days
    : Math.max(patience.unknown_days, patienceOf(policy, 0));
}

/** By the second model a score moves the more slowly the more patience the habit has. */
function halfLifeDays(policy: Numbers, { habit }: Access): number {
  if (policy.model_version === 1) return policy.half_life_days;
  return policy.half_life_days * 2 ** halfLifeClass(toleratedDays(policy, habit));
}

/** As the service has it. */
const halfLifeClass = (tolerated: number): number =>
  [20, 40, 80, 160].filter((days) => days <= tolerated).length - 1;

function patienceOf({ model_version, patience, rhythm }: Numbers, gap: number): number {
  const days =
    model_version === 1
      ? Math.floor(patience.base_days + patience.gap_factor * gap + 0.5)
      : rhythm.people_base_days + gap + Math.min(gap, rhythm.margin_days);
  return Math.min(patience.max_days, days);
}

/** Score after so many days without use. */
export function scoreAfter(policy: Numbers, access: Access, days: number): number {
  return 100 / (1 + 2 ** ((lapseDays(policy, access) - days) / halfLifeDays(policy, access)));
}

/** How far the picture must reach so that all of the curves can be seen rising. */
export function curveDays(policies: readonly Numbers[], access: Access): number {
  const ends = policies.map((policy) => lapseDays(policy, access) + 5 * halfLifeDays(policy, access));
  return Math.ceil(Math.max(60, ...ends) / 20) * 20;
}
