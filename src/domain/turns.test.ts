import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { Turns } from './turns.ts';

const QUOTA = { per_minute: 300, burst: 50 };

test('a tenant that is alone never waits', () => {
  const turns = new Turns();
  const waits = Array.from({ length: 350 }, (_, index) => turns.take(1, 'reads', QUOTA, index));
  expect(Math.max(...waits)).toBe(0);
});

test('beside another, some go nearly together and the rest one by one', () => {
  const turns = new Turns();
  turns.take(2, 'reads', QUOTA, 0);
  const waits = Array.from({ length: 12 }, () => turns.take(1, 'reads', QUOTA, 1_000));
  expect(waits.slice(0, 8)).toEqual([0, 0, 15, 30, 45, 60, 75, 90]);
  expect(waits.slice(8)).toEqual([100, 200, 300, 400]);
  expect(turns.take(2, 'reads', QUOTA, 1_000)).toBe(0);
  // Its writes have a pace of their own, and wait only for those that began just now.
  expect(turns.take(1, 'writes', QUOTA, 1_000)).toBe(105);
  expect(turns.take(1, 'writes', QUOTA, 1_200)).toBe(0);
});

test('who fell silent is not waited for', () => {
  const turns = new Turns();
  turns.take(2, 'reads', QUOTA, 0);
  expect(turns.isShared(1, 10_000)).toBe(true);
  expect(turns.isShared(1, 10_001)).toBe(false);
});

test.prop([fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 })])(
  'whatever the rhythm, no more are let through in any second than the pace and those together',
  (pauses) => {
    const turns = new Turns();
    let now = 0;
    const through: number[] = [];
    for (const pause of pauses) {
      now += pause;
      turns.take(2, 'reads', QUOTA, now);
      through.push(now + turns.take(1, 'reads', QUOTA, now));
    }
    for (const from of through) {
      expect(through.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(20 + 8);
    }
  },
);
