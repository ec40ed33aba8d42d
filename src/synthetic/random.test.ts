import { describe, expect, it } from 'vitest';
import { below, mix, objectId, Random } from './random.ts';

describe('random numbers', () => {
  it('are spread evenly', () => {
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) counts[below(10, mix(3, i))] = (counts[below(10, mix(3, i))] ?? 0) + 1;
    for (const count of counts) {
      expect(count).toBeGreaterThan(850);
      expect(count).toBeLessThan(1150);
    }
  });

  it('come in the same order for the same seed', () => {
    const drawn = (seed: number) => {
      const random = new Random(seed);
      return Array.from({ length: 50 }, () => random.next());
    };
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
    expect(drawn(1).every((number) => number >= 0 && number < 1)).toBe(true);
  });

  it('give every object an id of its own', () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => objectId(5, index));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
