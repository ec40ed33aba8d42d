import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { EXECUTIONS, REMEDIATION_STATUSES, verificationOf } from '../remediation.rules.ts';
import { judgeObservation, type ObservedRemediation } from './access-observation.rules.ts';

const SINCE = 1_000;
const instant = fc.option(fc.integer({ min: 0, max: 2_000 }), { nil: null });
const removals: fc.Arbitrary<ObservedRemediation> = fc.record({
  status: fc.constantFrom(...REMEDIATION_STATUSES),
  operation: fc.constantFrom('revoke' as const, 'restore' as const),
  execution: fc.constantFrom(...EXECUTIONS),
  dry_run: fc.boolean(),
  requested_at: instant,
  completed_at: instant,
  verified_at: instant,
  reverted_at: instant,
});
const seen = fc.constantFrom('present' as const, 'gone' as const);

describe('what was seen', () => {
  test('is how it is where no remediation says anything', () => {
    expect(judgeObservation(null, 'present', SINCE)).toEqual({ effect: 'believe' });
    expect(judgeObservation(null, 'gone', SINCE)).toEqual({ effect: 'believe' });
  });

  test.prop([removals])('never verifies a remediation whose access is there', (removal) => {
    const judged = judgeObservation({ ...removal, operation: 'revoke' }, 'present', SINCE);
    expect(judged.effect).not.toBe('verify');
  });

  test.prop([removals])('never verifies a reversal whose access is gone', (removal) => {
    const judged = judgeObservation({ ...removal, status: 'requested', operation: 'restore' }, 'gone', SINCE);
    expect(judged.effect).not.toBe('verify');
  });

  test.prop([removals, seen])('verifies only what was asked of a person', (removal, what) => {
    fc.pre(removal.execution !== 'person' && removal.status !== 'requested');
    expect(judgeObservation(removal, what, SINCE).effect).not.toBe('verify');
  });

  test.prop([removals, seen])(
    'of a listing from before says nothing about what came after',
    (removal, what) => {
      const later = { ...removal, completed_at: SINCE, reverted_at: SINCE, dry_run: false };
      fc.pre(later.status === 'completed' || later.status === 'reverted');
      expect(judgeObservation(later, what, SINCE)).toEqual({ effect: 'none' });
    },
  );

  test.prop([removals, seen])('leaves what a worker has in hand to it', (removal, what) => {
    expect(judgeObservation({ ...removal, status: 'running' }, what, SINCE)).toEqual({ effect: 'none' });
  });

  test.prop([removals])(
    'contradicts every claim that it is gone, and a simulated one without a finding',
    (removal) => {
      const claimed = { ...removal, status: 'completed' as const, dry_run: false, completed_at: SINCE - 1 };
      expect(judgeObservation(claimed, 'present', SINCE)).toEqual({
        effect: 'contradict',
        status: 'completed',
        is_contradicted: removal.execution !== 'simulated',
      });
    },
  );
});

describe('what a remediation rests on', () => {
  const claims = fc.record({
    status: fc.constantFrom(...REMEDIATION_STATUSES),
    dry_run: fc.boolean(),
    execution: fc.constantFrom(...EXECUTIONS),
    verified_at: fc.option(fc.constant('2026-01-01T00:00:00Z'), { nil: null }),
    attested_at: fc.option(fc.constant('2026-01-01T00:00:00Z'), { nil: null }),
  });

  test.prop([claims])('is a verification only with an instant of it, and never in the demo', (claim) => {
    if (verificationOf(claim) !== 'verified') return;
    expect(claim).toMatchObject({ status: 'completed', dry_run: false });
    expect(claim.verified_at).not.toBeNull();
    expect(claim.execution).not.toBe('simulated');
  });
});
