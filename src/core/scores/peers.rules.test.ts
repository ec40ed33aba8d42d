import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { peerDecile, peerShare, peerShift } from './peers.rules.ts';

const policy = { max_days: 10, min_peers: 3 };

it.each([
  [0, 10, -10],
  [1, 10, -8],
  [19, 100, -8],
  [5, 10, 0],
  [59, 100, 0],
  [9, 10, 8],
  [10, 10, 10],
  [0, 3, -10],
  [0, 2, 0],
  [2, 2, 0],
  [0, 0, 0],
])('%i of %i peers active shift by %i days', (active, peers, days) => {
  expect(peerShift({ peers, active }, policy)).toBe(days);
});

it('has no share without peers', () => {
  expect(peerShare({ peers: 0, active: 0 })).toBeNull();
  expect(peerDecile({ peers: 0, active: 0 })).toBeNull();
  expect(peerShare({ peers: 4, active: 1 })).toBe(0.25);
});

test.prop([fc.integer({ min: 3, max: 500 }), fc.nat(500), fc.nat(60)])(
  'is whole, bounded, and grows with the active peers',
  (peers, some, max_days) => {
    const active = some % peers;
    const days = peerShift({ peers, active }, { max_days, min_peers: 3 });
    expect(Number.isInteger(days)).toBe(true);
    expect(Math.abs(days)).toBeLessThanOrEqual(max_days);
    expect(peerShift({ peers, active: active + 1 }, { max_days, min_peers: 3 })).toBeGreaterThanOrEqual(days);
  },
);
