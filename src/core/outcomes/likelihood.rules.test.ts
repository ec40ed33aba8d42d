import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../policy/policy.rules.ts';
import { reviewScore } from '../scores/marks.rules.ts';
import {
  type AnsweredCase,
  BLOCK_CASES_MIN,
  CASES_MIN,
  fitLikelihood,
  likelihoodOf,
  OF_EITHER_MIN,
  REACH,
} from './likelihood.rules.ts';

/** `over` of them no longer needed. */
const some = (score: number, cases: number, over: number): AnsweredCase[] =>
  Array.from({ length: cases }, (_, i) => ({ score, no_longer_needed: i < over }));

const least = reviewScore(DEFAULT_POLICY);
const at = (cases: readonly AnsweredCase[], score: number) =>
  likelihoodOf(
    { model_version: 1, blocks: fitLikelihood(cases) },
    { score, model_version: 1, has_purpose: false },
    DEFAULT_POLICY,
  );

const answered = fc.array(
  fc.record({
    // Few values, so that many are equal, or any.
    score: fc.oneof(fc.integer({ min: 55, max: 70 }), fc.double({ min: 0, max: 100, noNaN: true })),
    no_longer_needed: fc.boolean(),
  }),
  { minLength: 0, maxLength: 400, size: 'max' },
);

describe('whatever was answered', () => {
  const property = (check: (cases: AnsweredCase[], blocks: ReturnType<typeof fitLikelihood>) => void) =>
    fc.assert(
      fc.property(answered, (cases) => check(cases, fitLikelihood(cases))),
      { numRuns: 300 },
    );

  test('the share rises with the score and is never certain', () =>
    property((cases, blocks) => {
      const shares = blocks.map(({ from }) => at(cases, Math.max(from, least))?.share ?? Number.NaN);
      const above = shares.filter((_, i) => (blocks[i]?.from ?? 0) >= least);
      for (const [i, share] of above.entries()) {
        expect(share).toBeGreaterThan(0);
        expect(share).toBeLessThan(1);
        if (i > 0) expect(share).toBeGreaterThan(above[i - 1] as number);
      }
    }));

  test('the order of the cases does not matter', () =>
    fc.assert(
      fc.property(
        answered.chain((cases) =>
          fc.tuple(
            fc.constant(cases),
            fc.shuffledSubarray(cases, { minLength: cases.length, maxLength: cases.length }),
          ),
        ),
        ([cases, shuffled]) => {
          expect(fitLikelihood(shuffled)).toEqual(fitLikelihood(cases));
        },
      ),
      { numRuns: 200 },
    ));

  test('each case is in one block, which begins with the lowest score in it', () =>
    property((cases, blocks) => {
      if (blocks.length === 0) return;
      for (const [i, { from, to, cases: many, no_longer_needed }] of blocks.entries()) {
        const until = blocks[i + 1]?.from ?? Number.POSITIVE_INFINITY;
        const own = cases.filter(({ score }) => score >= from && score < until);
        expect(own.length).toBe(many);
        expect(Math.max(...own.map(({ score }) => score))).toBe(to);
        expect(own.filter((each) => each.no_longer_needed).length).toBe(no_longer_needed);
        expect(many).toBeGreaterThanOrEqual(BLOCK_CASES_MIN);
      }
      expect(blocks.reduce((sum, block) => sum + block.cases, 0)).toBe(cases.length);
    }));

  test('too few say nothing', () =>
    property((cases, blocks) => {
      const over = cases.filter((each) => each.no_longer_needed).length;
      const isEnough =
        cases.length >= CASES_MIN && over >= OF_EITHER_MIN && cases.length - over >= OF_EITHER_MIN;
      expect(blocks.length > 0).toBe(isEnough);
    }));
});

test('where more was no longer needed at lower scores, neighbours are pooled', () => {
  const rising = [...some(60, 100, 30), ...some(70, 100, 50), ...some(90, 100, 80)];
  expect(at(rising, 60)).toEqual({ share: 31 / 102, cases: 100, no_longer_needed: 30 });
  expect(at(rising, 69.9)?.cases).toBe(100);
  expect(at(rising, 94)).toEqual({ share: 81 / 102, cases: 100, no_longer_needed: 80 });
  const falling = [...some(60, 100, 50), ...some(70, 100, 30), ...some(90, 100, 80)];
  expect(at(falling, 60)).toEqual({ share: 81 / 202, cases: 200, no_longer_needed: 80 });
  expect(at(falling, 75)).toEqual(at(falling, 60));
});

test('a sure group that is larger is not overtaken by a smaller one that is as sure', () => {
  const cases = [...some(60, 100, 10), ...some(80, 1000, 1000), ...some(90, 30, 30)];
  expect(at(cases, 95)).toEqual({ share: 1031 / 1032, cases: 1030, no_longer_needed: 1030 });
});

test('from the score on at which people are asked, up to little more than what was answered', () => {
  const cases = [...some(60, 60, 20), ...some(70, 60, 50)];
  expect(at(cases, least - 0.1)).toBeNull();
  expect(at(cases, least)?.no_longer_needed).toBe(20);
  expect(at(cases, 70 + REACH)?.no_longer_needed).toBe(50);
  expect(at(cases, 70.1 + REACH)).toBeNull();
});

test('not by answers about scores of another model, nor for what is asked about by its cycle', () => {
  const fit = {
    model_version: 2 as const,
    blocks: fitLikelihood([...some(60, 60, 20), ...some(70, 60, 50)]),
  };
  const asked = { score: 70, model_version: 2, has_purpose: false };
  expect(likelihoodOf(fit, asked, DEFAULT_POLICY)?.cases).toBe(60);
  expect(likelihoodOf(fit, { ...asked, model_version: 1 }, DEFAULT_POLICY)).toBeNull();
  expect(likelihoodOf(fit, { ...asked, has_purpose: true }, DEFAULT_POLICY)).toBeNull();
  expect(likelihoodOf(null, asked, DEFAULT_POLICY)).toBeNull();
});
