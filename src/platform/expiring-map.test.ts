import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { ExpiringMap } from './expiring-map.ts';

it('forgets an entry at its time, and when the clock is set back', () => {
  const map = new ExpiringMap<string>(10);
  map.set('a', 'A', { now_ms: 100, expires_ms: 200 });
  expect(map.get('a', 100)).toBe('A');
  expect(map.get('a', 199)).toBe('A');
  expect(map.get('a', 200)).toBeUndefined();
  map.set('a', 'A', { now_ms: 100, expires_ms: 200 });
  expect(map.get('a', 99)).toBeUndefined();
  map.set('a', 'A', { now_ms: 100, expires_ms: 100 });
  expect(map.size).toBe(0);
});

it('forgets the oldest first, counted from when it was last set', () => {
  const map = new ExpiringMap<number>(2);
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries())
    map.set(key, index, { now_ms: index, expires_ms: 99 });
  expect(['a', 'b', 'c'].map((key) => map.get(key, 10))).toEqual([2, undefined, 3]);
});

test.prop([fc.array(fc.record({ key: fc.string(), life_ms: fc.integer() }), { maxLength: 200 })])(
  'never holds more than its limit',
  (entries) => {
    const map = new ExpiringMap<number>(7);
    for (const { key, life_ms } of entries) map.set(key, 1, { now_ms: 0, expires_ms: life_ms });
    expect(map.size).toBeLessThanOrEqual(7);
  },
);
