import { DEFAULT_POLICY, type Policy } from '../../src/core/policy/policy.rules.ts';
import { measure } from './measures.ts';
import { replay } from './replay.ts';
import { bgNbd, fitBgNbd } from './rules/bg-nbd.ts';
import { fixedWindow, fixedWindowAndDirectory } from './rules/fixed-window.ts';
import { lapse } from './rules/lapse.ts';
import type { Rule } from './rules/rule.ts';
import { trueCadence } from './rules/true-cadence.ts';
import { withLikelihood } from './rules/with-likelihood.ts';
import type { World } from './world.ts';

/** The rule whose wrong alarms the aims are measured against. */
export const NINETY = fixedWindow(90);
export const FIRST_POLICY: Policy = { ...DEFAULT_POLICY, model_version: 1 };
const SECOND_POLICY: Policy = { ...DEFAULT_POLICY, model_version: 2 };
export const MODEL = lapse('Lapse', FIRST_POLICY);
export const SECOND_MODEL = lapse('Lapse, second model', SECOND_POLICY);

/** All rules that are compared on the worlds. Whatever has to be fitted is fitted on the training worlds. */
export function competitors(training: readonly World[]): Rule[] {
  const parameters = fitBgNbd(training);
  const reviews = reviewsOf(NINETY, training);
  return [
    fixedWindow(30),
    fixedWindow(60),
    NINETY,
    fixedWindow(180),
    fixedWindowAndDirectory(90),
    asBusyAs(reviews, (threshold) => bgNbd(parameters, threshold), training),
    MODEL,
    withLikelihood(SECOND_MODEL, SECOND_POLICY, training),
    asBusyAs(reviews, trueCadence, training),
  ];
}

const reviewsOf = (rule: Rule, worlds: readonly World[]): number =>
  measure(worlds.flatMap((world) => replay(world, rule))).reviews;

/** The threshold, in logarithms of odds, at which a rule makes as many reviews as another one: halved until it is close. */
function asBusyAs(reviews: number, rule: (threshold: number) => Rule, worlds: readonly World[]): Rule {
  let [low, high] = [-6, 8];
  for (let step = 0; step < 8; step++) {
    const middle = (low + high) / 2;
    if (reviewsOf(rule(middle), worlds) > reviews) low = middle;
    else high = middle;
  }
  return rule((low + high) / 2);
}
