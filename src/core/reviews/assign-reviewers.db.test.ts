import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createReviewWorld,
  daysAgo,
  PEOPLE_AND_ACCESS,
  type ReviewWorld,
} from '../../../test/support/review-world.ts';
import type { Querier } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { assignReviewers } from './assign-reviewers.ts';
import { nextWeek, weekStart } from './budget/budget.rules.ts';
import { weighWaitingAgain } from './budget/weigh-waiting.ts';
import { loadPairs, loadPeople } from './evidence/pairs.sql.ts';
import { loadLoads } from './loads.sql.ts';
import type { OpenReviews } from './prepare-reviews.ts';

const HOUR_MS = 3_600_000;
let world: ReviewWorld;

/** Of everything olaf is the owner; mia is the manager of ann and bob. */
beforeEach(async () => {
  world = await createReviewWorld(PEOPLE_AND_ACCESS);
  world.now = weekStart(Date.now()) + HOUR_MS;
  await put({ assign_to: 'fewest_open', weekly_budget: null });
});
afterEach(() => world.close());

const put = async (review: object) => {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload: { review } });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  await world.drain();
};
const post = async (url: string, payload: object) => {
  const answer = await world.call({ method: 'POST', url, payload });
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body]);
  return answer.json();
};
const name = (n: number) => `t${String(n).padStart(2, '0')}`;
const listed = async (
  from: number,
  to: number,
  { days = 300, principal_id = 'bob' }: { days?: number; principal_id?: string } = {},
) => {
  const all = Array.from({ length: to - from }, (_, i) => from + i);
  await world.import([
    ...all.map((n) => ({
      kind: 'asset',
      id: name(n),
      name: name(n),
      type: 'table',
      platform: 'fabric',
      classification: 'internal',
      owner_id: 'olaf',
    })),
    ...all.map((n) => ({
      kind: 'grant',
      id: `g${n}`,
      principal_id,
      asset_id: name(n),
      permission: 'read',
      granted_at: daysAgo(days),
    })),
  ]);
  await world.drain();
};
const stale = async (from: number, to: number) => {
  await listed(from, to);
  await world.sweep();
};
const ask = async (n: number, principal_id = 'bob'): Promise<string> =>
  (await post('/v1/reviews', { principal_id, asset_id: name(n) })).assigned_to_id;
const numbers = async (where = 'true') =>
  Object.fromEntries(
    (
      await world.test.admin(
        `SELECT coalesce(assigned_to_id, 'nobody') AS who, count(*)::integer AS n FROM reviews
         WHERE tenant_id = $1 AND ${where} GROUP BY 1 ORDER BY 1`,
        [world.tenant],
      )
    ).map(({ who, n }) => [who, n]),
  );
const lines = async () => {
  const { items } = (await world.call({ url: '/v1/reviews/waiting?limit=100' })).json();
  return items as { assigned_to_id: string; asked_at: string }[];
};
const lineOf = async (who: string) => (await lines()).filter(({ assigned_to_id }) => assigned_to_id === who);

