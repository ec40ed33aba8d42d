import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { FIRST_MODEL } from '../../../test/support/first-model.ts';
import { grantFacts } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { DEFAULT_POLICY, type Policy } from '../policy/policy.rules.ts';
import { recordUse } from './habit.rules.ts';
import { explainLapseDate, lapseDate } from './lapse-date.rules.ts';
import { HANDOVER_DAYS, moved } from './moved.rules.ts';
import { patienceDays, patienceOf } from './patience.rules.ts';

const policy: Policy = { ...DEFAULT_POLICY, model_version: 2 };

test.prop([grantFacts])('a move takes half the patience and no more, and explains it', (facts) => {
  const patience = patienceDays(facts, patienceOf(policy, facts.is_service));
  const days = moved.days(facts, policy, 0, patience);
  expect([0, -Math.floor(patience / 2)]).toContain(days);
  expect(Object.is(days, -0)).toBe(false);
  expect(lapseDate(facts, policy)).toBeLessThanOrEqual(lapseDate({ ...facts, moved: null }, policy));
  const part = explainLapseDate(facts, policy).parts.find(({ kind }) => kind === 'moved');
  expect(part?.days ?? 0).toBe(days);
  if (part) expect(part.reason).toContain('because Ana changed from Finance to Sales on ');
});

test.prop([grantFacts, fc.nat(300)])(
  'a use late enough after it ends it, whatever came before',
  (facts, days) => {
    const at = facts.moved?.at ?? 0;
    const used = { ...facts, ...recordUse(facts, at + (HANDOVER_DAYS + days) * DAY_MS) };
    expect(moved.days(used, policy, 0, 100)).toBe(0);
  },
);

test.prop([grantFacts])('what was granted after it, and the first model, know nothing of it', (facts) => {
  const later = { ...facts, granted_at: (facts.moved?.at ?? 0) + 1 };
  expect(moved.days(later, policy, 0, 100)).toBe(0);
  expect(lapseDate(facts, FIRST_MODEL)).toBe(lapseDate({ ...facts, moved: null }, FIRST_MODEL));
});
