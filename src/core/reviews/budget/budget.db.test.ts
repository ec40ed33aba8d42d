import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createReviewWorld,
  daysAgo,
  PEOPLE_AND_ACCESS,
  type ReviewWorld,
} from '../../../../test/support/review-world.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { sweepTenant } from '../../scores/sweep/sweep.ts';
import { nextWeek, weekStart } from './budget.rules.ts';
import { weighWaitingAgain } from './weigh-waiting.ts';

const HOUR_MS = 3_600_000;
/** From the heaviest to the lightest, of what nobody is disabled for. */
const CLASSES = ['pii', 'confidential', 'internal', 'public'] as const;
const asset = (n: number, more: object = {}) => ({
  kind: 'asset',
  id: `t${String(n).padStart(2, '0')}`,
  name: `table_${n}`,
  type: 'table',
  platform: 'fabric',
  classification: CLASSES[n % 4],
  owner_id: 'olaf',
  ...more,
});
const grant = (n: number, more: object = {}) => ({
  kind: 'grant',
  id: `g${String(n).padStart(2, '0')}`,
  principal_id: 'bob',
  asset_id: `t${String(n).padStart(2, '0')}`,
  permission: 'read',
  granted_at: daysAgo(300),
  ...more,
});

let world: ReviewWorld;
beforeEach(async () => {
  world = await createReviewWorld(PEOPLE_AND_ACCESS);
  world.now = weekStart(Date.now()) + HOUR_MS;
  await put({ weekly_budget: 5 });
});
afterEach(() => world.close());

const put = async (review: object) => {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload: { review } });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  await world.drain();
};
const get = async (url: string) => (await world.call({ url })).json();
const stale = async (from: number, to: number, more: object = {}) => {
  const all = Array.from({ length: to - from }, (_, i) => from + i);
  await world.import([...all.map((n) => asset(n)), ...all.map((n) => grant(n, more))]);
  await world.drain();
};
const asked = async () =>
  (await world.test.admin(
    "SELECT asset_id, status, created_at, due_at, priority FROM reviews WHERE tenant_id = $1 AND asset_id LIKE 't%' ORDER BY created_at, priority DESC, asset_id",
    [world.tenant],
  )) as { asset_id: string; status: string; created_at: string; due_at: string; priority: number }[];
const inLine = async () =>
  (await get('/v1/reviews/waiting?limit=100')).items as {
    asset_id: string;
    priority: number;
    asked_at: string | null;
    assigned_to_id: string | null;
  }[];

test('a reviewer is asked the heaviest of a week, and the rest waits with its date', async () => {
  await stale(0, 18);
  await world.sweep();
  const first = await asked();
  expect(first).toHaveLength(5);
  const line = await inLine();
  expect(line).toHaveLength(13);
  const lightest = Math.min(...first.map(({ priority }) => priority));
  expect(Math.max(...line.map(({ priority }) => priority))).toBeLessThanOrEqual(lightest);
  expect(line.map(({ priority }) => priority)).toEqual(
    line.map(({ priority }) => priority).sort((a, b) => b - a),
  );
  const monday = nextWeek(world.now);
  const weeks = line.map(({ asked_at }) => (Date.parse(asked_at as string) - monday) / (7 * DAY_MS));
  expect(weeks).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2]);

  const { items } = await get('/v1/reviews/workload');
  expect(items).toEqual([
    {
      reviewer_id: 'olaf',
      reviewer_name: 'Olaf',
      disabled: false,
      open: 5,
      with_holder: 0,
      overdue: expect.any(Number),
      next_due_at: expect.any(String),
      asked_this_week: 5,
      waiting: 13,
      through_at: isoInstant(monday + 14 * DAY_MS),
    },
  ]);

  // Nothing more is asked before Monday, and on it five: their deadlines begin then.
  world.now = monday - 1;
  await world.sweep();
  expect(await asked()).toHaveLength(5);
  world.now = monday + HOUR_MS;
  await world.sweep();
  const second = (await asked()).slice(5);
  expect(second.map(({ asset_id }) => asset_id).sort()).toEqual(
    line
      .slice(0, 5)
      .map(({ asset_id }) => asset_id)
      .sort(),
  );
  for (const { created_at, due_at } of second) {
    expect(Date.parse(created_at)).toBe(world.now);
    expect(Date.parse(due_at)).toBeGreaterThan(world.now);
  }
  for (let week = 0; week < 3; week += 1) {
    world.now += 7 * DAY_MS;
    await world.sweep();
  }
  expect(await asked()).toHaveLength(18);
  expect(await inLine()).toEqual([]);
  expect(await world.test.admin('SELECT FROM waiting_turns WHERE tenant_id = $1', [world.tenant])).toEqual(
    [],
  );
});

