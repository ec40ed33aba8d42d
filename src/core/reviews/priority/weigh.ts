import { isoInstant } from '../../../platform/iso-instant.ts';
import { PERMISSIONS } from '../../directory/permission.rules.ts';
import { type LikelihoodFit, likelihoodOf } from '../../outcomes/likelihood.rules.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { shownScore } from '../../scores/decay.rules.ts';
import { dormantAt, type GrantFacts } from '../../scores/shifts.rules.ts';
import type { GradedGrant } from '../graded-grants.ts';
import { type AccountState, type PriorityFacts, priorityOf, type Weighed } from './priority.rules.ts';

/** Of a review about these grants of one principal on one asset. */
export function weigh(
  grants: readonly GradedGrant[],
  {
    assets,
    likelihoods,
    policy,
    now,
  }: { assets: number; likelihoods: LikelihoodFit | null; policy: Policy; now: number },
): Weighed {
  const [first, ...others] = grants;
  if (!first) return { priority: 0, priority_facts: null, weighed_at: isoInstant(now) };
  const stalest = others.reduce((most, grant) => (grant.score > most.score ? grant : most), first);
  const { score, model_version, facts } = stalest;
  const has_purpose = grants.some((grant) => grant.facts.purpose !== null);
  const permissions = grants.map((grant) => grant.facts.permission);
  const priority_facts: PriorityFacts = {
    score: shownScore(score),
    likelihood: likelihoodOf(likelihoods, { score, model_version, has_purpose }, policy)?.share ?? null,
    classification: facts.classification,
    permission: PERMISSIONS.findLast((permission) => permissions.includes(permission)) ?? null,
    assets,
    account: accountState(
      grants.map((grant) => grant.facts),
      policy,
      now,
    ),
  };
  return { priority: priorityOf(priority_facts), priority_facts, weighed_at: isoInstant(now) };
}

/** Of one account: what any of its grants was used for counts as a sign of it. */
function accountState(facts: readonly GrantFacts[], policy: Policy, now: number): AccountState | null {
  if (facts.some(({ disabled }) => disabled)) return 'disabled';
  const isDormant = facts.every((each) => {
    const from = dormantAt(each, policy.shifts.dormant.after_days);
    return from !== null && from <= now;
  });
  return isDormant ? 'dormant' : null;
}
