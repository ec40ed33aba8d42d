import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { loadLikelihoods } from '../../outcomes/likelihoods.sql.ts';
import type { PipelineContext } from '../../pipeline/process-tenant.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import { loadGrantFacts } from '../../scores/apply/grant-facts.sql.ts';
import { isUrgent } from '../budget/budget.rules.ts';
import { gradeGrants } from '../graded-grants.ts';
import { endWaitsForHolders } from '../holder/holder-first.sql.ts';
import type { Recommendation } from '../review.rules.ts';
import { countAssets, listWeighedBefore, saveWeights, type WeighedBefore } from './priorities.sql.ts';
import { recommendAgain } from './recommend-again.ts';
import { weigh } from './weigh.ts';

/** Scores rise, accounts are disabled and answers come in: a weight is good for a day. */
const GOOD_FOR_MS = DAY_MS;
const AT_ONCE = 1_000;

/** Weighs open reviews again that were weighed a day ago, with what is recommended by then, some at a time. Answers whether there were any. */
export async function weighAgain(
  { db, ...context }: Pick<PipelineContext, 'db' | 'now'>,
  tenantId: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const now = context.now();
  const before = isoInstant(now - GOOD_FOR_MS);
  let last: WeighedBefore | null = null;
  let weighed = 0;
  do {
    const q = db.tenant(tenantId);
    const found: WeighedBefore[] = await listWeighedBefore(q, before, last, AT_ONCE);
    if (found.length === 0) break;
    const { policy } = await loadPolicy(q);
    const likelihoods = await loadLikelihoods(q);
    const assets = await countAssets(
      q,
      found.map((review) => review.principal_id),
    );
    const facts = await loadGrantFacts(
      q,
      found.flatMap((review) => review.access_grant_ids),
    );
    const factsOf = new Map(facts.map((known) => [known.grant_id, known]));
    const graded = found.map((review) => ({
      ...review,
      grants: gradeGrants(review.access_grant_ids, factsOf, { policy, now }),
    }));
    const recommended = await recommendAgain(q, graded, { policy, now });
    const weights = graded.map(({ id, principal_id, grants }) => ({
      id,
      ...weigh(grants, { assets: assets.get(principal_id) ?? 0, likelihoods, policy, now }),
      recommendation: recommended.get(id) as Recommendation,
    }));
    // What has become urgent is not left to its holder any longer.
    const urgent = weights.filter(isUrgent).map(({ id }) => id);
    weighed += await db.transaction(tenantId, async (tx) => {
      const saved = await saveWeights(tx, weights);
      await endWaitsForHolders(tx, urgent);
      return saved;
    });
    last = found.length < AT_ONCE ? null : (found.at(-1) ?? null);
  } while (last !== null && !signal?.aborted);
  return weighed > 0;
}
