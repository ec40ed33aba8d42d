import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createReviewWorld,
  daysAgo,
  PEOPLE_AND_ACCESS,
  type ReviewWorld,
} from '../../../test/support/review-world.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { fitTenant } from './fit-tenant.ts';
import { loadLikelihoods } from './likelihoods.sql.ts';

const ASSETS = 140;
const stale = (id: string, asset: string, days = 200) => ({
  kind: 'grant',
  id,
  principal_id: 'ann',
  asset_id: asset,
  permission: 'read',
  granted_at: daysAgo(days),
});

let world: ReviewWorld;
/** Ann has access to very many tables, is asked about each, and to one more. */
beforeEach(async () => {
  const assets = Array.from({ length: ASSETS }, (_, i) => `t${i}`);
  world = await createReviewWorld([
    ...PEOPLE_AND_ACCESS,
    ...[...assets, 'next'].map((id) => ({ kind: 'asset', id, name: id, type: 'table', platform: 'fabric' })),
    ...assets.map((asset) => stale(`g-${asset}`, asset)),
    // The stalest, so that it is among the hundred that are told.
    stale('g-next', 'next', 201),
  ]);
  // By the model of the answers below, and all at once.
  await world.call({
    method: 'PUT',
    url: '/v1/policy',
    payload: { model_version: 1, review: { weekly_budget: null } },
  });
  await world.drain();
  await world.sweep();
});
afterEach(() => world.close());

/** Of the reviews of all tables but one, so many were confirmed and all others revoked. */
async function answer(confirmed: number, more = ''): Promise<void> {
  await world.test.admin(
    `INSERT INTO review_decisions (tenant_id, id, review_id, grant_id, decision, reason, decided_by, decided_at, next_review_at)
     SELECT tenant_id, 'd-' || id, id, access_grant_ids[1], CASE WHEN n <= $2 THEN 'CONFIRM' ELSE 'REVOKE' END, 'x', 'mia',
            now(), CASE WHEN n <= $2 THEN now() + interval '90 days' END
     FROM (SELECT *, row_number() OVER (ORDER BY asset_id) AS n FROM reviews
           WHERE tenant_id = $1 AND asset_id <> 'next' ${more}) r`,
    [world.tenant, confirmed],
  );
}
const refit = async (now = Date.now() + 1_000) => {
  await fitTenant({ db: world.test.db, now: () => now }, world.tenant);
  return world.test.db.transaction(world.tenant, loadLikelihoods);
};
const LIKELY = { share: 101 / 142, cases: 140, no_longer_needed: 100 };

test('shows wherever the score of the grant does, once enough was answered', async () => {
  const { items } = (await world.call({ url: '/v1/reviews?asset_id=next' })).json();
  expect(items[0].evidence_json.score.likelihood).toBeNull();
  await answer(40);
  expect((await refit())?.blocks).toMatchObject([{ cases: 140, no_longer_needed: 100 }]);
  const get = async (url: string) => (await world.call({ url })).json();
  expect((await get('/v1/reviews?asset_id=next')).items[0].evidence_json.score.likelihood).toEqual(LIKELY);
  expect((await get(`/v1/reviews/${items[0].id}`)).evidence_json.score.likelihood).toEqual(LIKELY);
  expect((await get('/v1/scores?principal_id=ann&asset_id=next')).items[0].likelihood).toEqual(LIKELY);
  const { grants } = await get('/v1/scores/ann');
  expect(grants.find((grant: { asset_id: string }) => grant.asset_id === 'next').likelihood).toEqual(LIKELY);
  // Nobody is asked where it is fresh.
  const before = new Date(Date.now() - 150 * DAY_MS).toISOString();
  const fresh = await get(`/v1/scores?principal_id=ann&asset_id=next&as_of=${before}`);
  expect(fresh.items[0]).toMatchObject({ risk_level: 'low', likelihood: null });
});

test('is kept with a review that is closed', async () => {
  await answer(40);
  await refit();
  const [{ id }] = (await world.call({ url: '/v1/reviews?asset_id=next' })).json().items;
  await world.decide(id, { decision: 'CONFIRM', justification: 'x' });
  await world.test.admin('DELETE FROM likelihoods');
  const closed = (await world.call({ url: `/v1/reviews/${id}` })).json();
  expect(closed).toMatchObject({ status: 'DECIDED', evidence_json: { score: { likelihood: LIKELY } } });
});

test('is told by enough answers of either kind only', async () => {
  await answer(19);
  expect(await refit()).toEqual({ model_version: 1, blocks: [] });
});

test.each([
  ['what somebody asked about by hand', "UPDATE reviews SET origin = 'manual'"],
  ['what is asked about by its cycle', "UPDATE principals SET purpose = 'standby' WHERE id = 'ann'"],
  [
    'scores of another model',
    `UPDATE reviews SET asked_about = jsonb_set(asked_about, '{0,model_version}', '2')`,
  ],
  [
    'scores below those that are asked about',
    `UPDATE reviews SET asked_about = jsonb_set(asked_about, '{0,score}', '54.9')`,
  ],
])('does not look at answers about %s', async (_, change) => {
  await world.test.admin(change);
  await answer(40);
  expect((await refit())?.blocks).toEqual([]);
});

test('of access with a purpose, or scored by another model, nothing is told', async () => {
  await answer(40);
  await refit();
  const told = async () =>
    (await world.call({ url: '/v1/scores?principal_id=ann&asset_id=next' })).json().items[0].likelihood;
  expect(await told()).toEqual(LIKELY);
  await world.test.admin("UPDATE grants SET purpose = 'standby' WHERE id = 'g-next'");
  expect(await told()).toBeNull();
  await world.test.admin('UPDATE grants SET purpose = NULL; UPDATE grant_scores SET model_version = 2');
  expect(await told()).toBeNull();
});

test('one tenant sees nothing of another', async () => {
  await answer(40);
  await refit();
  expect(await world.test.db.transaction(world.test.tenants.b, loadLikelihoods)).toBeNull();
});
