import { fc, test } from '@fast-check/vitest';
import { expect, test as plainTest } from 'vitest';
import { FIRST_MODEL } from '../../../test/support/first-model.ts';
import { grantFacts, instant, NOW, plainFacts, useOf } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { DEFAULT_POLICY as policy } from '../policy/policy.rules.ts';
import { explainLapseDate } from './lapse-date.rules.ts';
import { habitOfOthers, othersInWords, wantsOthers } from './others.rules.ts';
import { patienceOf, seasonalHabit, usualGap } from './patience.rules.ts';

const patience = patienceOf(policy, false);
const every = (gap: number, latest = 0) => useOf([0, 1, 2, 3].map((i) => NOW - (latest + i * gap) * DAY_MS));
const uses = fc.array(
  fc.array(instant, { maxLength: 12 }).map((instants) => useOf(instants)),
  { maxLength: 12 },
);

plainTest('half of those who have a habit keep to the gap that is told', () => {
  const others = [every(30), every(1), every(7), every(90), useOf([]), useOf([NOW])];
  expect(habitOfOthers(others, patience, NOW)).toEqual({ others: 6, with_habit: 4, usual_gap_days: 7 });
});

plainTest('two are too few, and who stopped long ago has none any more', () => {
  expect(habitOfOthers([every(7), every(7)], patience, NOW)).toBeNull();
  expect(habitOfOthers([every(7), every(7), every(7, 35)], patience, NOW)).toBeNull();
  expect(habitOfOthers([every(7), every(7), every(7, 33)], patience, NOW)).not.toBeNull();
});

plainTest('is said in words', () => {
  expect(othersInWords({ others: 25, with_habit: 12, usual_gap_days: 31 })).toBe(
    'Of 25 others with the same access that were looked at, 12 use it regularly, half of them at least every 31 days.',
  );
  expect(othersInWords({ others: 3, with_habit: 3, usual_gap_days: 1 })).toBe(
    'All of 3 others with the same access that were looked at use it regularly, half of them at least every day.',
  );
});

test.prop([uses, fc.nat()])('in whatever order they come', (others, turn) => {
  const turned = others.map((_, i) => others[(i + turn) % others.length] ?? useOf([]));
  expect(habitOfOthers(turned, patience, NOW)).toEqual(habitOfOthers(others, patience, NOW));
});

test.prop([grantFacts, uses])('it moves no date and is said of unknown habits alone', (facts, others) => {
  const habit = habitOfOthers(others, patience, NOW) ?? undefined;
  const { parts, ...dates } = explainLapseDate(facts, policy, habit);
  const { parts: plain, ...plainDates } = explainLapseDate(facts, policy);
  expect(dates).toEqual(plainDates);
  expect(parts.map(({ days }) => days)).toEqual(plain.map(({ days }) => days));
  const own = patienceOf(policy, facts.is_service);
  expect(wantsOthers(facts, policy)).toBe(
    usualGap(facts, own) === null && seasonalHabit(facts, own) === null,
  );
  expect(wantsOthers(facts, FIRST_MODEL)).toBe(false);
});

plainTest('nobody asks about access with a purpose', () => {
  expect(wantsOthers(plainFacts(), policy)).toBe(true);
  expect(wantsOthers(plainFacts({ purpose: 'standby' }), policy)).toBe(false);
});
