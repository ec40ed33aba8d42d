import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Looked, markOf, readSeen, writeSeen } from './seen.rules.ts';

const looked: Looked = {
  review_id: 'r1',
  recommendation: 'REVOKE',
  access_grant_ids: ['g1'],
  permissions: ['read'],
  last_used_at: null,
};

test('what was shown is read as it was written', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 50 }), (ids) => {
      const shown = ids.map((review_id) => ({ ...looked, review_id }));
      expect(readSeen(writeSeen(shown))).toEqual(
        new Map(shown.map((each) => [each.review_id, markOf(each)])),
      );
    }),
  );
});

test('a mark is another one when anything of it changes', () => {
  const changes: Partial<Looked>[] = [
    { recommendation: 'REVIEW' },
    { access_grant_ids: ['g1', 'g2'] },
    { permissions: ['admin'] },
    { last_used_at: '2026-01-01T00:00:00.000Z' },
  ];
  const marks = changes.map((change) => markOf({ ...looked, ...change }));
  expect(new Set([markOf(looked), ...marks]).size).toBe(changes.length + 1);
  expect(markOf({ ...looked, review_id: 'r2' })).toBe(markOf(looked));
});

test('what no card has shown is nothing', () => {
  fc.assert(fc.property(fc.string(), (text) => readSeen(text) === null));
  // A body that would grow to gigabytes is not unpacked.
  expect(readSeen(writeSeen([{ ...looked, review_id: 'x'.repeat(3_000_000) }]))).toBeNull();
});
