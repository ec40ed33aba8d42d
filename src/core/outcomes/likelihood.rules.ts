import type { ModelVersion, Policy } from '../policy/policy.rules.ts';
import { reviewScore } from '../scores/marks.rules.ts';

/**
 * How often access with such a score was really no longer needed, from the organisation's own answers. Cases are cut into groups of
 * neighbouring scores, and neighbours are pooled until the share rises with the score: an isotonic regression.
 */

/** A grant that was asked about, and what came of it. */
export type AnsweredCase = {
  /** As it was when it was asked. */
  score: number;
  /** False: it was needed. */
  no_longer_needed: boolean;
};

/** The answers about scores from one up to another; it goes on to where the next block begins. */
export interface LikelihoodBlock {
  from: number;
  to: number;
  cases: number;
  no_longer_needed: number;
}

/** All that is known of a tenant. No blocks: too few answers. */
export interface LikelihoodFit {
  model_version: ModelVersion;
  blocks: readonly LikelihoodBlock[];
}

export interface Likelihood {
  /** Between 0 and 1, exclusively. */
  share: number;
  /** Answers about access like this. */
  cases: number;
  /** Of those. */
  no_longer_needed: number;
}

/** Fewer say too little: with 100 cases a half may be anything from 40 to 60 %. */
export const CASES_MIN = 100;
/** Of either outcome: from people who only confirm, or only revoke, nothing can be told. */
export const OF_EITHER_MIN = 20;
/** With fewer, one answer would move the share by more than three points. */
export const BLOCK_CASES_MIN = 30;

/** So far above the highest score that was answered, nothing is known: most questions are asked as soon as a score is reached. */
export const REACH = 5;

/** In any order. None when there are too few. */
export function fitLikelihood(cases: readonly AnsweredCase[]): LikelihoodBlock[] {
  const over = cases.filter((each) => each.no_longer_needed).length;
  if (cases.length < CASES_MIN || Math.min(over, cases.length - over) < OF_EITHER_MIN) return [];
  const blocks: LikelihoodBlock[] = [];
  for (const group of groupsOf(cases)) {
    let top = group;
    for (let below = blocks.at(-1); below && shareOf(below) >= shareOf(top); below = blocks.at(-1)) {
      top = joined(below, top);
      blocks.pop();
    }
    blocks.push(top);
  }
  return blocks;
}

/** Equal scores stay together, so that the order of the cases does not matter. */
function groupsOf(cases: readonly AnsweredCase[]): LikelihoodBlock[] {
  const groups: LikelihoodBlock[] = [];
  let last = Number.NaN;
  for (const { score, no_longer_needed } of cases.toSorted((a, b) => a.score - b.score)) {
    const one = { from: score, to: score, cases: 1, no_longer_needed: no_longer_needed ? 1 : 0 };
    const group = groups.at(-1);
    if (group && (score === last || group.cases < BLOCK_CASES_MIN))
      groups.push(joined(groups.pop() ?? one, one));
    else groups.push(one);
    last = score;
  }
  const rest = groups.at(-1);
  const before = groups.at(-2);
  if (!rest || !before || rest.cases >= BLOCK_CASES_MIN) return groups;
  return [...groups.slice(0, -2), joined(before, rest)];
}

const joined = (below: LikelihoodBlock, above: LikelihoodBlock): LikelihoodBlock => ({
  from: below.from,
  to: above.to,
  cases: below.cases + above.cases,
  no_longer_needed: below.no_longer_needed + above.no_longer_needed,
});

/** By the rule of succession, as if each outcome had been seen once more: never certain. */
const shareOf = ({ cases, no_longer_needed }: LikelihoodBlock): number =>
  (no_longer_needed + 1) / (cases + 2);

/**
 * Of a grant with such a score. Null while there are too few answers; below the score at which people are asked and above what was
 * answered, because nobody has said anything there; for a score by another model than that of the answers; and for what is
 * asked about by its cycle.
 */
export function likelihoodOf(
  fit: LikelihoodFit | null,
  { score, model_version, has_purpose }: { score: number; model_version: number; has_purpose: boolean },
  policy: Policy,
): Likelihood | null {
  if (fit?.model_version !== model_version || has_purpose || score < reviewScore(policy)) return null;
  const block = fit.blocks.findLast(({ from }) => from <= score) ?? fit.blocks[0];
  if (!block || score > (fit.blocks.at(-1) as LikelihoodBlock).to + REACH) return null;
  return { share: shareOf(block), cases: block.cases, no_longer_needed: block.no_longer_needed };
}
