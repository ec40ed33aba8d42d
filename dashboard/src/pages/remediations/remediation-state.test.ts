import { expect, test } from 'vitest';
import {
  movingRemediations,
  ordersOf,
  type RemediationDetail,
  remediationState,
} from './remediation-state.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const say = (at: string) => `at ${at.slice(11, 16)}`;
const base = {
  status: 'pending',
  operation: 'revoke',
  dry_run: false,
  attempts: 0,
  mode: 'manual',
  due_at: null,
  approved_at: null,
  completed_at: null,
  verified_at: null,
  reverted_at: null,
  undo: null,
  guards: null,
  platform: 'fabric',
  execution: 'connector',
  simulated: false,
  verification: null,
  contradiction_open: false,
  assigned_to_id: null,
  assigned_to_name: null,
} as unknown as RemediationDetail;
const of = (changes: object) => remediationState({ ...base, ...changes }, { now, say });

test.each([
  [{}, 'Waiting for approval'],
  [{ mode: null }, 'Being planned'],
  [{ mode: 'automatic', due_at: '2026-11-15T12:30:00Z' }, 'Can still be undone'],
  [{ mode: 'automatic', due_at: '2026-11-15T11:59:00Z' }, 'About to begin'],
  [{ attempts: 2, due_at: '2026-11-15T12:05:00Z' }, 'Failed, will be tried again'],
  [{ status: 'running' }, 'Being removed'],
  [{ status: 'running', operation: 'restore' }, 'Being put back'],
  [{ status: 'blocked' }, 'Blocked'],
  [{ status: 'failed', attempts: 6 }, 'Failed'],
  [{ status: 'completed', dry_run: true }, 'Dry run'],
  [
    { status: 'completed', verification: 'verified', verified_at: '2026-11-15T11:00:00Z', verified_by: 'PG' },
    'Verified removed',
  ],
  [
    {
      status: 'completed',
      verification: 'attested',
      attested_by: 'olga',
      attested_at: '2026-11-15T11:00:00Z',
    },
    'Attested, not verified',
  ],
  [{ status: 'completed', verification: 'simulated', simulated: true }, 'Simulated remediation'],
  [{ status: 'completed', verification: 'not_verified' }, 'Not verified'],
  [
    {
      status: 'completed',
      verification: 'attested',
      contradiction_open: true,
      observed_by: 'an import',
      observed_at: '2026-11-15T11:00:00Z',
    },
    'Claimed removed, but there',
  ],
  [
    {
      status: 'completed',
      verification: 'attested',
      completed_at: '2026-11-15T10:00:00Z',
      observed: 'present',
      observed_by: 'an import',
      observed_at: '2026-11-15T11:00:00Z',
    },
    'Claimed removed, seen again, decided since',
  ],
  [{ status: 'requested', execution: 'person' }, 'Waiting for a person'],
  [{ status: 'requested', execution: 'person', operation: 'restore' }, 'Waiting for a person to put it back'],
  [
    { status: 'reverted', completed_at: '2026-11-15T10:00:00Z', execution: 'person', attested_by: 'olga' },
    'Put back: attested, not verified',
  ],
  [{ status: 'completed', operation: 'restore' }, 'Removed, could not be put back'],
  [{ status: 'reverted' }, 'Cancelled'],
  [{ status: 'reverted', completed_at: '2026-11-15T11:00:00Z' }, 'Put back'],
])('%o is told as %s', (changes, label) => {
  expect(of(changes).label).toBe(label);
});

test('a state says when, how often, and which guard', () => {
  expect(of({ mode: 'automatic', due_at: '2026-11-15T12:30:00Z' }).meaning).toContain('at 12:30');
  expect(of({ status: 'failed', attempts: 6 }).meaning).toContain('6 attempts');
  expect(
    of({ status: 'blocked', guards: [{ guard: 'last_admin', passed: false, message: '', remedy: null }] })
      .meaning,
  ).toContain('Last administrator');
});

test('only what is possible, and what the role may, is offered', () => {
  const admin = () => true;
  const nobody = () => false;
  const reviewer = (...roles: string[]) => roles.includes('service.reviewer');
  const orders = (changes: object, may: (...roles: never[]) => boolean = admin) =>
    ordersOf({ ...base, ...changes }, may);
  expect(orders({})).toEqual(['approve', 'cancel']);
  expect(orders({}, reviewer as never)).toEqual(['cancel']);
  expect(orders({}, nobody)).toEqual([]);
  expect(orders({ status: 'blocked' })).toEqual(['retry']);
  expect(orders({ status: 'completed', dry_run: true })).toEqual(['retry']);
  expect(orders({ status: 'completed', undo: { made_at: '', statements: [] } })).toEqual(['revert']);
  expect(orders({ status: 'completed' })).toEqual([]);
  expect(orders({ status: 'requested', execution: 'person' })).toEqual(['attest', 'cancel']);
  expect(orders({ status: 'requested', execution: 'person' }, reviewer as never)).toEqual([
    'attest',
    'cancel',
  ]);
  expect(orders({ status: 'completed', execution: 'person' })).toEqual(['revert']);
  expect(orders({ status: 'completed', execution: 'person', contradiction_open: true })).toEqual(['retry']);
  expect(orders({ attempts: 1, due_at: '2026-11-15T12:30:00Z' })).toEqual([]);
  expect(orders({ status: 'running' })).toEqual([]);
});

test('what a worker is about to move is looked at again', () => {
  expect(
    movingRemediations([
      { status: 'running', due_at: null },
      { status: 'completed', due_at: null },
    ]),
  ).toEqual([{ due_at: null, is_running: true }]);
});
