import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { instant, NOW, plainFacts, purposedFacts, useOf } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { PURPOSES } from '../directory/directory.rules.ts';
import { DEFAULT_POLICY as policy } from '../policy/policy.rules.ts';
import { recordUse } from './habit.rules.ts';
import { explainLapseDate, lapseDate } from './lapse-date.rules.ts';
import { confirmationDays, cycleDays, movingUse } from './purpose.rules.ts';

it('is asked about a cycle after it was granted, and after each confirmation', () => {
  const breakGlass = plainFacts({
    purpose: 'break_glass',
    purpose_since: NOW,
    granted_at: NOW - 10 * DAY_MS,
    classification: 'pii',
    disabled: true,
  });
  expect(explainLapseDate(breakGlass, policy)).toEqual({
    lapses_at: NOW + 80 * DAY_MS,
    idle_since: NOW - 10 * DAY_MS,
    parts: [
      {
        kind: 'purpose',
        days: 90,
        reason: 'Break-glass access: asked about every 90 days, whether used or not.',
      },
    ],
  });
  expect(lapseDate({ ...breakGlass, purpose: 'standby', confirmed_at: NOW }, policy)).toBe(
    NOW + 180 * DAY_MS,
  );
});

test.prop([purposedFacts, fc.array(instant, { minLength: 1, maxLength: 30 })])(
  'no use moves the date, and no other fact but the grant and its confirmation',
  (facts, uses) => {
    const used = { ...facts, ...uses.reduce(recordUse, facts) };
    const { purpose, granted_at, confirmed_at } = facts;
    const bare = plainFacts({ purpose, granted_at, confirmed_at });
    expect(lapseDate(used, policy)).toBe(lapseDate(facts, policy));
    expect(lapseDate(bare, policy)).toBe(lapseDate(facts, policy));
    const { lapses_at, idle_since, parts } = explainLapseDate(used, policy);
    expect(lapses_at).toBe(lapseDate(facts, policy));
    expect(parts.reduce((at, part) => at + part.days * DAY_MS, idle_since)).toBe(lapses_at);
  },
);

test.prop([purposedFacts, fc.integer({ min: 1, max: 365 })])(
  'a later confirmation never asks sooner',
  (facts, days) => {
    const later = { ...facts, confirmed_at: (facts.confirmed_at ?? facts.granted_at) + days * DAY_MS };
    expect(lapseDate(later, policy)).toBeGreaterThanOrEqual(lapseDate(facts, policy));
  },
);

test.prop([fc.array(fc.constantFrom(null, ...PURPOSES), { minLength: 1, maxLength: 5 })])(
  'a confirmation of several grants puts off the next cycle of none',
  (purposes) => {
    const { usual, longest } = confirmationDays(purposes, policy, 0);
    for (const purpose of purposes) {
      const days = purpose === null ? policy.review.confirmation_days : cycleDays(purpose, policy);
      expect(usual).toBeLessThanOrEqual(days);
      if (purpose !== null) expect(longest).toBeLessThanOrEqual(days);
    }
    expect(usual).toBeLessThanOrEqual(longest);
    if (purposes.every((purpose) => purpose === null)) expect(longest).toBe(Number.POSITIVE_INFINITY);
  },
);

it('was moved by the uses before it got its purpose', () => {
  const use = useOf([NOW - 40 * DAY_MS, NOW - 20 * DAY_MS, NOW]);
  expect(movingUse(use, null)).toBe(use);
  expect(movingUse(use, NOW - 10 * DAY_MS).last_used_at).toBeLessThanOrEqual(NOW - 20 * DAY_MS);
  expect(movingUse(use, NOW - 50 * DAY_MS).last_used_at).toBeNull();
});
