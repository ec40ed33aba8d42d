import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { DEFAULT_POLICY, type Policy } from '../../core/policy/policy.rules.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { breakerReason, GUARD_NAMES, type GuardFacts, judge } from './guards.rules.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');

const harmless = (): GuardFacts => ({
  now: NOW,
  principal: { name: 'Ann', protected: false },
  asset: { name: 'wiki', protected: false },
  grant: { permission: 'read', granted_at: NOW - 100 * DAY_MS },
  other_admins: 0,
  telemetry: { platform: 'fabric', gap_since: null, connector: null },
  also_removes: { total: 0, fresh: 0, examples: [] },
  endangered: { protected_asset: null, last_admin_of: null },
  accept_other_losses: false,
  breaker: {
    open: null,
    tenant: { grants: 1_000, removed: 0, adding: 1 },
    asset: { grants: 100, removed: 0, adding: 1 },
  },
});

const stoppedBy = (change: Partial<GuardFacts>, policy: Policy = DEFAULT_POLICY): string[] =>
  judge({ ...harmless(), ...change }, policy)
    .filter((verdict) => !verdict.passed)
    .map((verdict) => verdict.guard);

test('nothing stops what is harmless, and every guard says why', () => {
  const verdicts = judge(harmless(), DEFAULT_POLICY);
  expect(verdicts.map((verdict) => verdict.guard)).toEqual(GUARD_NAMES);
  expect(verdicts.every((verdict) => verdict.passed && verdict.message && verdict.remedy === null)).toBe(
    true,
  );
});

describe('each guard alone stands between the remediation and the harm', () => {
  const admin = { permission: 'db_owner', granted_at: NOW - 100 * DAY_MS };
  test.each<[string, Partial<GuardFacts>]>([
    ['protected_principal', { principal: { name: 'break glass', protected: true } }],
    ['protected_asset', { asset: { name: 'vault', protected: true } }],
    ['protected_asset', { endangered: { protected_asset: 'vault', last_admin_of: null } }],
    ['last_admin', { grant: admin }],
    ['last_admin', { endangered: { protected_asset: null, last_admin_of: 'vault' } }],
    ['grant_age', { grant: { permission: 'read', granted_at: NOW - DAY_MS + 1 } }],
    ['telemetry', { telemetry: { platform: 'fabric', gap_since: NOW - 1, connector: null } }],
    [
      'telemetry',
      { telemetry: { platform: 'p', gap_since: null, connector: { name: 'c', last_use_read_at: null } } },
    ],
    [
      'telemetry',
      {
        telemetry: {
          platform: 'p',
          gap_since: null,
          connector: { name: 'c', last_use_read_at: NOW - 25 * 3_600_000 },
        },
      },
    ],
    ['other_access', { also_removes: { total: 3, fresh: 1, examples: ['read on ledger'] } }],
    ['breaker', { breaker: { ...harmless().breaker, open: 'it was tripped' } }],
    ['breaker', { breaker: { ...harmless().breaker, tenant: { grants: 1_000, removed: 50, adding: 1 } } }],
    ['breaker', { breaker: { ...harmless().breaker, asset: { grants: 10, removed: 3, adding: 1 } } }],
  ])('%s', (guard, change) => {
    // Without this guard every other one would have let it pass.
    expect(stoppedBy(change)).toEqual([guard]);
    const verdict = judge({ ...harmless(), ...change }, DEFAULT_POLICY).find(({ passed }) => !passed);
    expect(verdict?.remedy).toBeTruthy();
  });

  test('and none stops more than it must', () => {
    expect(stoppedBy({ grant: admin, other_admins: 1 })).toEqual([]);
    expect(stoppedBy({ grant: { permission: 'read', granted_at: NOW - DAY_MS } })).toEqual([]);
    expect(stoppedBy({ also_removes: { total: 3, fresh: 0, examples: [] } })).toEqual([]);
    expect(
      stoppedBy({ also_removes: { total: 3, fresh: 1, examples: ['x'] }, accept_other_losses: true }),
    ).toEqual([]);
    const connector = { name: 'c', last_use_read_at: NOW - 23 * 3_600_000 };
    expect(stoppedBy({ telemetry: { platform: 'p', gap_since: null, connector } })).toEqual([]);
  });
});

const count = fc.record({
  grants: fc.integer({ min: 0, max: 10_000 }),
  removed: fc.integer({ min: 0, max: 500 }),
  adding: fc.integer({ min: 1, max: 50 }),
});

test.prop([count, count])(
  'the breaker trips only when a share and a number are both exceeded',
  (tenant, asset) => {
    const { breaker } = DEFAULT_POLICY.remediation;
    const exceeds = (c: typeof tenant, percent: number, number: number) =>
      c.removed + c.adding > number && (c.removed + c.adding) / c.grants > percent / 100;
    const reason = breakerReason({ tenant, asset }, DEFAULT_POLICY);
    const isTenant = exceeds(tenant, breaker.tenant_percent, breaker.tenant_grants);
    const isAsset = exceeds(asset, breaker.asset_percent, breaker.asset_grants);
    expect(reason?.scope ?? null).toBe(isTenant ? 'tenant' : isAsset ? 'asset' : null);
  },
);
