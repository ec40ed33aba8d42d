import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { instant, NOW, plainFacts, useOf } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { DEFAULT_POLICY as policy } from '../policy/policy.rules.ts';
import * as shifts from './shifts.rules.ts';

const days = (shift: shifts.Shift, known: Partial<shifts.GrantFacts>, lapsesAt = NOW) =>
  shift.days(plainFacts(known), policy, lapsesAt, policy.patience.unknown_days);

it.each([
  ['public', 10],
  ['internal', 0],
  ['confidential', -5],
  ['pii', -10],
  [null, 0],
] as const)('classification %s shifts by %i', (classification, expected) => {
  expect(days(shifts.classification, { classification })).toBe(expected);
});

it.each([
  ['read', 0],
  ['write', -3],
  ['read_write', -3],
  ['admin', -7],
  ['owner', -7],
  [null, 0],
] as const)('permission %s shifts by %i', (permission, expected) => {
  expect(days(shifts.permission, { permission })).toBe(expected);
});

it('counts anomaly signals up to a limit', () => {
  expect(
    [0, 1, 2, 3, 9].map((anomaly_signals) => Math.abs(days(shifts.anomaly, { anomaly_signals }))),
  ).toEqual([0, 5, 10, 15, 15]);
});

it('counts a missing second factor only when it is known to be missing', () => {
  expect([false, true, null].map((mfa_enabled) => days(shifts.mfa, { mfa_enabled }))).toEqual([-5, 0, 0]);
});

it('rounds unobserved time up to whole days', () => {
  expect([0, 1, DAY_MS, 3 * DAY_MS + 1].map((ms) => days(shifts.unobserved, { unobserved_ms: ms }))).toEqual([
    0, 1, 1, 4,
  ]);
});

describe('dormancy', () => {
  it('is not known without a login', () => {
    expect(days(shifts.dormancy, { last_login_at: null })).toBe(0);
  });

  it('counts use as a sign of life', () => {
    const use = useOf([NOW - DAY_MS]);
    expect(days(shifts.dormancy, { ...use, last_login_at: NOW - 300 * DAY_MS })).toBe(0);
  });

  it('of a disabled account is the larger shift and needs no waiting', () => {
    expect(days(shifts.dormancy, { disabled: true, last_login_at: NOW })).toBe(-180);
  });

  test.prop([instant, instant])(
    'lapses when "15 days sooner once 45 days have passed" would',
    (last_login_at, lapsesAt) => {
      const shifted = lapsesAt + days(shifts.dormancy, { last_login_at }, lapsesAt) * DAY_MS;
      const dormantAt = last_login_at + 45 * DAY_MS;
      const isStale = (at: number) => at >= lapsesAt - (at >= dormantAt ? 15 * DAY_MS : 0);
      // The first stale instant is one of these three.
      const first = [lapsesAt - 15 * DAY_MS, dormantAt, lapsesAt]
        .filter(isStale)
        .sort((a, b) => a - b)[0] as number;
      expect(shifted).toBeGreaterThanOrEqual(first);
      expect(shifted - first).toBeLessThan(DAY_MS);
    },
  );

  test.prop([instant, instant, fc.nat(400 * DAY_MS)])(
    'never gets worse by a login',
    (login, lapsesAt, later) => {
      const before = days(shifts.dormancy, { last_login_at: login }, lapsesAt);
      expect(days(shifts.dormancy, { last_login_at: login + later }, lapsesAt)).toBeGreaterThanOrEqual(
        before,
      );
    },
  );
});

it('keeps what was just used fresh, unless its account is disabled', () => {
  const use = useOf([NOW]);
  expect(days(shifts.recentUse, use, NOW + 5 * DAY_MS)).toBe(16);
  expect(days(shifts.recentUse, use, NOW + 30 * DAY_MS)).toBe(0);
  expect(days(shifts.recentUse, { ...use, disabled: true }, NOW + 5 * DAY_MS)).toBe(0);
});

it('holds the lapse date until the next review and never brings it forward', () => {
  expect(days(shifts.confirmation, { next_review_at: NOW + 10 * DAY_MS + 1 })).toBe(11);
  expect(days(shifts.confirmation, { next_review_at: NOW - DAY_MS })).toBe(0);
  expect(days(shifts.confirmation, { next_review_at: null })).toBe(0);
});
