import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { compareStaleness, HALF_LIFE_CLASSES } from '../scores/half-life.rules.ts';
import { type LapsingGrant, stalestAfter, stalestOf } from './stalest.rules.ts';

const lapse = fc.record({
  lapses_at: fc.integer({ min: -40, max: 40 }),
  half_life_class: fc.constantFrom(...HALF_LIFE_CLASSES),
});
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const grants = fc.dictionary(id, lapse, { minKeys: 1 });
const changes = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 20 }), fc.dictionary(id, fc.record({ lapse, active: fc.boolean() }))),
  { maxLength: 5 },
);

const listed = (all: Record<string, Omit<LapsingGrant, 'grant_id'>>): LapsingGrant[] =>
  Object.entries(all).map(([grant_id, each]) => ({ grant_id, ...each }));

const isTheStalest = (grant: LapsingGrant, all: readonly LapsingGrant[], now: number): boolean =>
  all.every((other) => compareStaleness(grant, other, now) >= -1e-6);

test.prop([grants, changes, fc.nat(200)])(
  'whatever it answers is the stalest of all until it says that it may be overtaken',
  (all, steps, later) => {
    const held = { ...all };
    let now = 0;
    let stalest = stalestOf(listed(held), now);
    for (const [passes, changed] of steps) {
      now += passes;
      for (const [grant_id, { lapse: moved, active }] of Object.entries(changed)) {
        if (active) held[grant_id] = moved;
        else delete held[grant_id];
      }
      const told = Object.entries(changed).map(([grant_id, { lapse: moved, active }]) => ({
        grant_id,
        ...moved,
        active,
      }));
      stalest = (stalest && stalestAfter(stalest, told, now)) ?? stalestOf(listed(held), now);
      if (stalest === null) {
        expect(held).toEqual({});
        continue;
      }
      expect(held[stalest.grant_id]).toMatchObject({
        lapses_at: stalest.lapses_at,
        half_life_class: stalest.half_life_class,
      });
      const until = Math.min(stalest.overtaken_at ?? Number.POSITIVE_INFINITY, now + later);
      expect(isTheStalest(stalest, listed(held), Math.max(now, until))).toBe(true);
      expect(isTheStalest(stalest, listed(held), now)).toBe(true);
    }
  },
);

test('a change of another grant that is fresher costs nothing', () => {
  const before = { grant_id: 'a', lapses_at: 0, half_life_class: 0, overtaken_at: null };
  const changed = [{ grant_id: 'b', lapses_at: 5, half_life_class: 0, active: true }];
  expect(stalestAfter(before, changed, 0)).toBe(before);
});

test('what goes stale twice as fast overtakes when as much time has passed as it lies behind', () => {
  const slow = { grant_id: 'slow', lapses_at: 0, half_life_class: 1 };
  const fast = { grant_id: 'fast', lapses_at: 10, half_life_class: 0 };
  expect(stalestOf([slow, fast], 15)).toMatchObject({ grant_id: 'slow', overtaken_at: 20 });
  expect(stalestOf([slow, fast], 25)).toMatchObject({ grant_id: 'fast', overtaken_at: null });
});
