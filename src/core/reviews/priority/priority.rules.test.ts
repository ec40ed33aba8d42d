import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLASSIFICATIONS } from '../../directory/directory.rules.ts';
import { PERMISSIONS } from '../../directory/permission.rules.ts';
import {
  ACCOUNT_STATES,
  ASSETS_MAX,
  PRIORITY_PARTS,
  type PriorityFacts,
  priorityOf,
  priorityParts,
} from './priority.rules.ts';

const facts: fc.Arbitrary<PriorityFacts> = fc.record({
  score: fc.double({ min: 0, max: 100, noNaN: true }),
  likelihood: fc.option(fc.double({ min: 0.001, max: 0.999, noNaN: true })),
  classification: fc.option(fc.constantFrom(...CLASSIFICATIONS)),
  permission: fc.option(fc.constantFrom(...PERMISSIONS)),
  assets: fc.nat(5_000),
  account: fc.option(fc.constantFrom(...ACCOUNT_STATES)),
});

const MOST: PriorityFacts = {
  score: 100,
  likelihood: null,
  classification: 'pii',
  permission: 'owner',
  assets: ASSETS_MAX,
  account: 'disabled',
};
const LEAST: PriorityFacts = {
  score: 0,
  likelihood: null,
  classification: 'public',
  permission: 'read',
  assets: 1,
  account: null,
};

describe('a priority', () => {
  test('is the sum of five parts, each a whole number within its bound and with a reason', () => {
    fc.assert(
      fc.property(facts, (each) => {
        const parts = priorityParts(each);
        expect(parts.map(({ part }) => part)).toEqual(PRIORITY_PARTS);
        for (const { points, of, because } of parts) {
          expect(Number.isInteger(points) && points >= 0 && points <= of).toBe(true);
          expect(because).toMatch(/\w/);
        }
        expect(priorityOf(each)).toBe(parts.reduce((sum, { points }) => sum + points, 0));
      }),
    );
  });

  test('goes from nearly nothing to exactly 100', () => {
    expect(priorityOf(MOST)).toBe(100);
    expect(priorityOf(LEAST)).toBe(3);
  });

  test('never falls when any one thing gets worse', () => {
    const andWorse = <T>(order: readonly T[], from: T): readonly T[] => order.slice(order.indexOf(from));
    fc.assert(
      fc.property(facts, facts, (one, other) => {
        const worse: PriorityFacts[] = [
          { ...one, assets: Math.max(one.assets, other.assets) },
          { ...one, account: 'disabled' },
          { ...one, likelihood: one.likelihood && Math.max(one.likelihood, other.likelihood ?? 0) },
        ];
        if (one.likelihood === null) worse.push({ ...one, score: Math.max(one.score, other.score) });
        if (one.classification)
          worse.push(
            ...andWorse(CLASSIFICATIONS, one.classification).map((classification) => ({
              ...one,
              classification,
            })),
          );
        if (one.permission)
          worse.push(...andWorse(PERMISSIONS, one.permission).map((permission) => ({ ...one, permission })));
        for (const each of worse) expect(priorityOf(each)).toBeGreaterThanOrEqual(priorityOf(one));
      }),
    );
  });

  test('goes by what was answered rather than by the score, where that is known', () => {
    const [byScore] = priorityParts({ ...LEAST, score: 60 });
    const [byAnswers] = priorityParts({ ...LEAST, score: 60, likelihood: 0.83 });
    expect(byScore).toMatchObject({ points: 24, of: 40, because: 'its score is 60' });
    expect(byAnswers).toMatchObject({ points: 33, because: 'of 100 like this, 83 were not missed' });
  });

  test('says how many assets an account reaches, as far as they are counted', () => {
    const reach = (assets: number) =>
      priorityParts({ ...LEAST, assets }).find(({ part }) => part === 'reach');
    expect(reach(1)).toMatchObject({ points: 0, because: 'the account reaches 1 asset' });
    expect(reach(10)).toMatchObject({ points: 3, because: 'the account reaches 10 assets' });
    expect(reach(1_000)).toMatchObject({
      points: 10,
      because: 'the account reaches 1,000 assets or more',
    });
  });
});
