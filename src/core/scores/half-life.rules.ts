import type { ModelVersion, Policy } from '../policy/policy.rules.ts';
import { lapseDateOf, scoreAt } from './decay.rules.ts';

/**
 * How slowly a score moves around its lapse date. Each class takes twice as long as the one before it; 0 is the half-life of
 * the policy. A few classes instead of any half-life, because scores of one class are in the order of their lapse dates at
 * every instant: a list by score merges one range of an index for each.
 */
export const HALF_LIFE_CLASSES = [-1, 0, 1, 2, 3] as const;
const [FASTEST, SLOWEST] = [HALF_LIFE_CLASSES[0], HALF_LIFE_CLASSES[HALF_LIFE_CLASSES.length - 1] as number];

/** The whole state of a score: when it is 50, in milliseconds since 1970, and how slowly it moves there. */
export interface Lapse {
  lapses_at: number;
  half_life_class: number;
}

type HalfLife = Pick<Policy, 'half_life_days'>;

export const halfLifeDays = (half_life_class: number, policy: HalfLife): number =>
  policy.half_life_days * 2 ** half_life_class;

/** What a score is at an instant. */
export const scoreOfLapse = ({ lapses_at, half_life_class }: Lapse, now: number, policy: HalfLife): number =>
  scoreAt(lapses_at, now, halfLifeDays(half_life_class, policy));

/** For each class, in their order. */
export const byClass = <T>(policy: HalfLife, of: (halfLifeDays: number) => T): T[] =>
  HALF_LIFE_CLASSES.map((half_life_class) => of(halfLifeDays(half_life_class, policy)));

/** For each class: what lapses later is below the threshold of reviews. */
export const lastFreshDates = (policy: Pick<Policy, 'half_life_days' | 'review'>, now: number): number[] =>
  byClass(policy, (halfLife) => lapseDateOf(policy.review.threshold, now, halfLife));

/** What is tolerated at least where a score moves with the policy's half-life. */
const CLASS_0_DAYS = 20;

/**
 * In the second model: the slowest class whose half-life is at most half the patience. So a score is under 20 right after a
 * use, and 80 at twice the patience or some time before, whatever the habit: 80 days of silence mean as much of a monthly
 * job as two weeks of a daily one.
 */
export function halfLifeClass(
  patienceDays: number,
  { model_version }: Pick<Policy, 'model_version'>,
): number {
  if (model_version === 1) return 0;
  let half_life_class: number = FASTEST;
  for (let days = CLASS_0_DAYS; days <= patienceDays && half_life_class < SLOWEST; days *= 2)
    half_life_class += 1;
  return half_life_class;
}

/** What it was while a model was in force: the first has one half-life. */
export const byModel = (lapse: Lapse, model_version: ModelVersion): Lapse =>
  model_version === 1 ? { ...lapse, half_life_class: 0 } : lapse;

/** Those that a policy's scores have. After a change of the model a score may have another one until it is recomputed. */
export const classesOf = ({ model_version }: Pick<Policy, 'model_version'>): readonly number[] =>
  model_version === 1 ? [0] : HALF_LIFE_CLASSES;

/** When a grant becomes staler than another that is staler now; infinite: never, as it does not go stale faster. */
export function overtakesAt(faster: Lapse, slower: Lapse): number {
  const factor = 2 ** (slower.half_life_class - faster.half_life_class);
  if (factor <= 1) return Number.POSITIVE_INFINITY;
  return (factor * faster.lapses_at - slower.lapses_at) / (factor - 1);
}

/** Positive: the first is staler at the instant; 0: as stale. */
export function compareStaleness(a: Lapse, b: Lapse, now: number): number {
  return (now - a.lapses_at) / 2 ** a.half_life_class - (now - b.lapses_at) / 2 ** b.half_life_class;
}
