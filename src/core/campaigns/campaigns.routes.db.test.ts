import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReviewWorld, type ReviewWorld } from '../../../test/support/review-world.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { foldReviewCounts } from '../reviews/counts.sql.ts';

let world: ReviewWorld;
beforeEach(async () => {
  world = await createReviewWorld();
});
afterEach(() => world.close());

const begin = async (payload: object) => {
  const answer = await world.call({ method: 'POST', url: '/v1/campaigns', payload });
  return { status: answer.statusCode, body: answer.json() };
};
const get = async (id: string) => (await world.call({ url: `/v1/campaigns/${id}` })).json();
const reviews = async (id: string) => (await world.call({ url: `/v1/reviews?campaign_id=${id}` })).json();

test('every matching grant gets a review, reviewers take turns, and progress counts what is closed', async () => {
  // What is stale already has its review, its reviewer and its deadline.
  await world.sweep();
  const due_at = new Date(Date.now() + 30 * DAY_MS).toISOString();
  const { status, body } = await begin({
    name: 'Personal data',
    filter: { classification: 'pii', platform: 'fabric' },
    due_at,
    reviewer_ids: ['mia', 'olaf'],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: 'generating',
    created_by: 'dev-admin',
    progress: { grants_total: 6 },
  });
  await world.sweep();
  const { items, total } = await reviews(body.id);
  expect(total).toBe(4);
  const made = items.filter((item: { origin: string }) => item.origin === 'campaign');
  expect(made.map((item: { due_at: string }) => item.due_at)).toEqual([due_at, due_at]);
  expect(made.map((item: { assigned_to_id: string }) => item.assigned_to_id).sort()).toEqual(['mia', 'olaf']);
  await world.decide(items[0].id, { decision: 'CONFIRM', justification: 'x' });
  expect(await get(body.id)).toMatchObject({
    status: 'open',
    progress: {
      grants_examined: 6,
      grants_matched: 5,
      packets_total: 4,
      decided: 1,
      confirmed: 1,
      revoked: 0,
      pending: 3,
      percent: 25,
    },
  });
  for (const item of items.slice(1)) await world.decide(item.id, { decision: 'CONFIRM', justification: 'x' });
  expect(await get(body.id)).toMatchObject({ status: 'completed', progress: { percent: 100 } });
  const list = (await world.call({ url: '/v1/campaigns' })).json();
  expect(list).toMatchObject({ total: 1, items: [{ id: body.id, status: 'completed' }] });
});

test('it tells what was kept and what was revoked, before and after the sums are folded', async () => {
  const { body } = await begin({ name: 'all', filter: {} });
  await world.sweep();
  const { items } = await reviews(body.id);
  const about = (principal_id: string, asset_id: string) =>
    items.find(
      (item: Record<string, string>) => item.principal_id === principal_id && item.asset_id === asset_id,
    ).id as string;
  await world.decide(about('cid', 'wiki'), { decision: 'CONFIRM', justification: 'x' });
  await world.decide(about('bob', 'wiki'), { decision: 'REVOKE', justification: 'x' });
  // One grant is kept and the other is not: access was taken away.
  const mixed = about('ann', 'wiki');
  const part = (grant_id: string, decision: string) => ({ grant_id, decision, justification: 'x' });
  await world.decide(mixed, part('g-ann-wiki', 'REVOKE'));
  const halfway = { decided: 2, confirmed: 1, revoked: 1, pending: 3 };
  expect((await get(body.id)).progress).toMatchObject(halfway);
  await world.decide(mixed, part('g-ann-wiki-team', 'CONFIRM'));
  // Used again: Lapse confirms it by itself.
  await world.use('olaf', 'wiki', Date.now() + 1_000);
  const outcome = { decided: 4, confirmed: 2, revoked: 2, pending: 1, expired: 0 };
  expect((await get(body.id)).progress).toMatchObject(outcome);
  await world.test.db.transaction(world.tenant, (tx) => foldReviewCounts(tx));
  expect((await get(body.id)).progress).toMatchObject(outcome);
});

test('an open review joins the campaign; one of another campaign stays there', async () => {
  await world.call({
    method: 'POST',
    url: '/v1/reviews',
    payload: { principal_id: 'cid', asset_id: 'wiki' },
  });
  const first = (await begin({ name: 'first', filter: { principal_ids: ['cid', 'bob'] } })).body;
  await world.sweep();
  expect((await get(first.id)).progress).toMatchObject({
    packets_created: 1,
    packets_joined: 1,
    packets_total: 2,
  });
  const second = (await begin({ name: 'second', filter: { asset_ids: ['wiki'], principal_ids: ['cid'] } }))
    .body;
  await world.sweep();
  expect((await get(second.id)).progress).toMatchObject({ packets_total: 0, packets_elsewhere: 1 });
});

test('filters by score, permission, department and type', async () => {
  const count = async (filter: object) => {
    const { body } = await begin({ name: 'x', filter });
    await world.sweep();
    return (await get(body.id)).progress.grants_matched;
  };
  expect(await count({ min_score: 80 })).toBe(4);
  expect(await count({ min_score: 100 })).toBe(0);
  expect(await count({ permission: 'READ' })).toBe(6);
  expect(await count({ permission: 'admin' })).toBe(0);
  expect(await count({ department: 'Sales' })).toBe(0);
  expect(await count({ principal_type: 'user' })).toBe(6);
  expect(await count({})).toBe(6);
});

test('names what is wrong', async () => {
  const faults = async (payload: object) => {
    const { status, body } = await begin(payload);
    return [status, body.detail.map((fault: { loc: string[] }) => fault.loc.join('.'))];
  };
  expect(await faults({})).toEqual([400, ['body.name']]);
  expect(await faults({ name: 'x', filter: { plattform: 'fabric' } })).toEqual([
    400,
    ['body.filter.plattform'],
  ]);
  expect(await faults({ name: 'x', due_at: '9999-12-31T00:00:00Z' })).toEqual([400, ['body.due_at']]);
  expect(await faults({ name: 'x', due_at: '2020-01-01T00:00:00Z', reviewer_ids: ['mia', 'gone'] })).toEqual([
    400,
    ['body.due_at', 'body.reviewer_ids.1'],
  ]);
  expect((await world.call({ url: '/v1/campaigns/nothing' })).statusCode).toBe(404);
  expect((await world.call({ url: '/v1/campaigns' })).json().total).toBe(0);
});

test('campaigns are listed by age, either way, page by page', async () => {
  const ids: string[] = [];
  for (const name of ['First', 'Second', 'Third']) ids.push((await begin({ name, filter: {} })).body.id);
  const listed = async (query: string) => (await world.call({ url: `/v1/campaigns${query}` })).json();
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
  expect(idsOf(await listed(''))).toEqual(ids);
  const newest = await listed('?order=desc&limit=2');
  expect(idsOf(newest)).toEqual([ids[2], ids[1]]);
  expect(idsOf(await listed(`?order=desc&limit=2&cursor=${newest.next_cursor}`))).toEqual([ids[0]]);
  expect((await world.call({ url: '/v1/campaigns?order=newest' })).statusCode).toBe(400);
});
