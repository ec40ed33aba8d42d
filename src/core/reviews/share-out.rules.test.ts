import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canReview, isMember, type Person } from './routing.rules.ts';
import { type Load, shareOut } from './share-out.rules.ts';

const IDS = ['ann', 'bob', 'cid', 'dee'];
const person = fc.record({
  disabled: fc.boolean(),
  names: fc.subarray(['x@x.example', 'y@x.example'], { maxLength: 1 }),
  groups: fc.subarray(['team'], { maxLength: 1 }),
});
const loadsOf = (all: readonly Load[]): Map<string, Load> =>
  new Map(IDS.map((id, i) => [id, all[i] as Load]));
const world = fc.record({
  people: fc
    .tuple(...IDS.map(() => person))
    .map(
      (all) =>
        new Map<string, Person>(
          all.map((each, i) => [IDS[i] as string, { id: IDS[i] as string, manager_id: null, ...each }]),
        ),
    ),
  loads: fc
    .array(fc.record({ open: fc.nat(9), is_away: fc.boolean(), waiting: fc.nat(9), asked: fc.nat(9) }), {
      minLength: 4,
      maxLength: 4,
    })
    .map(loadsOf),
  reviews: fc.array(
    fc.record({
      principal_id: fc.constantFrom(...IDS, 'team', 'other'),
      candidates: fc.shuffledSubarray([...IDS, 'gone', null]),
      waited_for: fc.constantFrom(...IDS, null),
      waits: fc.boolean(),
    }),
    { maxLength: 40 },
  ),
  budget: fc.option(fc.integer({ min: 1, max: 12 })),
});

const NOTHING: Load = { open: 0, is_away: false, waiting: 0, asked: 0 };
const EVERYBODY = new Map<string, Person>(IDS.map((id) => [id, { id, manager_id: null, disabled: false }]));
/** About others, whom each of them can be asked about. */
const about = (many: number, more: object = {}) =>
  Array.from({ length: many }, (_, n) => ({ principal_id: `p${n}`, candidates: IDS, ...more }));
const openAfter = (loads: ReadonlyMap<string, Load>, given: ReadonlyMap<unknown, string>) =>
  new Map(
    IDS.map((id) => [id, (loads.get(id)?.open ?? 0) + [...given.values()].filter((to) => to === id).length]),
  );

