import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import {
  addEarlyDay,
  addHabitDay,
  establishedFrom,
  isHabitOn,
  packDays,
  unpackDays,
} from './earliest-days.rules.ts';

const days = fc.array(fc.nat(30), { maxLength: 20 });
const listOf = (all: readonly number[]): number[] => {
  const list: number[] = [];
  for (const day of all) addHabitDay(list, day);
  return list;
};

test.prop([days])('are the five smallest, in whatever order and however often they come', (all) => {
  expect(listOf(all)).toEqual([...new Set(all)].sort((a, b) => a - b).slice(0, 5));
});

test.prop([days, days])('of a union are those of the lists of both', (a, b) => {
  expect(listOf([...listOf(a), ...listOf(b)])).toEqual(listOf([...a, ...b]));
});

test.prop([days, fc.nat(30)])('say when they have changed', (all, day) => {
  const list = listOf(all);
  const before = [...list];
  const isChanged = addHabitDay(list, day);
  expect(isChanged).toBe(JSON.stringify(list) !== JSON.stringify(before));
  expect(addHabitDay(list, day)).toBe(false);
});

test.prop([days, days, fc.nat(30)])('a habit stays one, whatever becomes known', (a, b, day) => {
  if (isHabitOn(listOf(a), day)) expect(isHabitOn(listOf([...a, ...b]), day)).toBe(true);
});

test.prop([days])('survive the way to the database and back', (all) => {
  expect(unpackDays(packDays(listOf(all)))).toEqual(listOf(all));
});

it('a habit begins on the fifth day, not with the fifth time', () => {
  expect(isHabitOn(listOf([1, 1, 1, 1, 1]), 1)).toBe(false);
  expect(isHabitOn(listOf([1, 2, 3, 4]), 4)).toBe(false);
  expect(isHabitOn(listOf([1, 2, 3, 4, 9]), 4)).toBe(false);
  expect(isHabitOn(listOf([1, 2, 3, 4, 9]), 9)).toBe(true);
});

it('settling takes seven days, and seven with any use', () => {
  const from = (all: number[]) => {
    const early: number[] = [];
    for (const day of all) addEarlyDay(early, day);
    return establishedFrom(early);
  };
  expect(from([])).toBe(Number.POSITIVE_INFINITY);
  expect(from([1, 2, 3, 4, 5, 6, 6])).toBe(Number.POSITIVE_INFINITY);
  expect(from([1, 2, 3, 4, 5, 6, 7, 8])).toBe(8);
  expect(from([1, 2, 3, 4, 5, 6, 40, 50])).toBe(41);
});
