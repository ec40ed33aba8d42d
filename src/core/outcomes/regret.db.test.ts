import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explain, withChildren } from '../../../test/support/explain.ts';
import { createGroupWorld, person, somebody } from '../../../test/support/group-world.ts';
import { type DecidedRemoval, removalId, storeRemovals } from '../../../test/support/removals.ts';
import { createReviewWorld, type ReviewWorld } from '../../../test/support/review-world.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import { REGRET_DAYS, type RegretSign, regretFigure } from './regret.rules.ts';
import { countRegret, listRegretted } from './regret-figures.sql.ts';

const get = async (world: ReviewWorld, url: string) => {
  const answer = await world.call({ url });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return answer.json();
};
const NOTHING = regretFigure({ revocations: 0, regretted: 0, cases: 0, cases_regretted: 0 });
const soon = () => encodeURIComponent(isoInstant(Date.now() + DAY_MS));

describe('in a world', () => {
  let world: ReviewWorld;
  beforeAll(async () => {
    world = await createReviewWorld();
    await world.sweep();
  });
  afterAll(() => world.close());

  test('a removal cannot be judged yet, until it is called off', async () => {
    expect(await get(world, '/v1/outcomes/regret')).toMatchObject({
      is_complete: true,
      all: NOTHING,
      reviewers: 0,
      by_reviewer: [],
      by_platform: [],
      by_recommendation: [],
      by_decided_through: [],
    });
    const [review] = (await get(world, '/v1/reviews?principal_id=ann&asset_id=crm')).items;
    expect((await world.decide(review.id, { decision: 'REVOKE', justification: 'left' })).status).toBe(200);
    const recent = { ...NOTHING, revocations: 1, not_yet_judged: 1 };
    const { recommendation } = (await get(world, `/v1/reviews/${review.id}`)) as { recommendation: string };
    expect(await get(world, `/v1/outcomes/regret?to=${soon()}`)).toMatchObject({
      all: recent,
      reviewers: 1,
      by_reviewer: [{ decided_by: 'dev-admin', decided_by_name: 'dev-admin', ...recent }],
      by_platform: [{ platform: 'synapse', ...recent }],
      by_recommendation: [{ recommendation, ...recent }],
      by_decided_through: [{ decided_through: 'person', ...recent }],
    });
    expect(await get(world, `/v1/outcomes/regretted?to=${soon()}`)).toMatchObject({ items: [], total: 0 });

    const [removal] = (await get(world, `/v1/remediations?review_id=${review.id}`)).items;
    const url = `/v1/remediations/${removal.id}/cancel`;
    expect((await world.call({ method: 'POST', url, payload: {} })).statusCode).toBe(200);
    expect((await get(world, `/v1/outcomes/regret?to=${soon()}`)).all).toEqual({
      ...recent,
      judged: 1,
      not_yet_judged: 0,
      regretted: 1,
    });
    const list = await get(world, `/v1/outcomes/regretted?to=${soon()}`);
    expect(list).toMatchObject({
      total: 1,
      is_complete: true,
      items: [
        {
          review_id: review.id,
          grant_id: 'g-ann-crm',
          principal_id: 'ann',
          principal_name: 'Ann',
          asset_name: 'crm',
          platform: 'synapse',
          permission: 'read',
          reason: 'left',
          decided_through: 'person',
          decided_by: 'dev-admin',
          remediation_id: removal.id,
          removed_at: null,
          shown_by: 'called_off',
          shown_at: (await get(world, `/v1/remediations/${removal.id}`)).reverted_at,
        },
      ],
    });
  });

  test('the person who decided has the name that the directory knows', async () => {
    await world.test.admin("UPDATE review_decisions SET decided_by = 'Olaf@x.example'");
    const { by_reviewer } = await get(world, `/v1/outcomes/regret?to=${soon()}`);
    expect(by_reviewer).toMatchObject([{ decided_by: 'Olaf@x.example', decided_by_name: 'Olaf' }]);
    const { items } = await get(world, `/v1/outcomes/regretted?to=${soon()}`);
    expect(items).toMatchObject([{ decided_by_name: 'Olaf' }]);
  });

  test('what the system revokes because nobody answered counts, of no person; what was found to be gone does not', async () => {
    await world.test.admin("UPDATE review_decisions SET decided_by = 'system', unanswered = true");
    const { all, reviewers, by_reviewer, by_decided_through } = await get(
      world,
      `/v1/outcomes/regret?to=${soon()}`,
    );
    expect([all.revocations, reviewers, by_reviewer]).toEqual([1, 0, []]);
    expect(by_decided_through).toMatchObject([{ decided_through: 'system', revocations: 1, regretted: 1 }]);
    await world.test.admin('UPDATE review_decisions SET unanswered = false');
    expect((await get(world, `/v1/outcomes/regret?to=${soon()}`)).all).toEqual(NOTHING);
  });

  test('a period is half-open, and one that is none is refused with the name of the field', async () => {
    await world.test.admin(
      "UPDATE review_decisions SET unanswered = true, decided_at = '2026-03-05T12:00:00Z'",
    );
    const removals = async (from: string, to: string) =>
      (await get(world, `/v1/outcomes/regret?from=${from}&to=${to}`)).all.revocations;
    expect(await removals('2026-03-05T12:00:00Z', '2026-03-05T12:00:01Z')).toBe(1);
    expect(await removals('2026-03-05T11:00:00Z', '2026-03-05T12:00:00Z')).toBe(0);
    expect(await get(world, '/v1/outcomes/regret?to=2026-03-06T00:00:00Z')).toMatchObject({
      from: '2025-12-06T00:00:00.000Z',
      to: '2026-03-06T00:00:00.000Z',
    });
    expect(await get(world, '/v1/outcomes/regret?to=0001-01-01T00:00:00Z')).toMatchObject({ all: NOTHING });
    for (const list of ['regret', 'regretted']) {
      for (const [query, field] of [
        ['from=2026-03-06T00:00:00Z&to=2026-03-06T00:00:00Z', 'from'],
        ['from=2999-01-01T00:00:00Z', 'from'],
        ['from=yesterday', 'from'],
        ['to=2026-02-30T00:00:60Z', 'to'],
        ['to=0000-01-01T00:00:00Z', 'to'],
        ['days=90', 'days'],
      ]) {
        const answer = await world.call({ url: `/v1/outcomes/${list}?${query}` });
        expect([query, answer.statusCode]).toEqual([query, 400]);
        expect(answer.json().detail[0].loc).toEqual(['query', field]);
      }
    }
  });
});

