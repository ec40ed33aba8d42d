import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { DEFAULT_POLICY, type Policy } from './policy.rules.ts';
import { validatePolicy } from './validate-policy.rules.ts';

const fault = (input: unknown) =>
  validatePolicy(input).faults?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);

it('takes its own defaults', () => {
  expect(validatePolicy(DEFAULT_POLICY)).toEqual({ policy: DEFAULT_POLICY });
});

it('keeps what is left out, and leaves the current policy alone', () => {
  const current: Policy = { ...structuredClone(DEFAULT_POLICY), half_life_days: 14 };
  const before = structuredClone(current);
  const { policy } = validatePolicy({ patience: { base_days: 40 }, version: 7 }, current);
  expect(policy).toEqual({ ...before, patience: { ...before.patience, base_days: 40 } });
  expect(current).toEqual(before);
});

it('names everything that is wrong at once, with what was expected', () => {
  const input = {
    half_life_days: '10',
    patience: { base_days: 30.5, basis: 1, gap_percentile: 2 },
    shifts: { classification: { pii: 900 }, peers: null, mfa_off: 5 },
    thresholds: [50, 20],
    remediation: { mode: 'yolo' },
    model_version: 3,
    rhythm: { margin_days: -1, base_days: 25, confirmation_days: [90, 30.5] },
    sla: [],
  };
  expect(fault(input)).toEqual([
    'body.half_life_days: expected a number from 1 to 365',
    'body.patience.base_days: expected a whole number from 1 to 365',
    'body.patience.basis: is not part of a policy',
    'body.patience.gap_percentile: expected a number from 0.01 to 1',
    'body.shifts.classification.pii: expected a whole number from -365 to 365',
    'body.shifts.peers: expected an object',
    'body.shifts.mfa_off: expected a whole number from -365 to 0',
    'body.thresholds: expected 1 to 10 different numbers from 0.1 to 99.9, ascending, with at most two decimals',
    'body.remediation.mode: expected one of automatic, manual, dry_run',
    'body.model_version: expected one of 1, 2',
    'body.rhythm.margin_days: expected a whole number from 0 to 365',
    'body.rhythm.base_days: is not part of a policy',
    'body.rhythm.confirmation_days: expected 1 to 10 different whole numbers from 1 to 365, ascending',
    'body.sla: expected an object',
  ]);
});

it.each([
  [{ patience: { max_days: 100 } }, ['body.patience.unknown_days']],
  [{ rhythm: { people_base_days: 300 }, patience: { max_days: 200 } }, ['body.rhythm.people_base_days']],
  [{ patience: { never_used_days: 500 } }, ['body.patience.never_used_days']],
  [{ review: { threshold: 97 } }, ['body.review.hysteresis']],
  [{ review: { hysteresis: 49, threshold: 49 } }, ['body.review.hysteresis']],
  [{ shifts: { anomaly: { limit_days: -1 } } }, ['body.shifts.anomaly.limit_days']],
  [{ sla: { critical_hours: 50, low_hours: 1 } }, ['body.sla.high_hours', 'body.sla.low_hours']],
])('finds fields that contradict each other: %j', (input, places) => {
  expect(validatePolicy(input).faults?.map(({ loc }) => loc.join('.'))).toEqual(places);
});

it.each([null, 7, 'policy', [], undefined])('refuses %j', (input) => {
  expect(fault(input)).toEqual(['body: expected an object']);
});

it.each([[[]], [[20, 20]], [[0, 50]], [[50, 100]], [['20']], [[Number.NaN]], [20]])(
  'refuses the thresholds %j',
  (thresholds) => {
    expect(fault({ thresholds })).toHaveLength(1);
  },
);

test.prop([fc.jsonValue()])('answers anything with a policy or with faults', (input) => {
  const { policy, faults } = validatePolicy(input);
  expect(policy === undefined).toBe(faults !== undefined && faults.length > 0);
});

it('is not fooled by names every object has', () => {
  expect(fault(JSON.parse('{"shifts": {"__proto__": 1, "constructor": 2}}'))).toEqual([
    'body.shifts.__proto__: is not part of a policy',
    'body.shifts.constructor: is not part of a policy',
  ]);
});
