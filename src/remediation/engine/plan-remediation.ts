import type { Edge, NotPossible, RevokePlan } from '../../connectors/connector.ts';
import { choosePath, type PathSummary, summaryOf } from './plan.rules.ts';
import { isFilledElsewhere, type PlannedElsewhere, planElsewhere } from './plan-elsewhere.ts';
import { isMemberElsewhere, planMember } from './plan-member.ts';
import { CALL_TIMEOUT_MS, type Remediation } from './remediation-context.ts';

/** What the platform says about the access, before the guards are asked. */
export type PlannedRemediation =
  | (Extract<RevokePlan, { outcome: 'planned' }> & {
      path: PathSummary;
      others: PathSummary[];
      edge: Edge;
      /** Whose edge it is, when not the asset's connector's. */
      at: PlannedElsewhere['at'] | null;
    })
  /** `by`: who says so, when not the asset's connector. */
  | { outcome: 'already_absent'; by?: string; others: PathSummary[] }
  | (NotPossible & { others: PathSummary[] });

/** Asks the platform by which ways the access is there, and how the one of the grant would be closed. */
export async function planRemediation(removal: Remediation): Promise<PlannedRemediation> {
  const { connector, keys } = removal;
  if (isMemberElsewhere(keys)) return planMember(removal, keys);
  const { principal_key, asset_key } = keys;
  const options = { timeout_ms: CALL_TIMEOUT_MS };
  const paths = await connector.paths({ principal_key, asset_key }, options);
  const { chosen, others: remaining } = choosePath(paths, keys);
  const others = remaining.map(summaryOf);
  if (chosen === null) return { outcome: 'already_absent', others };
  if (chosen.edge === null) {
    return {
      outcome: 'not_possible',
      reason: chosen.kind === 'owner' || chosen.kind === 'superuser' ? chosen.kind : 'not_supported',
      message: `${chosen.description} It cannot be taken from this principal alone.`,
      others,
    };
  }
  const plan = await connector.plan(chosen.edge, options);
  if (plan.outcome === 'not_possible' && isFilledElsewhere(plan)) {
    const { edge, permission } = chosen;
    const found = await planElsewhere(removal, { edge, refusal: plan, permission });
    if ('outcome' in found) return { ...found, others };
    return {
      ...found.plan,
      path: found.path,
      others: [...others, ...found.others],
      edge: found.edge,
      at: found.at,
    };
  }
  if (plan.outcome !== 'planned') return { ...plan, others };
  return { ...plan, path: summaryOf(chosen), others, edge: chosen.edge, at: null };
}
