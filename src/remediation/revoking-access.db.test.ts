import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import {
  createRemediationWorld,
  grant,
  type RemediationWorld,
} from '../../test/support/remediation-world.ts';
import { createReview } from '../core/reviews/create-review.ts';
import { sweepTenant } from '../core/scores/sweep/sweep.ts';
import { DAY_MS } from '../platform/iso-instant.ts';
import { cancelRemediation } from './change-remediation.ts';

/** Ann's access to the wiki is to be removed by a person, who has not done it yet. */
let world: RemediationWorld;
let service: TestApp;
beforeAll(async () => {
  world = await createRemediationWorld();
  service = await createTestApp({ test: world.store });
});
beforeEach(async () => {
  await world.store.admin('TRUNCATE reviews, workflows, review_decisions, lapse_counts CASCADE');
  await world.reset();
  world.simulated = false;
  await world.importLines([]);
});
afterAll(async () => {
  await service.close();
  await world.close();
});

async function requested(...grants: string[]): Promise<string[]> {
  const ids = await world.start(...grants);
  await world.work();
  await world.score();
  return ids;
}

async function list(
  url: string,
): Promise<{ ids: string[]; total: number; items: Record<string, unknown>[] }> {
  const answer = await service.call({ url });
  expect([url, answer.statusCode]).toEqual([url, 200]);
  const { items, total } = answer.json();
  return { items, total, ids: items.map((item: { id: string }) => item.id).sort() };
}

const sweepAll = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1)
    if ((await sweepTenant(world.context(), world.tenant)) === 0) return world.score();
  throw new Error('sweeping does not come to rest');
};
const openReviews = () =>
  world.store.admin(
    "SELECT principal_id, asset_id, access_grant_ids FROM reviews WHERE status = 'PENDING' ORDER BY principal_id, asset_id",
  );
const scored = async (id: string) =>
  (await world.store.admin('SELECT active FROM grant_scores WHERE grant_id = $1', [id]))[0]?.active;

test('it stays in the lists of grants and scores, with its status and its score', async () => {
  const before = await list('/v1/grants?sort=score&asset_id=wiki');
  await requested('g-ann');
  for (const url of [
    '/v1/grants?sort=score',
    '/v1/grants?include=scores',
    '/v1/grants?sort=score&asset_id=wiki',
  ]) {
    const { items } = await list(url);
    expect(items.find(({ id }) => id === 'g-ann')).toMatchObject({
      status: 'revoking',
      score: expect.any(Number),
      risk_level: expect.any(String),
    });
  }
  expect((await list('/v1/grants?sort=score&asset_id=wiki')).total).toBe(before.total);
  const pairs = (await service.call({ url: '/v1/scores?form=pair&principal_id=ann&asset_id=wiki' })).json();
  expect([pairs.items.length, pairs.total]).toEqual([1, 1]);
});

test('a list by score of the active ones leaves it out, and one of those being removed has it alone', async () => {
  await requested('g-ann', 'g-team-crm');
  const all = await list('/v1/grants?sort=score');
  const active = await list('/v1/grants?sort=score&status=active');
  const revoking = await list('/v1/grants?sort=score&status=revoking');
  expect(revoking.ids).toEqual(['g-ann', 'g-team-crm']);
  expect([all.total, active.total, revoking.total]).toEqual([all.ids.length, all.ids.length - 2, 2]);
  expect(active.ids).toEqual(all.ids.filter((id) => !revoking.ids.includes(id)));
  const ofAnn = await list('/v1/grants?sort=score&status=active&principal_id=ann');
  expect(ofAnn.ids).toEqual(['g-ann-crm', 'g-ann-ledger']);
  const high = await list('/v1/grants?sort=score&status=active&risk_level=critical');
  expect(high.total).toBe(high.ids.length);
  const gone = await service.call({ url: '/v1/grants?sort=score&status=revoked' });
  expect([gone.statusCode, gone.json().detail[0].loc]).toEqual([400, ['query', 'status']]);
});

