import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grantFacts, NOW, plainFacts, useOf } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { LEARNED_DAYS_MAX } from '../outcomes/learning.rules.ts';
import { DEFAULT_POLICY, type Policy } from '../policy/policy.rules.ts';
import { explainLapseDate, lapseDate, standingDays } from './lapse-date.rules.ts';
import type { GrantFacts } from './shifts.rules.ts';

const second: Policy = { ...DEFAULT_POLICY, model_version: 2 };
const KIND: NonNullable<GrantFacts['learned']> = {
  platform: 'fabric',
  permission: 'read',
  principal_type: 'user',
  revoked: { cases: 31, needed: 4, days: 13 },
  never_used: { cases: 20, needed: 12, days: 57 },
};
const reasonOf = (facts: GrantFacts, policy = second) =>
  explainLapseDate(facts, policy).parts.find(({ kind }) => kind === 'learned')?.reason;

test('what was revoked and missed moves access of the kind, with a reason that names it', () => {
  const facts = plainFacts({ learned: KIND, ...useOf([NOW - 9 * DAY_MS, NOW]) });
  expect(reasonOf(facts)).toBe(
    '13 days later, because such access (reading on Fabric by people) was missed 4 of the 31 times it was revoked.',
  );
});

test('of what was never used the longer of the two counts, until it is used', () => {
  expect(reasonOf(plainFacts({ learned: KIND }))).toBe(
    '57 days later, because such access (reading on Fabric by people) was needed 12 of the 20 times it was asked about without ever having been used.',
  );
  const more = { ...KIND, never_used: { cases: 20, needed: 0, days: 0 } };
  expect(reasonOf(plainFacts({ learned: more }))).toMatch(
    /^13 days later, .* 4 of the 31 times it was revoked.$/,
  );
});

test('it belongs to the days that stand, is never sooner, and no more than the bound', () =>
  fc.assert(
    fc.property(grantFacts, (facts) => {
      const days = standingDays(facts, second) - standingDays({ ...facts, learned: null }, second);
      expect(days).toBeGreaterThanOrEqual(0);
      expect(days).toBeLessThanOrEqual(LEARNED_DAYS_MAX);
      expect(lapseDate(facts, second)).toBeGreaterThanOrEqual(lapseDate({ ...facts, learned: null }, second));
      expect(explainLapseDate(facts, second).lapses_at).toBe(lapseDate(facts, second));
    }),
  ));

test('by the first model, and switched off, nothing happens', () =>
  fc.assert(
    fc.property(
      grantFacts,
      fc.constantFrom({ model_version: 1 as const }, { learning: false }),
      (facts, change) => {
        const policy = { ...second, ...change };
        expect(explainLapseDate(facts, policy)).toEqual(
          explainLapseDate({ ...facts, learned: null }, policy),
        );
      },
    ),
  ));
