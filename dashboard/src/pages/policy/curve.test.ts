import { expect, test } from 'vitest';
import { DEFAULT_POLICY, MODEL_VERSIONS } from '../../../../src/core/policy/policy.rules.ts';
import { halfLifeClass, scoreOfLapse } from '../../../../src/core/scores/half-life.rules.ts';
import { patienceAfter, patienceOf } from '../../../../src/core/scores/patience.rules.ts';
import { type Access, curveDays, lapseDays, scoreAfter } from './curve.ts';

const plain: Access = { habit: 'weekly', classification: 'internal', permission: 'read' };
const DAY_MS = 86_400_000;

const uses = [
  ['daily', [1, 1]],
  ['weekly', [7, 7]],
  ['monthly', [30, 30]],
  ['quarterly', [91, 91]],
  ['unknown', []],
] as const;
test.each(MODEL_VERSIONS.flatMap((model) => uses.map((use) => [model, ...use] as const)))(
  'by model %i the patience of what is used %s is the service’s',
  (model_version, habit, gaps) => {
    const policy = { ...DEFAULT_POLICY, model_version };
    const days = lapseDays(policy, { ...plain, habit });
    expect(days).toBe(patienceAfter([...gaps], patienceOf(policy, false)));
    const lapse = { lapses_at: days * DAY_MS, half_life_class: halfLifeClass(days, policy) };
    for (const unused of [0, days, 200]) {
      expect(scoreAfter(policy, { ...plain, habit }, unused)).toBeCloseTo(
        scoreOfLapse(lapse, unused * DAY_MS, policy),
      );
    }
  },
);

test('what was never used has a patience of its own; shifts move it; any use keeps it fresh for a while', () => {
  expect(lapseDays(DEFAULT_POLICY, { ...plain, habit: 'never' })).toBe(90);
  expect(lapseDays(DEFAULT_POLICY, { habit: 'never', classification: 'pii', permission: 'admin' })).toBe(73);
  const { patience, rhythm } = DEFAULT_POLICY;
  const strict = {
    ...DEFAULT_POLICY,
    patience: { ...patience, base_days: 1, gap_factor: 0 },
    rhythm: { ...rhythm, people_base_days: 1 },
  };
  const personal = { ...plain, classification: 'pii' } as const;
  expect(lapseDays({ ...strict, model_version: 1 }, personal)).toBe(21);
  // 1 + 7 + 7, less than 21.
  expect(lapseDays({ ...strict, model_version: 2 }, personal)).toBe(15);
});

test('the picture reaches past the lapse date of every curve', () => {
  const slow = { ...DEFAULT_POLICY, half_life_days: 60 };
  const reach = curveDays([DEFAULT_POLICY, slow], plain);
  expect(reach).toBeGreaterThanOrEqual(lapseDays(slow, plain) + 5 * 60);
  expect(scoreAfter(slow, plain, reach)).toBeGreaterThan(96);
});
