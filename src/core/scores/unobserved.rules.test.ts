import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { unobservedMs } from './unobserved.rules.ts';

it('counts what comes after the latest use, and overlaps once', () => {
  const outages = [
    { from: 50, until: 80 },
    { from: 10, until: 30 },
    { from: 20, until: 40 },
  ];
  expect(unobservedMs(outages, 0)).toBe(60);
  expect(unobservedMs(outages, 25)).toBe(45);
  expect(unobservedMs(outages, 80)).toBe(0);
});

it('counts the time before a platform was connected', () => {
  expect(unobservedMs([{ from: -Infinity, until: 100 }], 40)).toBe(60);
});

const outage = fc.tuple(fc.nat(200), fc.nat(50)).map(([from, length]) => ({ from, until: from + length }));

test.prop([fc.array(outage), fc.nat(250)])('equals the number of milliseconds covered', (outages, since) => {
  const covered = [...Array(300).keys()].filter(
    (t) => t >= since && outages.some(({ from, until }) => t >= from && t < until),
  );
  expect(unobservedMs(outages, since)).toBe(covered.length);
});
