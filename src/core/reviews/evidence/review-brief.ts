import type { Querier } from '../../../platform/database/database.ts';
import { foreseeRefusals, refusedOf } from '../../../remediation/guards/foresee-refusals.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { completeFacts, loadGrantFacts, type StoredFacts } from '../../scores/apply/grant-facts.sql.ts';
import type { Lapse } from '../../scores/half-life.rules.ts';
import { lapseOf } from '../../scores/lapse-date.rules.ts';
import type { GrantFacts } from '../../scores/shifts.rules.ts';
import type { Recommendation } from '../review.rules.ts';
import type { StoredReview } from '../reviews.sql.ts';
import { adviseOn, roundedScore } from './advice.rules.ts';
import type { Evidence } from './evidence.rules.ts';
import { loadPairNames } from './pair-names.sql.ts';
import { pairKey } from './pairs.sql.ts';

/** What a row of a list says of a review. */
export interface Brief {
  principal_name: string | null;
  asset_name: string | null;
  platform: string | null;
  current_score: number;
}

export function factsAsOfNow(known: StoredFacts, policy: Policy): { facts: GrantFacts; lapse: Lapse } {
  const facts = completeFacts(known, { use: known.facts, anomaly_signals: known.facts.anomaly_signals });
  return { facts, lapse: known.stored ?? lapseOf(facts, policy) };
}

/** As it was kept; of what was closed without evidence, with the score of when it was asked. */
export const briefIn = ({ principal, asset, score }: Partial<Evidence>, decayScore: number): Brief => ({
  principal_name: principal?.display_name ?? null,
  asset_name: asset?.name ?? null,
  platform: asset?.platform ?? null,
  current_score: score?.current ?? decayScore,
});

/** The same as the evidence of these reviews says as of now, without the rest of it, by the id of the review. */
export async function gatherBriefs(
  q: Querier,
  reviews: readonly StoredReview[],
  { policy, now }: { policy: Policy; now: number },
): Promise<Map<string, Brief & { recommendation: Recommendation }>> {
  if (reviews.length === 0) return new Map();
  const grantIds = [...new Set(reviews.flatMap((review) => review.access_grant_ids))];
  const pairs = new Map((await loadPairNames(q, reviews)).map((pair) => [pairKey(pair), pair]));
  const known = await loadGrantFacts(q, grantIds);
  const grants = new Map(known.map((each) => [each.grant_id, factsAsOfNow(each, policy)]));
  const refusals = await foreseeRefusals(q, grantIds, { policy, now });
  return new Map(
    reviews.flatMap((review) => {
      const pair = pairs.get(pairKey(review));
      if (!pair) return [];
      const { is_watched, principal_name, asset_name, platform } = pair;
      const own = review.access_grant_ids.flatMap((id) => grants.get(id) ?? []);
      const is_refused = refusedOf(review.access_grant_ids, refusals).length > 0;
      const { score, recommendation } = adviseOn(own, { is_watched, is_refused }, policy, now);
      const current_score = roundedScore(score);
      return [[review.id, { principal_name, asset_name, platform, current_score, recommendation }]];
    }),
  );
}
