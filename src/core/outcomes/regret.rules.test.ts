import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RegretCounts, regretFigure, SHARE_CASES_MIN } from './regret.rules.ts';

/** Removals, each over or not, missed or not. */
const removals = fc.array(fc.record({ is_over: fc.boolean(), is_missed: fc.boolean() }), { maxLength: 40 });

const count = (all: readonly { is_over: boolean; is_missed: boolean }[]): RegretCounts => ({
  revocations: all.length,
  regretted: all.filter(({ is_missed }) => is_missed).length,
  cases: all.filter(({ is_over }) => is_over).length,
  cases_regretted: all.filter(({ is_over, is_missed }) => is_over && is_missed).length,
});

test('each removal is judged or not yet, and whatever was missed is judged', () =>
  fc.assert(
    fc.property(removals, (all) => {
      const { judged, not_yet_judged } = regretFigure(count(all));
      expect(judged).toBe(all.filter(({ is_over, is_missed }) => is_over || is_missed).length);
      expect(not_yet_judged).toBe(all.filter(({ is_over, is_missed }) => !is_over && !is_missed).length);
    }),
  ));

test('figures of parts add up to that of the whole', () =>
  fc.assert(
    fc.property(removals, removals, (some, others) => {
      const { share: _, ...whole } = regretFigure(count([...some, ...others]));
      const [a, b] = [regretFigure(count(some)), regretFigure(count(others))];
      for (const [name, value] of Object.entries(whole)) {
        expect(value).toBe(a[name as keyof typeof whole] + b[name as keyof typeof whole]);
      }
    }),
  ));

test('recent removals do not move the share, missed or not', () =>
  fc.assert(
    fc.property(removals, (all) => {
      const over = all.filter(({ is_over }) => is_over);
      expect(regretFigure(count(all)).share).toBe(regretFigure(count(over)).share);
    }),
  ));

test('a share is given of enough cases, and is one', () =>
  fc.assert(
    fc.property(removals, (all) => {
      const { share, cases, cases_regretted } = regretFigure(count(all));
      expect(share === null).toBe(cases < SHARE_CASES_MIN);
      if (share !== null) expect(share * cases).toBeCloseTo(cases_regretted);
    }),
  ));

test('nine are too few, of ten a tenth is one', () => {
  const of = (cases: number) => regretFigure({ revocations: 50, regretted: 4, cases, cases_regretted: 1 });
  expect(of(9)).toMatchObject({ judged: 12, not_yet_judged: 38, share: null });
  expect(of(10)).toMatchObject({ judged: 13, not_yet_judged: 37, share: 0.1 });
});
