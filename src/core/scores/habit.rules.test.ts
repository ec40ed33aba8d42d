import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { instant, NOW, useOf } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import {
  activeDays,
  dayOf,
  gaps,
  mergeUse,
  neverUsed,
  recordUse,
  useUntil,
  WINDOW_DAYS,
} from './habit.rules.ts';

const instants = fc.array(instant, { maxLength: 60 });

test.prop([instants])('remembers exactly the active days of its window', (used) => {
  const latest = Math.max(...used.map(dayOf));
  const expected = [...new Set(used.map(dayOf))]
    .filter((day) => latest - day < WINDOW_DAYS)
    .sort((a, b) => b - a);
  expect(activeDays(useOf(used))).toEqual(expected);
  expect(useOf(used).last_used_at).toBe(used.length === 0 ? null : Math.max(...used));
});

test.prop([
  instants.chain((used) =>
    fc.tuple(fc.constant(used), fc.shuffledSubarray(used, { minLength: used.length })),
  ),
  fc.infiniteStream(fc.nat(3)),
])('depends neither on the order of events nor on how often they come', ([used, shuffled], repeats) => {
  const repeated = shuffled.flatMap((at) => Array<number>(1 + (repeats.next().value ?? 0)).fill(at));
  expect(useOf(repeated)).toEqual(useOf(used));
});

test.prop([instants, instants, instants])('merges copies in any grouping', (a, b, c) => {
  const [x, y, z] = [useOf(a), useOf(b), useOf(c)];
  const whole = useOf([...a, ...b, ...c]);
  expect(mergeUse(mergeUse(x, y), z)).toEqual(whole);
  expect(mergeUse(x, mergeUse(z, y))).toEqual(whole);
  expect(mergeUse(whole, y)).toEqual(whole);
});

it('covers two years and forgets what is older than its window', () => {
  const use = useOf([NOW - 799 * DAY_MS, NOW - 400 * DAY_MS]);
  expect(activeDays(recordUse(use, NOW)).map((day) => dayOf(NOW) - day)).toEqual([0, 400, 799]);
  expect(activeDays(recordUse(use, NOW + DAY_MS)).map((day) => dayOf(NOW) - day)).toEqual([-1, 400]);
  expect(neverUsed().active_days).toHaveLength(100);
});

test.prop([instants, instants])(
  'goes on from what an earlier version stored in fewer bytes',
  (before, after) => {
    const whole = useOf(before);
    const stored = { ...whole, active_days: whole.active_days.slice(0, 64) };
    const remembered = useOf(activeDays(stored).map((day) => day * DAY_MS));
    const expected = activeDays(mergeUse(remembered, useOf(after)));
    expect(activeDays(after.reduce(recordUse, stored))).toEqual(expected);
    expect(activeDays(mergeUse(useOf(after), stored))).toEqual(expected);
  },
);

it('lists the latest gaps first', () => {
  const use = useOf([0, 1, 2, 9, 30].map((daysAgo) => NOW - daysAgo * DAY_MS));
  expect(gaps(use)).toEqual([1, 1, 7, 21]);
  expect(gaps(use, 3)).toEqual([1, 1, 7]);
});

test.prop([instants])('reads as the zeros between ones, which is how SQL reads it', (used) => {
  const use = useOf(used);
  const bits = [...use.active_days].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const runs = bits.split('1').slice(1, -1);
  expect(gaps(use)).toEqual(runs.map((zeros) => zeros.length + 1));
});

test.prop([instants, fc.integer({ min: NOW - 600 * DAY_MS, max: NOW + 600 * DAY_MS })])(
  'until an instant it has the active days up to then, and nothing after it',
  (used, until) => {
    const whole = useOf(used);
    const use = useUntil(whole, until);
    expect(use.last_used_at ?? until).toBeLessThanOrEqual(until);
    expect(activeDays(use)).toEqual(activeDays(whole).filter((day) => day * DAY_MS <= until));
    if (whole.last_used_at !== null && whole.last_used_at <= until) expect(use).toBe(whole);
  },
);
