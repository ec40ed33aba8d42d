import { fitLikelihood, likelihoodOf } from '../../../src/core/outcomes/likelihood.rules.ts';
import type { Policy } from '../../../src/core/policy/policy.rules.ts';
import { reviewScore } from '../../../src/core/scores/marks.rules.ts';
import { sample } from '../ranking.ts';
import type { World } from '../world.ts';
import type { Rule } from './rule.ts';

/** A rule with the likelihood that the service would give, fitted to what is true in the training worlds at scores that are asked about. */
export function withLikelihood(rule: Rule, policy: Policy, training: readonly World[]): Rule {
  const cases = training
    .flatMap((world) => sample(world, rule))
    .filter(({ score }) => score >= reviewScore(policy))
    .map(({ score, ended }) => ({ score, no_longer_needed: ended }));
  const { model_version } = policy;
  const fit = { model_version, blocks: fitLikelihood(cases) };
  return {
    name: rule.name,
    watch(access, world) {
      const watch = rule.watch(access, world);
      const has_purpose = access.principal.purpose !== null;
      return {
        isStale: (day) => watch.isStale(day),
        scoreAt: (day) => watch.scoreAt(day),
        likelihoodAt: (day) =>
          likelihoodOf(fit, { score: watch.scoreAt(day), model_version, has_purpose }, policy)?.share ?? null,
        confirm: (day) => watch.confirm(day),
      };
    },
  };
}
