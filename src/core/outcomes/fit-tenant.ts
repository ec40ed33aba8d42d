import type { PipelineContext } from '../pipeline/process-tenant.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import { fitLikelihood } from './likelihood.rules.ts';
import { saveLikelihoods } from './likelihoods.sql.ts';
import { loadCases } from './outcomes.sql.ts';

/** Finds out again how often what was asked about was no longer needed. Answers that it was done. */
export async function fitTenant(
  { db, now }: Pick<PipelineContext, 'db' | 'now'>,
  tenantId: number,
): Promise<boolean> {
  await db.transaction(tenantId, async (tx) => {
    // Taken before the answers are read: what is answered meanwhile may not be among them.
    const fitted_at = now();
    const { policy } = await loadPolicy(tx);
    const blocks = fitLikelihood(await loadCases(tx, policy, fitted_at));
    await saveLikelihoods(tx, { model_version: policy.model_version, blocks }, fitted_at);
  });
  return true;
}