describe('reviews that are shared out', () => {
  test('go to somebody who can be asked, and are left only where nobody can', () => {
    fc.assert(
      fc.property(world, ({ people, loads, reviews, budget }) => {
        const given = shareOut(reviews, { people, loads, budget });
        for (const review of reviews) {
          const { principal_id, candidates } = review;
          const able = candidates.filter((id) => canReview(id, principal_id, people));
          if (able.length === 0) expect(given.has(review)).toBe(false);
          else expect(able).toContain(given.get(review));
        }
      }),
    );
  });

  test('leave nobody among those who can be asked about everything with two more than another', () => {
    const starts = fc.array(fc.nat(20), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.nat(60), starts, (many, start) => {
        const loads = loadsOf(start.map((open) => ({ ...NOTHING, open })));
        const given = shareOut(about(many), { people: EVERYBODY, loads });
        const after = openAfter(loads, given);
        const least = Math.min(...after.values());
        for (const id of given.values()) expect(after.get(id)).toBeLessThanOrEqual(least + 1);
        const alike = openAfter(new Map(), shareOut(about(many), { people: EVERYBODY, loads: new Map() }));
        expect(Math.max(...alike.values()) - Math.min(...alike.values())).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('leave nobody with two more than another who could have had the last of them', () => {
    fc.assert(
      fc.property(world, ({ people, loads, reviews }) => {
        const asked = reviews.map(({ principal_id, candidates }) => ({ principal_id, candidates }));
        const given = shareOut(asked, { people, loads });
        const after = openAfter(loads, given);
        for (const who of IDS) {
          const last = asked.findLast((review) => given.get(review) === who);
          if (!last) continue;
          const tier = (id: string) =>
            `${isMember(id, last.principal_id, people)} ${loads.get(id)?.is_away ?? false}`;
          for (const other of last.candidates) {
            if (!canReview(other, last.principal_id, people) || tier(other) !== tier(who)) continue;
            expect(after.get(who)).toBeLessThanOrEqual((after.get(other) as number) + 1);
          }
        }
      }),
    );
  });

  test('come to the same numbers in whatever order equal pairs are; only ties decide otherwise', () => {
    const batch = fc
      .integer({ min: 0, max: 30 })
      .chain((many) => fc.shuffledSubarray(about(many), { minLength: many }));
    fc.assert(
      fc.property(batch, world, (shuffled, { loads }) => {
        const numbers = (reviews: readonly (typeof shuffled)[number][]) =>
          openAfter(loads, shareOut(reviews, { people: EVERYBODY, loads }));
        expect(numbers(shuffled)).toEqual(numbers(about(shuffled.length)));
        const turned = shuffled.map((review, n) => ({
          ...review,
          candidates: [...IDS.slice(n % 4), ...IDS.slice(0, n % 4)],
        }));
        const sorted = (all: Map<string, number>) => [...all.values()].sort((a, b) => a - b);
        const even = new Map<string, Load>();
        const anyOrder = openAfter(even, shareOut(turned, { people: EVERYBODY, loads: even }));
        const inOrder = openAfter(even, shareOut(shuffled, { people: EVERYBODY, loads: even }));
        expect(sorted(anyOrder)).toEqual(sorted(inOrder));
      }),
    );
  });

  test('go to the first of those who have equally few', () => {
    const given = shareOut(about(5), { people: EVERYBODY, loads: new Map() });
    expect([...given.values()]).toEqual(['ann', 'bob', 'cid', 'dee', 'ann']);
  });

  test('go to a member of the group that they are about only if nobody else can be asked, and to who is away after others', () => {
    fc.assert(
      fc.property(world, ({ people, loads, reviews }) => {
        const given = shareOut(reviews, { people, loads });
        for (const review of reviews) {
          const to = given.get(review);
          if (to === undefined) continue;
          const { principal_id, candidates } = review;
          const able = candidates.filter((id) => canReview(id, principal_id, people));
          const isIn = (id: string) => isMember(id, principal_id, people);
          if (isIn(to)) expect(able.filter((id) => !isIn(id))).toEqual([]);
          if (!loads.get(to)?.is_away) continue;
          expect(able.filter((id) => isIn(id) === isIn(to) && !loads.get(id)?.is_away)).toEqual([]);
        }
      }),
    );
  });
});

describe('where reviewers have a weekly budget', () => {
  const loads = (more: Record<string, Partial<Load>>) =>
    loadsOf(IDS.map((id) => ({ ...NOTHING, ...more[id] })));

  test('nobody gets what waited for another beyond the room of their week', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9), { minLength: 4, maxLength: 4 }),
        fc.array(fc.record({ waited_for: fc.constantFrom(...IDS), candidates: fc.shuffledSubarray(IDS) })),
        (asked, turns) => {
          const budget = 8;
          const rest = new Map(IDS.map((id, i) => [id, Math.max(0, budget - (asked[i] as number))]));
          // Those whose turn it is: of each line no more than its week has room for.
          const due = turns.flatMap(({ waited_for, candidates }, n) => {
            const room = rest.get(waited_for) as number;
            rest.set(waited_for, room - 1);
            const among = [...new Set([...candidates, waited_for])];
            return room > 0 ? [{ principal_id: `p${n}`, candidates: among, waited_for }] : [];
          });
          const waiting = (id: string) => due.filter(({ waited_for }) => waited_for === id).length;
          // Of some lines more waits for weeks to come.
          const start = loadsOf(
            IDS.map((id, i) => ({
              ...NOTHING,
              asked: asked[i] as number,
              waiting: waiting(id) + (i % 2) * 20,
            })),
          );
          const given = shareOut(due, { people: EVERYBODY, loads: start, budget });
          expect(given.size).toBe(due.length);
          const got = openAfter(new Map(), given);
          for (const [i, id] of IDS.entries()) {
            if (got.get(id) === 0) continue;
            expect((asked[i] as number) + (got.get(id) as number)).toBeLessThanOrEqual(budget);
          }
        },
      ),
    );
  });

  test('whoever has room beyond what waits for them takes what waited for somebody with more', () => {
    const start = loads({ ann: { open: 9, waiting: 2 }, bob: { waiting: 1, asked: 2 } });
    const due = about(2, { candidates: ['ann', 'bob'], waited_for: 'ann' });
    const given = shareOut(due, { people: EVERYBODY, loads: start, budget: 4 });
    expect([...given.values()]).toEqual(['bob', 'ann']);
  });

  test('what waits goes where the least is open and waits together, and stays there when it is shared out again', () => {
    const start = loads({ ann: { open: 2, waiting: 1 }, bob: { open: 1 } });
    const among = { candidates: ['ann', 'bob'], waits: true };
    const given = shareOut(about(4, among), { people: EVERYBODY, loads: start });
    expect([...given.values()]).toEqual(['bob', 'bob', 'ann', 'bob']);
    const later = loads({ ann: { open: 2, waiting: 2 }, bob: { open: 1, waiting: 3 } });
    const again = [...given].map(([review, waited_for]) => ({ ...review, waited_for }));
    expect([...shareOut(again, { people: EVERYBODY, loads: later }).values()]).toEqual([...given.values()]);
  });
});
