import type { PipelineContext } from '../pipeline/process-tenant.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import { learnTenant } from './learn-tenant.ts';
import { fitLikelihood } from './likelihood.rules.ts';
import { saveLikelihoods } from './likelihoods.sql.ts';
import { loadCases } from './outcomes.sql.ts';

/** Finds out again how often what was asked about was no longer needed, and what that teaches. Answers that it was done. */
export async function fitTenant(
  context: Pick<PipelineContext, 'db' | 'now'>,
  tenantId: number,
): Promise<boolean> {
  const { db, now } = context;
  await learnTenant(context, tenantId);
  await db.transaction(tenantId, async (tx) => {
    // Taken before the answers are read: what is answered meanwhile may not be among them.
    const fitted_at = now();
    const { policy } = await loadPolicy(tx);
    const blocks = fitLikelihood(await loadCases(tx, policy, fitted_at));
    await saveLikelihoods(tx, { model_version: policy.model_version, blocks }, fitted_at);
  });
  return true;
}
