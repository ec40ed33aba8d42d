import type { Policy } from '../../policy/policy.rules.ts';
import { compareStaleness, type Lapse, scoreOfLapse } from '../../scores/half-life.rules.ts';
import type { GrantFacts } from '../../scores/shifts.rules.ts';
import { type Recommendation, recommend } from '../review.rules.ts';

/** Of a grant, as much as says how stale it is and what may be suggested about it. */
export interface AdvisedGrant {
  lapse: Lapse;
  facts: Pick<GrantFacts, 'purpose' | 'unobserved_ms'>;
}

/** How stale the access that a review asks about is, by its stalest grant, and what is suggested. */
export function adviseOn<G extends AdvisedGrant>(
  grants: readonly G[],
  { is_watched, is_refused }: { is_watched: boolean; is_refused: boolean },
  policy: Policy,
  now: number,
): { stalest: G | null; score: number; recommendation: Recommendation } {
  const stalest = grants.reduce<G | null>(
    (a, b) => (a === null || compareStaleness(b.lapse, a.lapse, now) > 0 ? b : a),
    null,
  );
  const score = stalest === null ? 0 : scoreOfLapse(stalest.lapse, now, policy);
  const fully_observed = is_watched && grants.every(({ facts }) => facts.unobserved_ms <= 0);
  const has_purpose = grants.some(({ facts }) => facts.purpose !== null);
  return { stalest, score, recommendation: recommend(score, { fully_observed, has_purpose, is_refused }) };
}

export const roundedScore = (score: number): number => Math.round(score * 10_000) / 10_000;
