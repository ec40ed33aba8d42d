import fc from 'fast-check';
import { CLASSIFICATIONS, PRINCIPAL_TYPES, PURPOSES } from '../../src/core/directory/directory.rules.ts';
import { PERMISSIONS } from '../../src/core/directory/permission.rules.ts';
import { daysLearned } from '../../src/core/outcomes/learning.rules.ts';
import {
  DEFAULT_POLICY,
  MODEL_VERSIONS,
  type ModelVersion,
  type Policy,
} from '../../src/core/policy/policy.rules.ts';
import { neverUsed, recordUse, type Use } from '../../src/core/scores/habit.rules.ts';
import { NO_PURPOSE } from '../../src/core/scores/purpose.rules.ts';
import type { GrantFacts } from '../../src/core/scores/shifts.rules.ts';
import { DAY_MS } from '../../src/platform/iso-instant.ts';

export const NOW = Date.UTC(2026, 0, 31, 9, 30);

/** Any millisecond of the three years around `NOW`. */
export const instant = fc.integer({ min: NOW - 730 * DAY_MS, max: NOW + 365 * DAY_MS });

export function useOf(instants: readonly number[]): Use {
  return instants.reduce(recordUse, neverUsed());
}

/** Days of two or three years of a season, from any day; each begins some days off, and the last may still go on. */
export const seasonDays = fc
  .record({
    begins: fc.array(fc.integer({ min: 0, max: 24 }), { minLength: 2, maxLength: 3 }),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 40 }),
    until: fc.nat(60),
  })
  .map(({ begins, days, until }) =>
    begins.flatMap((begun, year) =>
      [0, ...days]
        .filter((day) => year < begins.length - 1 || day <= until)
        .map((day) => year * 365 + begun + day),
    ),
  );

/** Nothing is known that would shift the lapse date. */
export function plainFacts(known: Partial<GrantFacts> = {}): GrantFacts {
  return {
    ...neverUsed(),
    granted_at: NOW - 700 * DAY_MS,
    is_service: false,
    classification: 'internal',
    permission: 'read',
    peers: { peers: 0, active: 0 },
    anomaly_signals: 0,
    mfa_enabled: true,
    last_login_at: null,
    disabled: false,
    unobserved_ms: 0,
    moved: null,
    learned: null,
    next_review_at: null,
    ...NO_PURPOSE,
    ...known,
  };
}

/** The default policy with each of the models. */
export const modelled = fc
  .constantFrom<ModelVersion>(...MODEL_VERSIONS)
  .map((model_version): Policy => ({ ...DEFAULT_POLICY, model_version }));

const peers = fc
  .tuple(fc.nat(40), fc.nat(40))
  .map(([a, b]) => ({ peers: Math.max(a, b), active: Math.min(a, b) }));

const lesson = fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => ({
  cases: Math.max(a, b),
  needed: Math.min(a, b),
  days: daysLearned(Math.max(a, b), Math.min(a, b)),
}));
const learnedKind = fc.record({
  platform: fc.constantFrom('fabric', 'synapse'),
  permission: fc.constantFrom(...PERMISSIONS),
  principal_type: fc.constantFrom(...PRINCIPAL_TYPES),
  revoked: lesson,
  never_used: lesson,
});

export const grantFacts: fc.Arbitrary<GrantFacts> = fc
  .record({
    uses: fc.array(instant, { maxLength: 40 }),
    granted_at: instant,
    is_service: fc.boolean(),
    classification: fc.constantFrom(null, ...CLASSIFICATIONS),
    permission: fc.constantFrom(null, ...PERMISSIONS),
    peers,
    anomaly_signals: fc.nat(6),
    mfa_enabled: fc.constantFrom(null, true, false),
    last_login_at: fc.option(instant),
    disabled: fc.boolean(),
    unobserved_ms: fc.nat(60 * DAY_MS),
    moved: fc.option(instant.map((at) => ({ name: 'Ana', from: 'Finance', to: 'Sales', at }))),
    learned: fc.option(learnedKind),
    next_review_at: fc.option(instant),
  })
  .map(({ uses, ...known }) => ({ ...known, ...NO_PURPOSE, ...useOf(uses) }));

/** Of access that is standby or break-glass. */
export const purposedFacts = fc
  .record({
    facts: grantFacts,
    purpose: fc.constantFrom(...PURPOSES),
    purpose_since: instant,
    confirmed_at: fc.option(instant),
  })
  .map(({ facts, ...purpose }) => ({ ...facts, ...purpose }));
