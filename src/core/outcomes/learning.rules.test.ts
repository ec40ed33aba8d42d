import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PRINCIPAL_TYPES } from '../directory/directory.rules.ts';
import { DEFAULT_POLICY } from '../policy/policy.rules.ts';
import {
  changedKinds,
  daysLearned,
  isLearning,
  type KindAnswers,
  kindKey,
  LEARNED_DAYS_MAX,
  learnKinds,
  NEEDED_MIN,
} from './learning.rules.ts';

const counts = fc.tuple(fc.nat(20_000), fc.nat(20_000)).map(([a, b]) => ({ needed: a, not_needed: b }));
const daysOf = ({ needed, not_needed }: { needed: number; not_needed: number }) =>
  daysLearned(needed + not_needed, needed);

describe('days learned', () => {
  test('are whole, never fewer than none, and bounded', () =>
    fc.assert(
      fc.property(counts, (of) => {
        const days = daysOf(of);
        expect(Number.isInteger(days)).toBe(true);
        expect(days).toBeGreaterThanOrEqual(0);
        expect(days).toBeLessThanOrEqual(LEARNED_DAYS_MAX);
      }),
    ));

  test('are more with each that was needed, fewer with each that was not', () =>
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 50 }), ({ needed, not_needed }, more) => {
        const days = daysOf({ needed, not_needed });
        expect(daysOf({ needed: needed + more, not_needed })).toBeGreaterThanOrEqual(days);
        expect(daysOf({ needed, not_needed: not_needed + more })).toBeLessThanOrEqual(days);
      }),
    ));

  test('are none where few were needed, however few the cases', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: NEEDED_MIN - 1 }), fc.nat(100), (needed, not_needed) => {
        expect(daysOf({ needed, not_needed })).toBe(0);
      }),
    ));

  test.each([
    [2, 2, 0],
    [3, 3, 45],
    [31, 4, 13],
    [1_000, 3, 0],
    [100, 50, 57],
    [100, 53, 60],
    [20_000, 20_000, 60],
  ])('of %i cases of which %i were needed are %i', (cases, needed, days) => {
    expect(daysLearned(cases, needed)).toBe(days);
  });
});

const answers: fc.Arbitrary<KindAnswers> = fc
  .record({
    platform: fc.constantFrom('fabric', 'synapse'),
    permission: fc.constantFrom('read', 'Reader', 'SELECT', 'write', 'db_owner', 'quux'),
    principal_type: fc.constantFrom(...PRINCIPAL_TYPES),
    revoked: fc.tuple(fc.nat(40), fc.nat(40)),
    never_used: fc.tuple(fc.nat(40), fc.nat(40)),
  })
  .map(({ revoked, never_used, ...kind }) => ({
    ...kind,
    revoked: Math.max(...revoked),
    revoked_needed: Math.min(...revoked),
    never_used: Math.max(...never_used),
    never_used_needed: Math.min(...never_used),
  }));

describe('kinds', () => {
  test('do not depend on the order of the answers', () =>
    fc.assert(
      fc.property(
        fc
          .array(answers, { maxLength: 30 })
          .chain((all) =>
            fc.tuple(
              fc.constant(all),
              fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
            ),
          ),
        ([all, shuffled]) => {
          expect(learnKinds(shuffled)).toEqual(learnKinds(all));
        },
      ),
    ));

  test('are each told once, only when something is learned, from all words for the permission together', () =>
    fc.assert(
      fc.property(fc.array(answers, { maxLength: 30 }), (all) => {
        const kinds = learnKinds(all);
        expect(new Set(kinds.map(kindKey)).size).toBe(kinds.length);
        for (const { revoked, never_used, ...kind } of kinds) {
          expect(Math.max(revoked.days, never_used.days)).toBeGreaterThan(0);
          if (kind.permission !== 'read') continue;
          const same = all.filter(
            (each) =>
              each.platform === kind.platform &&
              each.principal_type === kind.principal_type &&
              ['read', 'Reader', 'SELECT'].includes(each.permission),
          );
          expect(revoked.cases).toBe(same.reduce((sum, each) => sum + each.revoked, 0));
          expect(never_used.needed).toBe(same.reduce((sum, each) => sum + each.never_used_needed, 0));
        }
      }),
    ));

  test('without anything that was needed there are none', () =>
    fc.assert(
      fc.property(fc.array(answers, { maxLength: 30 }), (all) => {
        const none = all.map((each) => ({ ...each, revoked_needed: 0, never_used_needed: 0 }));
        expect(learnKinds(none)).toEqual([]);
      }),
    ));

  test('of a permission that nobody can name there are none', () => {
    const known = { platform: 'fabric', permission: 'quux', principal_type: 'user' } as const;
    const plenty = { revoked: 9, revoked_needed: 9, never_used: 9, never_used_needed: 9 };
    expect(learnKinds([{ ...known, ...plenty }])).toEqual([]);
  });

  test('changed are those whose days have, not those with more cases alone', () => {
    const of = (revoked_needed: number, revoked: number) =>
      learnKinds([
        {
          platform: 'fabric',
          permission: 'read',
          principal_type: 'user',
          revoked,
          revoked_needed,
          never_used: 0,
          never_used_needed: 0,
        },
      ]);
    const kind = { platform: 'fabric', permission: 'read', principal_type: 'user' };
    const unchanged = { days_before: 0, days_after: 0 };
    const change = (days_before: number, days_after: number) => [
      { ...kind, revoked: { days_before, days_after }, never_used: unchanged },
    ];
    expect(changedKinds(of(4, 31), of(4, 31))).toEqual([]);
    expect(changedKinds(of(20, 20), of(30, 30))).toEqual([]);
    expect(changedKinds([], of(4, 31))).toEqual(change(0, 13));
    expect(changedKinds(of(4, 31), of(5, 31))).toEqual(change(13, 16));
    expect(changedKinds(of(4, 31), [])).toEqual(change(13, 0));
  });
});

test('only the second model learns, unless it is switched off', () => {
  const policy = { ...DEFAULT_POLICY, model_version: 2 as const };
  expect(isLearning(policy)).toBe(true);
  expect(isLearning({ ...policy, learning: false })).toBe(false);
  expect(isLearning({ ...policy, model_version: 1 })).toBe(false);
});