describe('whoever has the fewest open reviews is asked', () => {
  test('in a batch, by one at a time, and by hand; what is answered counts no longer', async () => {
    await stale(0, 7);
    expect(await numbers()).toEqual({ olaf: 4, mia: 3 });
    await listed(7, 12, { days: 5 });
    expect([await ask(7), await ask(8), await ask(9)]).toEqual(['mia', 'olaf', 'mia']);
    const { items } = (await world.call({ url: '/v1/reviews?assigned_to_id=olaf' })).json();
    for (const { id } of items.slice(0, 3)) {
      await world.decide(id, { decision: 'CONFIRM', justification: 'Needed.' });
    }
    expect([await ask(10), await ask(11)]).toEqual(['olaf', 'olaf']);
  });

  test('unless the policy says the first, as it does where nobody has chosen', async () => {
    await put({ assign_to: 'first' });
    await stale(0, 4);
    expect(await numbers()).toEqual({ olaf: 4 });
    const payload = { review: { assign_to: 'fewest_open' } };
    expect((await world.call({ method: 'PUT', url: '/v1/policy', payload })).statusCode).toBe(200);
    await listed(4, 5, { days: 5 });
    expect(await ask(4)).toBe('mia');
  });

  test('but nobody about themselves, and no member of the group while others can be', async () => {
    await world.import([
      { kind: 'membership', group_id: 'team', member_id: 'olaf' },
      { kind: 'principal', id: 'team', display_name: 'Team', type: 'group', manager_id: 'mia' },
    ]);
    await listed(0, 4, { days: 5, principal_id: 'team' });
    expect([await ask(0, 'team'), await ask(1, 'team'), await ask(2, 'team')]).toEqual(['mia', 'mia', 'mia']);
    await listed(4, 6, { days: 5, principal_id: 'olaf' });
    expect([await ask(4, 'olaf'), await ask(5, 'olaf')]).toEqual(['mia', 'mia']);
    const [first] = (await world.call({ url: '/v1/reviews?principal_id=team' })).json().items;
    const workflow = (await world.call({ url: `/v1/workflows/${first.workflow_id}` })).json();
    expect(workflow.steps[0].detail).toBe('mia was asked. Not asked, because they are in the group: Olaf.');
  });

  test('and whoever is away after others, for as long as they are', async () => {
    const now = Date.now();
    const away = (principal_id: string, from: number, days: number | null) =>
      post('/v1/substitutes', {
        principal_id,
        substitute_id: 'cid',
        starts_at: new Date(now + from * DAY_MS).toISOString(),
        ...(days === null ? {} : { ends_at: new Date(now + (from + days) * DAY_MS).toISOString() }),
      });
    await away('mia', 1, 5);
    await listed(0, 6, { days: 5 });
    expect([await ask(0), await ask(1)]).toEqual(['olaf', 'mia']);
    const { id } = await away('olaf', -1, null);
    expect([await ask(2), await ask(3)]).toEqual(['mia', 'mia']);
    await away('mia', -1, 5);
    expect(await ask(4)).toBe('olaf');
    expect((await world.call({ method: 'DELETE', url: `/v1/substitutes/${id}` })).statusCode).toBeLessThan(
      300,
    );
    expect(await ask(5)).toBe('olaf');
  });

  test('among the reviewers of a campaign, and by the routing where none of them can be', async () => {
    await listed(0, 6, { days: 5 });
    await ask(0);
    await ask(1);
    await ask(2);
    expect(await numbers()).toEqual({ olaf: 2, mia: 1 });
    await post('/v1/campaigns', {
      name: 'All',
      filter: { asset_ids: [3, 4].map(name) },
      reviewer_ids: ['olaf', 'cid'],
    });
    await world.sweep();
    expect(await numbers('campaign_id IS NOT NULL')).toEqual({ cid: 2 });
    await listed(6, 8, { days: 5 });
    await post('/v1/campaigns', {
      name: 'Two',
      filter: { asset_ids: [6, 7].map(name) },
      reviewer_ids: ['bob'],
    });
    await world.sweep();
    expect(await numbers("asset_id IN ('t06', 't07')")).toEqual({ mia: 1, olaf: 1 });
  });

  test('counted in one statement for a whole batch, and in none where it does not matter', async () => {
    await listed(0, 5, { days: 5 });
    const q = world.test.db.tenant(world.tenant);
    const rows = await loadPairs(
      q,
      [0, 1, 2, 3, 4].map((n) => ({ principal_id: 'bob', asset_id: name(n) })),
    );
    const people = await loadPeople(q, ['bob', 'olaf', 'mia']);
    const wanted = rows.map((row) => ({ row, pair: undefined, waits: false }));
    const given = async (assign_to: string) => {
      let statements = 0;
      const query: Querier['query'] = (text, values) => {
        statements += 1;
        return q.query(text, values);
      };
      const review = { ...(await world.call({ url: '/v1/policy' })).json().review, assign_to };
      const request = { pairs: [], origin: 'manual', requested_by: 'x', policy: { review }, now: world.now };
      const assigned = await assignReviewers({ ...q, query, tenant_id: world.tenant } as Querier, wanted, {
        people,
        request: request as unknown as OpenReviews,
      });
      return { statements, assigned };
    };
    expect(await given('first')).toEqual({ statements: 0, assigned: Array(5).fill('olaf') });
    expect(await given('fewest_open')).toEqual({
      statements: 1,
      assigned: ['olaf', 'mia', 'olaf', 'mia', 'olaf'],
    });
  });

  test('and nothing of another tenant counts', async () => {
    await stale(0, 3);
    const { db, tenants } = world.test;
    const load = { now: world.now, budget: 5 };
    expect(await loadLoads(db.tenant(tenants.b), ['olaf', 'mia'], load)).toEqual(
      new Map(['olaf', 'mia'].map((id) => [id, { open: 0, is_away: false, waiting: 0, asked: 0 }])),
    );
    expect((await loadLoads(db.tenant(world.tenant), ['olaf'], load)).get('olaf')).toEqual({
      open: 2,
      is_away: false,
      waiting: 0,
      asked: 2,
    });
  });

  test.each(['random', 'FIRST', 1, null, {}])(
    'not by %j: the policy refuses that, by the name of the field',
    async (assign_to) => {
      const payload = { review: { assign_to } };
      const refused = await world.call({ method: 'PUT', url: '/v1/policy', payload });
      const [fault] = refused.json().detail;
      expect([refused.statusCode, fault.loc.join('.')]).toEqual([400, 'body.review.assign_to']);
      expect(fault.msg).toContain('fewest_open');
    },
  );
});