test('decided about a group, and called off by its undo, which only insiders see', async () => {
  const w = await createGroupWorld();
  const { body } = await w.decide();
  w.wait();
  await w.world.sweep();
  const SIX = { revocations: 6, judged: 0, not_yet_judged: 6 };
  expect(await get(w.world, `/v1/outcomes/regret?to=${soon()}`)).toMatchObject({
    by_reviewer: [{ decided_by: 'owner@x.example', decided_by_name: 'OWNER', ...SIX }],
    by_decided_through: [{ decided_through: 'group', ...SIX }],
  });
  expect((await w.undo(body.id)).status).toBe(200);
  await w.world.sweep();
  const { by_decided_through } = await get(w.world, `/v1/outcomes/regret?to=${soon()}`);
  expect(by_decided_through).toMatchObject([
    { decided_through: 'group', ...SIX, judged: 6, not_yet_judged: 0, regretted: 6 },
  ]);
  const { items } = await get(w.world, `/v1/outcomes/regretted?to=${soon()}&decided_through=group`);
  expect(items.map(({ shown_by }: { shown_by: string }) => shown_by)).toEqual(Array(6).fill('called_off'));
  w.signIn(somebody('p1@x.example', ['service.ingest']));
  for (const list of ['regret', 'regretted']) {
    expect((await w.world.call({ url: `/v1/outcomes/${list}` })).statusCode).toBe(403);
  }
  await w.world.close();
});

