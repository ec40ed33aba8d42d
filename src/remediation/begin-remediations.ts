import type { Policy } from '../core/policy/policy.rules.ts';
import type { DecisionRow } from '../core/reviews/decisions/decisions.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { toldElsewhere } from './guards/foresee-elsewhere.ts';
import { foreseeRemediations } from './guards/guard-facts.ts';
import { refusalsOf } from './guards/guards.rules.ts';
import { startRemediations } from './start-remediations.ts';

/**
 * Starts the remediation of what these decisions revoke. Answers what is known of the guards by then; the worker asks them again,
 * and decides.
 */
export async function beginRemediations(
  tx: Querier,
  decisions: readonly DecisionRow[],
  by: { requested_by: string; policy: Policy; now: number },
) {
  const { requested_by, policy, now } = by;
  const grants = decisions
    .filter(({ decision }) => decision === 'REVOKE')
    .map(({ id, grant_id, review_id, reason }) => ({ grant_id, review_id, decision_id: id, reason }));
  if (grants.length === 0) return [];
  const started = await startRemediations(tx, { grants, requested_by, now });
  const foreseen = await foreseeRemediations(tx, started, { policy, now });
  return started.map(({ id, grant_id, execution }) => {
    const { verdicts = [], elsewhere = null } = foreseen.get(grant_id) ?? {};
    return {
      id,
      grant_id,
      execution,
      elsewhere: elsewhere && toldElsewhere(elsewhere),
      refused_by: refusalsOf(verdicts),
    };
  });
}
