import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../../../../src/core/policy/policy.rules.ts';
import { validatePolicy } from '../../../../src/core/policy/validate-policy.rules.ts';
import { policyFieldStrings } from '../../strings/policy.ts';
import {
  bodyOf,
  changesOf,
  differencesOf,
  faultsOf,
  type Policy,
  shownAt,
  withChanges,
} from './policy-draft.ts';
import { GROUPS, RULES } from './policy-fields.ts';

const policy = {
  version: 3,
  changed_by: 'somebody',
  changed_at: null,
  job_id: null,
  ...DEFAULT_POLICY,
} as Policy;

function leaves(value: unknown, path: string[] = []): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path.join('.')];
  return Object.entries(value).flatMap(([name, field]) => leaves(field, [...path, name]));
}

test('every field of a policy has a rule, a text and a place on the page', () => {
  const paths = leaves(DEFAULT_POLICY);
  expect(Object.keys(RULES)).toEqual(paths);
  expect(Object.keys(policyFieldStrings)).toEqual(paths);
  const placed = GROUPS.flatMap(({ parts }) => parts.flatMap((part) => part.paths));
  expect(placed.sort()).toEqual(paths.sort());
});

const numeric = Object.entries(RULES).flatMap(([path, rule]) =>
  'min' in rule && rule.type !== 'list' ? [{ path, ...rule }] : [],
);
const edit = fc
  .constantFrom(...numeric)
  .chain(({ path, min, max }) =>
    fc
      .oneof(
        fc.integer({ min: Math.floor(min) - 2, max: max + 2 }),
        fc.constantFrom(min, max, min - 1, max + 1),
        fc.double({ min: min - 1, max: max + 1, noNaN: true }),
      )
      .map((value) => [path, value] as const),
  );

property.prop([fc.array(edit, { minLength: 1, maxLength: 4 })])(
  'the page finds the same numbers wrong as the service does',
  (pairs) => {
    const edits = Object.fromEntries(pairs);
    const all = Object.entries(edits).map(([path, after]) => ({ path, before: null, after }));
    const { faults = [] } = validatePolicy(bodyOf(all));
    const theirs = [...new Set(faults.map(({ loc }) => loc.slice(1).join('.')))].sort();
    expect(Object.keys(faultsOf(policy, edits)).sort()).toEqual(theirs);
  },
);

test.each([
  ['thresholds', '20, 50, 80', true],
  ['thresholds', '20 50.25', true],
  ['thresholds', '50, 20', false],
  ['thresholds', '', false],
  ['thresholds', '20, x', false],
  ['thresholds', '20.123', false],
  ['sla.reminder_percents', '', true],
  ['sla.reminder_percents', '100', false],
])('%s takes "%s": %s', (path, text, isFine) => {
  expect(Object.keys(faultsOf(policy, { [path]: text }))).toEqual(isFine ? [] : [path]);
});

test('only what differs is a change, and only that is sent', () => {
  const edits = {
    half_life_days: 14,
    'patience.base_days': DEFAULT_POLICY.patience.base_days,
    'review.threshold': 60,
    thresholds: '20, 50, 80',
    'sla.reminder_percents': '25, 75',
    'review.fallback_reviewer_id': 'prin-007',
    'shifts.mfa_off': '',
  };
  const changes = changesOf(policy, edits);
  expect(changes).toEqual([
    { path: 'half_life_days', before: 10, after: 14 },
    { path: 'review.threshold', before: 50, after: 60 },
    { path: 'review.fallback_reviewer_id', before: null, after: 'prin-007' },
    { path: 'sla.reminder_percents', before: [50, 80], after: [25, 75] },
  ]);
  expect(bodyOf(changes)).toEqual({
    half_life_days: 14,
    review: { threshold: 60, fallback_reviewer_id: 'prin-007' },
    sla: { reminder_percents: [25, 75] },
  });
  expect(faultsOf(policy, edits)).toHaveProperty(['shifts.mfa_off']);
});

test('what others saved meanwhile moves what differs', () => {
  const edits = { half_life_days: 14, 'review.threshold': 60 };
  const theirs = withChanges(policy, [{ path: 'half_life_days', before: 10, after: 14 }]);
  expect(changesOf(theirs, edits).map(({ path }) => path)).toEqual(['review.threshold']);
  expect(policy.half_life_days).toBe(10);
});

property.prop([fc.array(edit, { maxLength: 6 })])(
  'the differences of two versions are what was changed',
  (pairs) => {
    const changes = changesOf(policy, Object.fromEntries(pairs));
    expect(differencesOf(policy, withChanges(policy, changes))).toEqual(changes);
  },
);

test('a field shows what was typed, else what is in force', () => {
  expect(shownAt(policy, {}, 'thresholds')).toBe('20, 50, 80');
  expect(shownAt(policy, { thresholds: '20,' }, 'thresholds')).toBe('20,');
  expect(shownAt(policy, { 'shifts.mfa_off': '' }, 'shifts.mfa_off')).toBe('');
});
