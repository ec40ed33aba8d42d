import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventId, recordId } from './ids.ts';

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('ids', () => {
  it('have the form of a UUID v7 and sort like their index', () => {
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), fc.nat(99_999_999), fc.nat(99_999_999), (seed, a, b) => {
        const [first, second] = [recordId(seed, 'grant', a), recordId(seed, 'grant', b)];
        expect(first).toMatch(UUID_7);
        expect(Math.sign(a - b)).toBe(first < second ? -1 : first > second ? 1 : 0);
      }),
    );
  });

  it('tell the instant of an event', () => {
    const time = Date.parse('2026-03-04T05:06:07.089Z');
    const id = eventId(7, time, 12);
    expect(id).toMatch(UUID_7);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(time);
    expect(eventId(7, time, 13)).not.toBe(id);
  });

  it('differ between kinds and seeds', () => {
    const ids = [recordId(1, 'asset', 5), recordId(1, 'grant', 5), recordId(2, 'asset', 5)];
    expect(new Set(ids).size).toBe(3);
  });
});
