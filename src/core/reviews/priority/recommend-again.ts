import type { Querier } from '../../../platform/database/database.ts';
import { foreseeRefusals, refusedOf } from '../../../remediation/guards/foresee-refusals.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import type { GradedGrant } from '../graded-grants.ts';
import { type Recommendation, recommend, unlessRefused } from '../review.rules.ts';

export interface GradedReview {
  id: string;
  access_grant_ids: readonly string[];
  grants: readonly GradedGrant[];
}

/**
 * What the evidence of open reviews recommends as of now, without the rest of it, by the id of the review. Only what would be revoked needs
 * to know the guards.
 */
export async function recommendAgain(
  q: Querier,
  reviews: readonly GradedReview[],
  { policy, now }: { policy: Policy; now: number },
): Promise<ReadonlyMap<string, Recommendation>> {
  const recommended = reviews.map(({ id, access_grant_ids, grants }) => {
    const recommendation = recommend(Math.max(0, ...grants.map(({ score }) => score)), {
      // Where nobody watches at the moment, a guard refuses.
      fully_observed: grants.every(({ facts }) => facts.unobserved_ms === 0),
      has_purpose: grants.some(({ facts }) => facts.purpose !== null),
      is_refused: false,
    });
    return { id, access_grant_ids, recommendation };
  });
  const revocable = recommended.filter(({ recommendation }) => recommendation === 'REVOKE');
  const refusals = await foreseeRefusals(
    q,
    revocable.flatMap(({ access_grant_ids }) => access_grant_ids),
    { policy, now },
  );
  return new Map(
    recommended.map(({ id, access_grant_ids, recommendation }) => [
      id,
      unlessRefused(recommendation, refusedOf(access_grant_ids, refusals).length > 0),
    ]),
  );
}
