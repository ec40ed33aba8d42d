import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { addActiveDay, idleDaysBefore } from './activity-spells.rules.ts';

const days = fc.array(fc.nat(900), { maxLength: 12 });

test.prop([days])('tell the same as all the days, in whatever order they come', (all) => {
  const spells: number[] = [];
  for (const day of all) addActiveDay(spells, day);
  const sorted = [...new Set(all)].sort((a, b) => a - b);
  for (const [i, day] of sorted.entries()) {
    const before = sorted[i - 1];
    const expected = before === undefined ? 0 : day - before >= 100 ? day - before : null;
    expect(idleDaysBefore(spells, day)).toBe(expected);
  }
  expect(spells.at(-1)).toBe(sorted.at(-1));
});

test.prop([days, fc.nat(900)])('say when they have changed', (all, day) => {
  const spells: number[] = [];
  for (const known of all) addActiveDay(spells, known);
  const before = [...spells];
  const isChanged = addActiveDay(spells, day);
  expect(isChanged).toBe(JSON.stringify(spells) !== JSON.stringify(before));
  expect(addActiveDay(spells, day)).toBe(false);
});
