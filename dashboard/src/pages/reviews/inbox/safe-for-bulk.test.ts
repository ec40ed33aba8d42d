import { describe, expect, test } from 'vitest';
import type { Review } from '../reviews.ts';
import { safeForBulk } from './safe-for-bulk.ts';

function review(fields: {
  risk?: string;
  now?: string;
  recommendation?: string;
  status?: string;
  coverage?: string;
  refusal?: string;
}): Review {
  const {
    risk = 'LOW',
    now = risk,
    recommendation = 'CONFIRM',
    status = 'PENDING',
    coverage = 'full',
    refusal = null,
  } = fields;
  return {
    id: 'r',
    principal_id: 'prin-1',
    risk_level: risk,
    recommendation,
    status,
    may_decide: refusal === null,
    decide_refusal: refusal,
    evidence_json: { score: { risk_level: now.toLowerCase() }, telemetry: { coverage } },
  } as unknown as Review;
}

const verb = (fields: Parameters<typeof review>[0], own: string | null = null) =>
  safeForBulk(review(fields), own).verb;

describe('deciding together', () => {
  test('leaves out what is for others to decide, and says whose it is', () => {
    const refusal = 'This review is assigned to Olaf.';
    expect(safeForBulk(review({ risk: 'LOW', refusal }), null)).toEqual({ verb: null, why: refusal });
  });

  test('confirms what is calm and recommended', () => {
    expect(verb({ risk: 'LOW' })).toBe('CONFIRM');
    expect(verb({ risk: 'MEDIUM' })).toBe('CONFIRM');
    expect(verb({ status: 'ESCALATED' })).toBe('CONFIRM');
  });

  test.each(['HIGH', 'CRITICAL'])('never confirms %s, whether it was or has become so', (risk) => {
    expect(verb({ risk })).toBeNull();
    expect(verb({ risk, now: 'LOW' })).toBeNull();
    expect(verb({ risk: 'LOW', now: risk })).toBeNull();
  });

  test('revokes only what was of low risk and always watched', () => {
    expect(verb({ recommendation: 'REVOKE', risk: 'LOW', now: 'CRITICAL' })).toBe('REVOKE');
    for (const risk of ['MEDIUM', 'HIGH', 'CRITICAL']) {
      expect(verb({ recommendation: 'REVOKE', risk })).toBeNull();
    }
    for (const coverage of ['partial', 'down']) {
      expect(verb({ recommendation: 'REVOKE', coverage })).toBeNull();
    }
  });

  test.each([
    ['a close look is recommended', { recommendation: 'REVIEW' }],
    ['it is decided', { status: 'DECIDED' }],
    ['it is expired', { status: 'EXPIRED' }],
  ])('never when %s', (_, fields) => {
    const verdict = safeForBulk(review(fields), null);
    expect(verdict.verb).toBeNull();
    expect(verdict.why).toMatch(/\w+/);
  });

  test('never about oneself', () => {
    expect(verb({}, 'prin-1')).toBeNull();
    expect(verb({}, 'prin-2')).toBe('CONFIRM');
  });
});