describe('where reviewers have a weekly budget', () => {
  const monday = () => nextWeek(world.now) + HOUR_MS;
  const sinceMonday = () => `created_at >= '${new Date(weekStart(world.now)).toISOString()}'`;

  test('what waits stands in the lines of both, and each week asks both as much as they may be', async () => {
    await put({ weekly_budget: 5 });
    await stale(0, 24);
    expect(await numbers()).toEqual({ olaf: 5, mia: 5 });
    expect([(await lineOf('olaf')).length, (await lineOf('mia')).length]).toEqual([7, 7]);
    const dates = new Set((await lines()).map(({ asked_at }) => asked_at));
    expect(dates.size).toBe(2);
    world.now = monday();
    await world.sweep();
    expect(await numbers(sinceMonday())).toEqual({ olaf: 5, mia: 5 });
    expect((await lines()).length).toBe(4);
  });

  test('what waited for one is given to others whose week has room, and nobody is asked too much', async () => {
    await put({ assign_to: 'first', weekly_budget: 5 });
    await stale(0, 24);
    expect([await numbers(), (await lineOf('olaf')).length]).toEqual([{ olaf: 5 }, 19]);
    await put({ assign_to: 'fewest_open' });
    world.now = monday();
    await world.sweep();
    expect(await numbers(sinceMonday())).toEqual({ olaf: 5, mia: 5 });
    await world.sweep();
    expect(await numbers(sinceMonday())).toEqual({ olaf: 5, mia: 5 });
    expect((await lineOf('olaf')).length).toBe(9);
  });

  test('a line that one has alone is shared when it is weighed again, once and not back and forth', async () => {
    await put({ assign_to: 'first', weekly_budget: 5 });
    await stale(0, 20);
    await put({ assign_to: 'fewest_open' });
    const both = async () => [(await lineOf('olaf')).length, (await lineOf('mia')).length];
    const weigh = async () => {
      world.now += DAY_MS + 1;
      await weighWaitingAgain(world.context(), world.tenant);
      return both();
    };
    expect(await both()).toEqual([15, 0]);
    // Five are open already.
    expect(await weigh()).toEqual([5, 10]);
    expect(await weigh()).toEqual([5, 10]);
  });
});
