import { expect, test } from 'vitest';
import type { GrantRow, PrincipalTraits } from '../../core/overview/grant-figures.sql.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { Holders } from './count-holders.ts';

const AT = Date.UTC(2026, 5, 1);
const USER: PrincipalTraits = { type: 'user', disabled: false, mfa_enabled: null, last_login_at: null };

function grantOf(principal_id: string, traits: Partial<PrincipalTraits>, grantedDaysAgo = 200): GrantRow {
  return {
    id: 'g',
    principal_id,
    principal: JSON.stringify({ ...USER, ...traits }),
    is_service: false,
    asset: '{}',
    permission: 'read',
    granted_at: AT - grantedDaysAgo * DAY_MS,
    seen_at: AT - grantedDaysAgo * DAY_MS,
    revoked_at: null,
    restored_at: null,
    last_used_at: null,
    lapses_at: null,
    has_purpose: false,
    half_life_class: null,
    active_days: null,
    changes: null,
    unanswered: false,
  };
}

test('accounts are counted once, by what is known of them', () => {
  const holders = new Holders(AT, 45);
  const ago = (days: number) => AT - days * DAY_MS;
  holders.hold(grantOf('silent', {}), null);
  holders.hold(grantOf('silent', {}), ago(120));
  holders.hold(grantOf('silent but disabled', { disabled: true }), null);
  holders.hold(grantOf('new', {}, 10), null);
  holders.hold(grantOf('uses', {}), ago(100));
  holders.hold(grantOf('uses', {}), ago(3));
  holders.hold(grantOf('signs in', { last_login_at: ago(5), mfa_enabled: false }), null);
  holders.hold(grantOf('signed in', { last_login_at: ago(60), mfa_enabled: true }), null);
  holders.hold(grantOf('signs in later', { last_login_at: AT + DAY_MS }), null);
  holders.hold(grantOf('robot', { type: 'service_account', disabled: true, mfa_enabled: false }), null);
  holders.hold(grantOf('team', { type: 'group', disabled: true }), null);
  expect(holders.finish()).toEqual({
    holders: 8,
    mfa_known: 2,
    mfa_missing: 1,
    disabled: 2,
    login_known: 3,
    dormant: 1,
    inactive_90: 1,
  });
});

test('nobody is inactive for longer than the access was known without a use', () => {
  const holders = new Holders(AT, 45);
  const known = (principal_id: string, days: number) =>
    holders.hold({ ...grantOf(principal_id, {}), seen_at: AT - days * DAY_MS }, null);
  known('imported yesterday', 1);
  known('imported long ago', 120);
  expect(holders.finish()).toMatchObject({ holders: 2, inactive_90: 1 });
});