test('what is heavy and what is about a disabled account does not wait, and counts', async () => {
  await stale(0, 3, { principal_id: 'gone' });
  const heavy = [20, 21, 22].map((n) => n * 4);
  await world.import([
    ...heavy.map((n) => asset(n)),
    ...heavy.map((n) => grant(n, { permission: 'admin', granted_at: daysAgo(900) })),
  ]);
  await stale(3, 6);
  await world.sweep();
  expect((await asked()).map(({ asset_id }) => asset_id).sort()).toEqual([
    't00',
    't01',
    't02',
    't80',
    't84',
    't88',
  ]);
  expect((await inLine()).map(({ asset_id }) => asset_id)).toEqual(['t03', 't05', 't04'].sort(byWeight));
});
const byWeight = (a: string, b: string) => (Number(a.slice(1)) % 4) - (Number(b.slice(1)) % 4);

test('what is used, is gone or is asked about by somebody leaves the line', async () => {
  await stale(0, 9);
  await world.sweep();
  const [used, gone, manual, last] = (await inLine()).map(({ asset_id }) => asset_id) as [
    string,
    string,
    string,
    string,
  ];
  await world.use('bob', used);
  expect((await inLine()).map(({ asset_id }) => asset_id)).toEqual([gone, manual, last]);
  const payload = { principal_id: 'bob', asset_id: manual };
  expect((await world.call({ method: 'POST', url: '/v1/reviews', payload })).statusCode).toBe(201);
  expect((await inLine()).map(({ asset_id }) => asset_id)).toEqual([gone, last]);
  await world.import([grant(Number(gone.slice(1)), { status: 'revoked' })]);
  await world.drain();
  world.now = nextWeek(world.now) + HOUR_MS;
  await world.sweep();
  expect((await asked()).map(({ asset_id }) => asset_id).sort()).toEqual(
    [...(await asked()).slice(0, 5).map(({ asset_id }) => asset_id), manual, last].sort(),
  );
  expect(await inLine()).toEqual([]);
  // Used, it became fresh: it is asked about when it has gone stale once more.
  world.now += 400 * DAY_MS;
  await world.sweep();
  expect((await asked()).map(({ asset_id }) => asset_id)).toContain(used);
});

test('a larger budget lets more have their turn, and none lets all', async () => {
  await stale(0, 18);
  await world.sweep();
  await put({ weekly_budget: 8 });
  await world.sweep();
  expect(await asked()).toHaveLength(8);
  await put({ weekly_budget: null });
  await world.sweep();
  expect(await asked()).toHaveLength(18);
  await stale(20, 32);
  await world.sweep();
  expect(await asked()).toHaveLength(30);
  expect(await get('/v1/reviews/waiting')).toMatchObject({ items: [], total: 0, weekly_budget: null });
});

test('each reviewer has a budget, and so have those nobody could be found for', async () => {
  const own = (n: number) => (n % 3 === 0 ? 'olaf' : n % 3 === 1 ? 'cid' : null);
  const all = Array.from({ length: 24 }, (_, n) => n);
  await world.import([
    ...all.map((n) => asset(n, { owner_id: own(n) })),
    ...all.map((n) => grant(n, { principal_id: n % 3 === 2 ? 'cid' : 'bob' })),
  ]);
  await world.drain();
  await world.sweep();
  const rows = await world.test.admin(
    "SELECT coalesce(assigned_to_id, '') AS who, count(*)::int AS n FROM reviews WHERE tenant_id = $1 AND asset_id LIKE 't%' GROUP BY 1 ORDER BY 1",
    [world.tenant],
  );
  expect(rows).toEqual([
    { who: '', n: 5 },
    { who: 'cid', n: 5 },
    { who: 'olaf', n: 5 },
  ]);
  const { items } = await get('/v1/reviews/workload');
  expect(
    items.map((item: { reviewer_id: string | null; waiting: number }) => [item.reviewer_id, item.waiting]),
  ).toEqual([
    [null, 3],
    ['cid', 3],
    ['olaf', 3],
  ]);
});

test('what is not watched when its turn comes is asked about when it is watched again', async () => {
  await stale(0, 8);
  await world.sweep();
  const waiting = (await inLine()).map(({ asset_id }) => asset_id);
  await world.test.admin(
    "INSERT INTO telemetry_gaps (tenant_id, platform, started_at) VALUES ($1, 'fabric', $2)",
    [world.tenant, isoInstant(world.now)],
  );
  world.now = nextWeek(world.now) + HOUR_MS;
  await world.sweep();
  expect(await asked()).toHaveLength(5);
  await world.test.admin('DELETE FROM telemetry_gaps WHERE tenant_id = $1', [world.tenant]);
  await world.test.admin(
    `INSERT INTO recalculations (tenant_id, cause, grant_ids) SELECT $1, 'directory', array_agg(id) FROM grants WHERE tenant_id = $1`,
    [world.tenant],
  );
  await world.drain();
  await world.sweep();
  expect(
    (await asked())
      .slice(5)
      .map(({ asset_id }) => asset_id)
      .sort(),
  ).toEqual([...waiting].sort());
});