const NOW = Date.now();
const days = fc.integer({ min: 0, max: 75 });
const perhaps = fc.option(days, { freq: 2 });
const removal: fc.Arbitrary<DecidedRemoval> = fc
  .record({
    // The first is in the period, the second is not.
    age: fc.integer({ min: 1, max: 130 }),
    decided_by: fc.constantFrom('olaf@x.example', 'mia@x.example', 'system'),
    in_group: fc.boolean(),
    platform: fc.constantFrom('fabric', 'synapse'),
    recommendation: fc.constantFrom('REVOKE' as const, 'REVIEW' as const, 'CONFIRM' as const),
    completed_after: fc.option(fc.integer({ min: 0, max: 20 })),
    remediation: fc.option(fc.constantFrom('called_off' as const, 'put_back' as const), { freq: 2 }),
    remediation_after: days,
    restored_after: perhaps,
    again_after: perhaps,
    used_after: perhaps,
  })
  .map(({ age, ...rest }) => {
    const bySystem = rest.decided_by === 'system';
    return {
      ...rest,
      decided_at: NOW - age * DAY_MS,
      in_group: rest.in_group && !bySystem,
      unanswered: bySystem,
    };
  });

/** The rule once more, for one removal: what showed it first, after how many days. */
function shown(each: DecidedRemoval): { by: RegretSign; after: number } | null {
  const until = (each.completed_after ?? 0) + REGRET_DAYS;
  const isCalledOff =
    each.remediation === 'put_back' || (each.remediation === 'called_off' && each.remediation_after < until);
  const within = (after: number | null) => (after !== null && after <= until ? [after] : []);
  const signs: { by: RegretSign; after: number }[] = [
    ...(isCalledOff && each.remediation ? [{ by: each.remediation, after: each.remediation_after }] : []),
    ...(isCalledOff
      ? []
      : within(each.restored_after).map((after) => ({ by: 'granted_again' as const, after }))),
    ...within(each.again_after)
      .filter((after) => after > 0)
      .map((after) => ({ by: 'granted_again' as const, after })),
    ...within(each.used_after).map((after) => ({ by: 'used' as const, after })),
  ];
  return signs.sort((a, b) => a.after - b.after || (a.by < b.by ? -1 : 1))[0] ?? null;
}

