import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { FIRST_MODEL } from '../../../test/support/first-model.ts';
import { grantFacts, instant, modelled, NOW, plainFacts, useOf } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { DEFAULT_POLICY as policy } from '../policy/policy.rules.ts';
import { forecast, scoreAt } from './decay.rules.ts';
import { mergeUse, recordUse, usedAt } from './habit.rules.ts';
import { halfLifeDays, scoreOfLapse } from './half-life.rules.ts';
import { explainLapseDate, lapseDate, lapseOf } from './lapse-date.rules.ts';
import { datesMovedByLogin } from './shifts.rules.ts';

const weekly = useOf(Array.from({ length: 10 }, (_, i) => NOW - i * 7 * DAY_MS));

it('is the latest use plus patience when nothing shifts it', () => {
  expect(lapseDate(plainFacts(weekly), policy)).toBe(NOW + 34 * DAY_MS);
  expect(lapseDate(plainFacts(weekly), FIRST_MODEL)).toBe(NOW + 44 * DAY_MS);
});

it('counts from the grant when it was never used', () => {
  expect(lapseDate(plainFacts({ granted_at: NOW }), policy)).toBe(NOW + 90 * DAY_MS);
});

it('explains itself in sentences', () => {
  const facts = plainFacts({
    ...weekly,
    classification: 'pii',
    permission: 'admin',
    peers: { peers: 10, active: 9 },
    anomaly_signals: 1,
    mfa_enabled: false,
    unobserved_ms: 1,
    next_review_at: NOW + 60 * DAY_MS,
  });
  expect(explainLapseDate(facts, policy).parts).toEqual([
    {
      kind: 'patience',
      days: 34,
      reason:
        'Usually used at least every 7 days; 34 days without use are tolerated: twice that and 20 days more.',
    },
    { kind: 'classification', days: -10, reason: '10 days sooner, because it holds personal data.' },
    { kind: 'permission', days: -7, reason: '7 days sooner, because it allows administration.' },
    { kind: 'peers', days: 8, reason: '8 days later, because 9 of 10 peers used it in the last 90 days.' },
    { kind: 'mfa', days: -5, reason: '5 days sooner, because the account signs in without a second factor.' },
    {
      kind: 'anomaly',
      days: -5,
      reason: '5 days sooner, because an anomaly was seen around its latest use.',
    },
    {
      kind: 'unobserved',
      days: 1,
      reason: '1 day later, because use of its platform was not recorded for that long after the latest use.',
    },
    {
      kind: 'recent_use',
      days: 5,
      reason: '5 days later, because any use keeps access fresh for 21 days.',
    },
    {
      kind: 'confirmation',
      days: 39,
      reason: '39 days later, because a reviewer confirmed it until 2026-04-01.',
    },
  ]);
});

test.prop([grantFacts])('the parts add up exactly', (facts) => {
  const { lapses_at, idle_since, parts } = explainLapseDate(facts, policy);
  expect(parts.reduce((at, part) => at + part.days * DAY_MS, idle_since)).toBe(lapses_at);
  expect(lapses_at).toBe(lapseDate(facts, policy));
  expect(parts.every((part) => Number.isInteger(part.days) && /^[A-Z0-9].*\.$/.test(part.reason))).toBe(true);
});

test.prop([grantFacts])('a confirmation holds until its date', (facts) => {
  if (facts.next_review_at !== null)
    expect(lapseDate(facts, policy)).toBeGreaterThanOrEqual(facts.next_review_at);
});

test.prop([grantFacts, instant])('a login moves only what lapses between its dates', (facts, at) => {
  const before = facts.last_login_at;
  if (before !== null && at <= before) return;
  const lapsed = lapseDate(facts, policy);
  if (lapseDate({ ...facts, last_login_at: at }, policy) === lapsed) return;
  const { from, until } = datesMovedByLogin({ before, at }, policy.shifts.dormant.after_days);
  expect(lapsed).toBeGreaterThanOrEqual(from);
  expect(lapsed).toBeLessThanOrEqual(until ?? Number.POSITIVE_INFINITY);
});

describe('use', () => {
  const events = fc.array(instant, { minLength: 1, maxLength: 30 });

  test.prop([grantFacts, events, fc.gen()])(
    'in any order and any number of deliveries leads to the same date',
    (facts, uses, gen) => {
      const inOrder = { ...facts, ...uses.reduce(recordUse, facts) };
      const order = gen(() => fc.shuffledSubarray([...uses, ...uses], { minLength: uses.length * 2 }));
      expect(lapseDate({ ...facts, ...order.reduce(recordUse, facts) }, policy)).toBe(
        lapseDate(inOrder, policy),
      );
      expect(lapseDate({ ...facts, ...mergeUse(useOf(order), facts) }, policy)).toBe(
        lapseDate(inOrder, policy),
      );
    },
  );

  test.prop([grantFacts, modelled])('never raises a score through the mark of reviews', (known, model) => {
    // Unobserved time ends with a use, and only a disabled account may be stale in spite of one.
    const facts = { ...known, disabled: false };
    const now = Math.max(facts.last_used_at ?? 0, facts.granted_at, NOW);
    const after = lapseOf({ ...facts, ...mergeUse(facts, usedAt(now)), unobserved_ms: 0 }, model);
    // By the first model it is fresh. By the second its half-life may be longer than what the shifts have left of its patience.
    const [fresh, ...others] = model.thresholds as [number, ...number[]];
    const thresholds = model.model_version === 1 ? [fresh, ...others] : others;
    expect(scoreOfLapse(after, now, model)).toBeLessThan(thresholds[0] as number);
    const halfLife = halfLifeDays(after.half_life_class, model);
    expect(forecast(after.lapses_at, now, thresholds, halfLife).some(({ crossed }) => crossed)).toBe(false);
  });
});

test.prop([grantFacts, instant, fc.nat(1000 * DAY_MS)])(
  'with the same facts a score only grows',
  (facts, now, later) => {
    const lapsesAt = lapseDate(facts, policy);
    expect(scoreAt(lapsesAt, now + later, 10)).toBeGreaterThanOrEqual(scoreAt(lapsesAt, now, 10));
  },
);
