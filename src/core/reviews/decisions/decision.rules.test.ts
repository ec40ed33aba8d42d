import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_POLICY, type Policy } from '../../policy/policy.rules.ts';
import { backoffDays, CONFIRMATION_DAYS_MAX } from './decision.rules.ts';

test('a confirmation holds as long as the policy says, by the second model longer each time', () => {
  const held = (model_version: Policy['model_version']) =>
    [0, 1, 2, 3, 9].map((times) => backoffDays({ ...DEFAULT_POLICY, model_version }, times));
  expect(held(1)).toEqual([90, 90, 90, 90, 90]);
  expect(held(2)).toEqual([90, 180, 365, 365, 365]);
});

test('never less than the time before, never more than a year', () => {
  const steps = fc
    .uniqueArray(fc.integer({ min: 1, max: CONFIRMATION_DAYS_MAX }), { minLength: 1, maxLength: 10 })
    .map((days) => days.sort((a, b) => a - b));
  fc.assert(
    fc.property(steps, fc.nat(20), (confirmation_days, times) => {
      const rhythm = { ...DEFAULT_POLICY.rhythm, confirmation_days };
      const days = (earlier: number) => backoffDays({ ...DEFAULT_POLICY, model_version: 2, rhythm }, earlier);
      expect(days(times + 1)).toBeGreaterThanOrEqual(days(times));
      expect(days(times)).toBeLessThanOrEqual(CONFIRMATION_DAYS_MAX);
      expect(confirmation_days).toContain(days(times));
    }),
  );
});