describe('whatever came of removals', () => {
  let world: ReviewWorld;
  beforeAll(async () => {
    world = await createReviewWorld([person('somebody')]);
  });
  afterAll(() => world.close());
  const period = { from: isoInstant(NOW - 90 * DAY_MS), to: isoInstant(NOW) };
  const isIn = ({ decided_at }: DecidedRemoval) => decided_at >= NOW - 90 * DAY_MS;

  test('they are counted as one by one, in all and in each part, and those that were missed are listed', () =>
    fc.assert(
      fc.asyncProperty(fc.array(removal, { minLength: 1, maxLength: 60, size: 'max' }), async (all) => {
        await storeRemovals(world.test, world.tenant, all);
        const asOne = (some: readonly DecidedRemoval[]) => {
          const cases = some.filter(
            (each) => each.decided_at + ((each.completed_after ?? 0) + REGRET_DAYS) * DAY_MS <= NOW,
          );
          return {
            revocations: some.length,
            regretted: some.filter(shown).length,
            cases: cases.length,
            cases_regretted: cases.filter(shown).length,
          };
        };
        const inside = all.filter(isIn);
        const counted = await world.test.db.transaction(world.tenant, (tx) => countRegret(tx, period, NOW));
        const people = inside.filter((each) => each.decided_by !== 'system');
        expect(counted.filter(({ part }) => part === 'all')).toMatchObject([
          { key: null, reviewers: new Set(people.map((each) => each.decided_by)).size, ...asOne(inside) },
        ]);
        const through = (each: DecidedRemoval) =>
          each.decided_by === 'system' ? 'system' : each.in_group ? 'group' : 'person';
        for (const [part, some, keyOf] of [
          ['decided_by', people, (each) => each.decided_by],
          ['platform', inside, (each) => each.platform],
          ['recommendation', inside, (each) => each.recommendation],
          ['decided_through', inside, through],
        ] as const satisfies [string, DecidedRemoval[], (each: DecidedRemoval) => string][]) {
          const found = counted.filter((row) => row.part === part);
          const expected = [...new Set(some.map(keyOf))].map((key) => ({
            key,
            ...asOne(some.filter((each) => keyOf(each) === key)),
          }));
          expect(found.map(({ key }) => key).sort()).toEqual(expected.map(({ key }) => key).sort());
          for (const row of expected) expect(found.find(({ key }) => key === row.key)).toMatchObject(row);
        }

        const missed = all
          .map((each, place) => ({ id: removalId(place), each, sign: shown(each) }))
          .filter(({ each, sign }) => isIn(each) && sign !== null)
          .sort((a, b) => b.each.decided_at - a.each.decided_at || (a.id < b.id ? 1 : -1))
          .map(({ id, each, sign }) => ({
            id,
            shown_by: sign?.by,
            shown_at: isoInstant(each.decided_at + (sign?.after ?? 0) * DAY_MS),
          }));
        const listed: object[] = [];
        let query = `from=${period.from}&to=${period.to}&limit=7`;
        for (let page = 0; page < 20; page += 1) {
          const { items, total, next_cursor } = await get(world, `/v1/outcomes/regretted?${query}`);
          expect(total).toBe(missed.length);
          listed.push(...items);
          if (next_cursor === null) break;
          query = `from=${period.from}&to=${period.to}&limit=7&cursor=${next_cursor}`;
        }
        expect(listed).toEqual(missed.map((each) => expect.objectContaining(each)));
      }),
      { numRuns: 12 },
    ));

  test('another tenant sees none of it', async () => {
    const other = world.test.tenants.b;
    const rows = await world.test.db.transaction(other, (tx) => countRegret(tx, period, NOW));
    expect(rows).toMatchObject([{ part: 'all', revocations: 0, regretted: 0 }]);
    const page = { limit: 50, after: null, offset: 0 };
    const found = await world.test.db.transaction(other, (tx) =>
      listRegretted(tx, { filters: {}, period, now: NOW }, page),
    );
    expect(found).toEqual({ items: [], total: 0, has_more: false, is_complete: true });
  });

  test('a list is of those that have what it asks for', async () => {
    const missed: DecidedRemoval = {
      decided_at: NOW - 10 * DAY_MS,
      decided_by: 'olaf@x.example',
      in_group: false,
      unanswered: false,
      platform: 'fabric',
      recommendation: 'REVOKE',
      completed_after: 0,
      remediation: null,
      remediation_after: 0,
      restored_after: 1,
      again_after: null,
      used_after: null,
    };
    await storeRemovals(world.test, world.tenant, [
      missed,
      { ...missed, decided_by: 'mia@x.example' },
      { ...missed, platform: 'synapse' },
      { ...missed, recommendation: 'REVIEW' },
      { ...missed, in_group: true },
    ]);
    for (const [filter, place] of [
      ['decided_by=mia@x.example', 1],
      ['platform=synapse', 2],
      ['recommendation=REVIEW', 3],
      ['decided_through=group', 4],
    ] as const) {
      const { items } = await get(world, `/v1/outcomes/regretted?${filter}`);
      expect(items.map(({ id }: { id: string }) => id)).toEqual([removalId(place)]);
    }
  });

  test('no table is gone through, however many there are', async () => {
    const one = fc.sample(removal, 500);
    await storeRemovals(world.test, world.tenant, one);
    await world.test.admin('ANALYZE');
    const page = { limit: 50, after: null, offset: 0 };
    const plans = [
      ...(await explain(world.test, (q) => countRegret(q, period, NOW))),
      ...(await explain(world.test, (q) => listRegretted(q, { filters: {}, period, now: NOW }, page))),
    ];
    expect(plans).toHaveLength(2);
    for (const plan of plans) {
      const nodes = withChildren(plan);
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      const used = nodes.map((node) => node['Index Name']);
      expect(used).toEqual(
        expect.arrayContaining(['review_decisions_removals', 'group_decision_reviews_decided']),
      );
    }
  });
});
