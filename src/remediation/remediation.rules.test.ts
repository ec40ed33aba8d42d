import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { choosePath } from './engine/plan.rules.ts';
import { modeFor, retryAfterSeconds } from './mode.rules.ts';
import {
  actionFor,
  moveRemediation,
  REMEDIATION_MOVES,
  REMEDIATION_STATUSES,
  type RemediationMove,
  type RemediationStatus,
} from './remediation.rules.ts';

const moves = Object.keys(REMEDIATION_MOVES) as RemediationMove[];

describe('states', () => {
  test.prop([fc.array(fc.constantFrom(...moves))])('nothing leaves reverted', (sequence) => {
    let status: RemediationStatus = 'reverted';
    for (const move of sequence) status = moveRemediation(status, move) ?? status;
    expect(status).toBe('reverted');
  });

  test('every state can be reached from pending', () => {
    const reached = new Set<RemediationStatus>(['pending']);
    for (const _ of REMEDIATION_STATUSES) {
      for (const from of [...reached]) {
        for (const move of moves) reached.add(moveRemediation(from, move) ?? from);
      }
    }
    expect([...reached].sort()).toEqual([...REMEDIATION_STATUSES].sort());
  });

  test('what was cancelled was never begun', () => {
    expect(moveRemediation('running', 'cancel')).toBeNull();
    expect(moveRemediation('completed', 'cancel')).toBeNull();
  });
});

test('the action follows the way in which access is given', () => {
  const access = {
    permission: 'ReadWrite',
    asset_name: 'orders',
    asset_type: 'table',
    platform: 'postgres',
    group_name: null,
  };
  expect(actionFor(access)).toEqual({ action: 'revoke_grant', target: 'ReadWrite on orders (postgres)' });
  expect(actionFor({ ...access, group_name: 'Analysts' })).toEqual({
    action: 'remove_group_membership',
    target: 'Analysts',
  });
  expect(actionFor({ ...access, asset_type: 'workspace' }).action).toBe('remove_role_assignment');
});

test('the more careful mode wins', () => {
  expect(modeFor('automatic', null)).toBe('automatic');
  expect(modeFor('automatic', 'dry_run')).toBe('dry_run');
  expect(modeFor('dry_run', 'automatic')).toBe('dry_run');
  expect(modeFor('automatic', 'manual')).toBe('manual');
});

test('failures are tried again, later each time, and then no more', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((attempts) => retryAfterSeconds(attempts, undefined));
  expect(waits).toEqual([2, 10, 60, 300, 1800, null]);
  expect(retryAfterSeconds(1, 45)).toBe(45);
});

describe('the path of a grant', () => {
  const direct = { kind: 'direct', keys: ['ann', 't'], edge: { kind: 'grant', grant_key: 'g1' } };
  const other = { kind: 'direct', keys: ['ann', 't'], edge: { kind: 'grant', grant_key: 'g2' } };
  const team = {
    kind: 'group',
    keys: ['ann', 'team', 'all', 't'],
    edge: { kind: 'membership', group_key: 'team' },
  };
  const same = { ...team, permission: 'write' };

  test('is found by its own name, or by the group it goes through', () => {
    const paths = [other, direct, team, same];
    expect(choosePath(paths, { grant_key: 'g1', via_group_key: null })).toEqual({
      chosen: direct,
      others: [other, team, same],
    });
    // What the same remediation closes does not remain.
    expect(choosePath(paths, { grant_key: null, via_group_key: 'all' })).toEqual({
      chosen: team,
      others: [other, direct],
    });
  });

  test('is none when the access is gone', () => {
    expect(choosePath([team], { grant_key: 'g1', via_group_key: null }).chosen).toBeNull();
  });
});
