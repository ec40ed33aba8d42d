import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canReview, type Person } from '../routing.rules.ts';
import { shareOut } from './share-out.rules.ts';

const IDS = ['ann', 'bob', 'cid', 'dee'];
const person = fc.record({
  disabled: fc.boolean(),
  names: fc.subarray(['x@x.example', 'y@x.example'], { maxLength: 1 }),
  groups: fc.subarray(['team'], { maxLength: 1 }),
});
const world = fc.record({
  people: fc
    .tuple(...IDS.map(() => person))
    .map(
      (all) =>
        new Map<string, Person>(
          all.map((each, i) => [IDS[i] as string, { id: IDS[i] as string, manager_id: null, ...each }]),
        ),
    ),
  reviewers: fc.subarray(IDS, { minLength: 1 }),
  loads: fc
    .array(fc.nat(9), { minLength: 4, maxLength: 4 })
    .map((all) => new Map(IDS.map((id, i) => [id, all[i] as number]))),
  reviews: fc
    .array(fc.constantFrom(...IDS, 'team'), { maxLength: 40 })
    .map((about) => about.map((principal_id, i) => ({ id: `r${i}`, principal_id }))),
});

describe('reviews that are shared out', () => {
  test('go to somebody who can be asked, and are left only where nobody can', () => {
    fc.assert(
      fc.property(world, ({ people, reviewers, loads, reviews }) => {
        const given = shareOut(reviews, reviewers, { people, loads });
        for (const { id, principal_id } of reviews) {
          const able = reviewers.filter((reviewer) => canReview(reviewer, principal_id, people));
          if (able.length === 0) expect(given.has(id)).toBe(false);
          else expect(able).toContain(given.get(id));
        }
      }),
    );
  });

  test('leave nobody with two more than another who could have had the last of them', () => {
    fc.assert(
      fc.property(world, ({ people, reviewers, loads, reviews }) => {
        const given = shareOut(reviews, reviewers, { people, loads });
        const have = new Map(loads);
        for (const to of given.values()) have.set(to, (have.get(to) ?? 0) + 1);
        for (const who of reviewers) {
          const last = reviews.findLast(({ id }) => given.get(id) === who);
          if (!last || last.principal_id === 'team') continue;
          for (const other of reviewers.filter((each) => canReview(each, last.principal_id, people))) {
            expect(have.get(who)).toBeLessThanOrEqual((have.get(other) as number) + 1);
          }
        }
      }),
    );
  });

  test('go to a member of the group that they are about only if nobody else can be asked', () => {
    fc.assert(
      fc.property(world, ({ people, reviewers, loads }) => {
        const to = shareOut([{ id: 'r', principal_id: 'team' }], reviewers, { people, loads }).get('r');
        const isIn = (id: string) => people.get(id)?.groups?.includes('team') ?? false;
        if (to === undefined || !isIn(to)) return;
        expect(reviewers.filter((id) => people.get(id)?.disabled === false && !isIn(id))).toEqual([]);
      }),
    );
  });
});