test('it counts for its principal, its asset and the overview, until it is gone', async () => {
  const counts = async () => {
    const principal = (await list('/v1/principals?include=scores')).items.find(({ id }) => id === 'ann');
    const asset = (await list('/v1/assets?include=scores')).items.find(({ id }) => id === 'wiki');
    const metrics = (await service.call({ url: '/v1/metrics/principal/ann?period=90d' })).json();
    const overview = (await service.call({ url: '/v1/overview' })).json();
    return [principal?.grants, asset?.grants, metrics.grants_total, overview.grants.total];
  };
  const before = await counts();
  await requested('g-ann');
  expect(await counts()).toEqual(before);
  world.now += 60_000;
  await world.importLines([grant('g-ann', 'ann', 'wiki', { status: 'revoked' })]);
  expect(await counts()).toEqual(before.map((count) => Number(count) - 1));
  expect(await scored('g-ann')).toBe(false);
});

test('nobody is asked about it while it is being removed; when that is called off, the review comes', async () => {
  const [id] = (await requested('g-ann')) as [string];
  world.now += 500 * DAY_MS;
  await sweepAll();
  const asked = await openReviews();
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.filter((review) => review.principal_id === 'ann' && review.asset_id === 'wiki')).toEqual([]);
  await world.store.db.transaction(world.tenant, (tx) =>
    cancelRemediation(tx, { id, actor: 'x', note: null, now: world.now }),
  );
  await world.score();
  await sweepAll();
  expect(await openReviews()).toContainEqual({
    principal_id: 'ann',
    asset_id: 'wiki',
    access_grant_ids: ['g-ann'],
  });
});

test('of a pair with another grant only that one is asked about, when its own score rises', async () => {
  await world.importLines([
    grant('g-ann-new', 'ann', 'wiki', { permission: 'write', granted_at: '2026-05-30T00:00:00Z' }),
  ]);
  await requested('g-ann');
  await sweepAll();
  expect(
    (await openReviews()).filter((review) => review.asset_id === 'wiki' && review.principal_id === 'ann'),
  ).toEqual([]);
  world.now += 500 * DAY_MS;
  await sweepAll();
  expect(await openReviews()).toContainEqual({
    principal_id: 'ann',
    asset_id: 'wiki',
    access_grant_ids: ['g-ann-new'],
  });
});

test('whoever holds it and another grant on the asset is one holder among their peers', async () => {
  const holders = async () =>
    (await world.store.admin("SELECT holders FROM peer_groups WHERE asset_id = 'wiki'"))[0]?.holders;
  await world.importLines([grant('g-ann-write', 'ann', 'wiki', { permission: 'write' })]);
  expect(await holders()).toBe(2);
  await requested('g-ann');
  expect(await holders()).toBe(2);
  await requested('g-ann-write');
  expect(await holders()).toBe(2);
  world.now += 60_000;
  await world.importLines(
    ['g-ann', 'g-ann-write'].map((id) => grant(id, 'ann', 'wiki', { status: 'revoked' })),
  );
  expect(await holders()).toBe(1);
});

test('an open review about it ends, and says that its remediation was begun, not that it is gone', async () => {
  const review = await world.store.db.transaction(world.tenant, (tx) =>
    createReview(tx, {
      principal_id: 'ann',
      asset_id: 'wiki',
      reason: null,
      notes: null,
      actor: 'x',
      now: world.now,
    }),
  );
  await requested('g-ann');
  const decisions = await world.store.admin(
    'SELECT decided_by, reason FROM review_decisions WHERE review_id = $1',
    [review.id],
  );
  expect(decisions).toEqual([
    {
      decided_by: 'system',
      reason: 'The remediation of the access was begun before the review was answered.',
    },
  ]);
});

test('a group’s grant that is gone is gone from the scores too', async () => {
  expect(await scored('g-team-crm')).toBe(true);
  await requested('g-team-crm');
  expect(await scored('g-team-crm')).toBe(true);
  world.now += 60_000;
  await world.importLines([grant('g-team-crm', 'team', 'crm', { status: 'revoked' })]);
  expect(await scored('g-team-crm')).toBe(false);
});