test('what waits is weighed again after a day: for another reviewer, and at once when it became urgent', async () => {
  await stale(0, 9);
  await world.sweep();
  const [urgent, moved] = (await inLine()).map(({ asset_id }) => asset_id) as [string, string];
  await world.import([
    asset(Number(urgent.slice(1)), { classification: 'pii' }),
    asset(Number(moved.slice(1)), { owner_id: 'cid' }),
    grant(Number(urgent.slice(1)), { permission: 'admin' }),
  ]);
  await world.drain();
  const context = world.context();
  expect(await weighWaitingAgain(context, world.tenant)).toBe(false);
  world.now += DAY_MS + HOUR_MS;
  expect(await weighWaitingAgain(context, world.tenant)).toBe(true);
  expect((await asked()).map(({ asset_id }) => asset_id)).toContain(urgent);
  const line = await inLine();
  expect(line).toHaveLength(3);
  expect(line.find(({ asset_id }) => asset_id === moved)?.assigned_to_id).toBe('cid');
});

test('sweeps side by side, and one that dies, ask nobody twice or too much', async () => {
  await stale(0, 18);
  const context = world.context();
  const dying = { ...context, db: dyingOnce(context.db) };
  await Promise.allSettled([0, 1, 2].map((n) => sweepTenant(n === 1 ? dying : context, world.tenant)));
  await Promise.all([world.sweep(), world.sweep()]);
  expect(await asked()).toHaveLength(5);
  expect(await inLine()).toHaveLength(13);
  world.now = nextWeek(world.now) + HOUR_MS;
  await Promise.all([world.sweep(), world.sweep()]);
  expect(await asked()).toHaveLength(10);
});

/** The first transaction does everything, and is lost. */
function dyingOnce(db: ReviewWorld['test']['db']): typeof db {
  let left = 1;
  return Object.assign(Object.create(db), {
    transaction: (tenant: number, work: Parameters<typeof db.transaction>[1]) =>
      db.transaction(tenant, async (tx) => {
        const result = await work(tx);
        left -= 1;
        if (left === 0) throw new Error('died');
        return result;
      }),
  });
}

test('a list is paged and filtered, and names what is wrong with a call', async () => {
  await stale(0, 18);
  await world.sweep();
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await get(`/v1/reviews/waiting?limit=4${cursor && `&cursor=${cursor}`}`);
    expect(page).toMatchObject({ total: 13, weekly_budget: 5 });
    seen.push(...page.items.map((item: { asset_id: string }) => item.asset_id));
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(seen).toEqual((await inLine()).map(({ asset_id }) => asset_id));
  const [one] = await inLine();
  expect((await get(`/v1/reviews/waiting?asset_id=${one?.asset_id}&principal_id=bob`)).items).toEqual([one]);
  expect((await get('/v1/reviews/waiting?assigned_to_id=mia')).total).toBe(0);
  for (const query of ['limit=0', 'cursor=x', 'priority=3', 'cursor=x&offset=1'])
    expect((await world.call({ url: `/v1/reviews/waiting?${query}` })).statusCode).toBe(400);
  for (const weekly_budget of [0, 2.5, '25', 100_001]) {
    const refused = await world.call({
      method: 'PUT',
      url: '/v1/policy',
      payload: { review: { weekly_budget } },
    });
    expect([refused.statusCode, refused.json().detail[0]]).toMatchObject([
      400,
      { loc: ['body', 'review', 'weekly_budget'], msg: 'expected a whole number from 1 to 100000, or null' },
    ]);
  }
});

test('whatever comes when, a week never holds more than its budget, and everything is asked in the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 6 }),
      async (arrivals, weekly_budget) => {
        const own = await createReviewWorld(PEOPLE_AND_ACCESS);
        try {
          world.now = weekStart(Date.now()) + HOUR_MS;
          own.now = world.now;
          await own.call({ method: 'PUT', url: '/v1/policy', payload: { review: { weekly_budget } } });
          await own.drain();
          let n = 0;
          const weeks = arrivals.length + Math.ceil(45 / weekly_budget);
          for (let week = 0; week < weeks; week += 1) {
            const come = Array.from({ length: arrivals[week] ?? 0 }, () => n++);
            await own.import([...come.map((each) => asset(each)), ...come.map((each) => grant(each))]);
            await own.drain();
            await own.sweep();
            own.now += 7 * DAY_MS;
          }
          const rows = (await own.test.admin(
            "SELECT date_trunc('week', created_at) AS week, count(*)::int AS n FROM reviews WHERE tenant_id = $1 AND asset_id LIKE 't%' GROUP BY 1",
            [own.tenant],
          )) as { n: number }[];
          expect(Math.max(0, ...rows.map((row) => row.n))).toBeLessThanOrEqual(weekly_budget);
          expect(rows.reduce((sum, row) => sum + row.n, 0)).toBe(n);
        } finally {
          await own.close();
        }
      },
    ),
    { numRuns: 6 },
  );
});
