import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../../test/support/app.ts';
import {
  createReviewWorld,
  GRANTS,
  PEOPLE_AND_ACCESS,
  type ReviewWorld,
} from '../../../../test/support/review-world.ts';
import { createDevAuthenticate } from '../../../gateway/tokens/token-verifier.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { applyUnansweredChanges } from './unanswered-access.sql.ts';

const HOUR_MS = 3_600_000;
let world: ReviewWorld;
let start: number;
beforeEach(async () => {
  world = await createReviewWorld();
  const payload = { review: { when_overdue: 'expire' } };
  expect((await world.call({ method: 'PUT', url: '/v1/policy', payload })).statusCode).toBe(200);
  await world.sweep();
  start = world.now;
});
afterEach(() => world.close());

interface Listed {
  id: string;
  unanswered: { review_id: string; times: number; first_asked_at: string; expired_at: string } | null;
}
const list = async (query = '') =>
  (await world.call({ url: `/v1/grants?last_review=unanswered${query}` })).json() as {
    items: Listed[];
    total: number;
  };
const ids = async (query = '') => (await list(query)).items.map((item) => item.id).sort();
const expire = async () => {
  world.now = start + 24 * HOUR_MS;
  await world.sweep();
};
const STALE = ['g-ann-crm', 'g-ann-wiki', 'g-ann-wiki-team', 'g-olaf-wiki'];

describe('stale access whose last review nobody answered', () => {
  test('is listed as such, with how often and since when, and found by a filter', async () => {
    expect(await list()).toMatchObject({ items: [], total: 0 });
    await expire();
    expect(await ids()).toEqual(STALE);
    expect((await list()).total).toBe(4);
    expect(await ids('&principal_id=olaf')).toEqual(['g-olaf-wiki']);
    expect(await ids('&asset_id=crm')).toEqual(['g-ann-crm']);
    expect(await ids('&risk_level=critical&platform=synapse')).toEqual(['g-ann-crm']);
    expect(await ids('&risk_level=low')).toEqual([]);
    const [review] = (await world.call({ url: '/v1/reviews?principal_id=ann&asset_id=crm' })).json().items;
    const unanswered = {
      review_id: review.id,
      times: 1,
      first_asked_at: review.created_at,
      expired_at: review.closed_at,
    };
    expect((await list('&asset_id=crm')).items).toMatchObject([{ unanswered }]);
    const all: Listed[] = (await world.call({ url: '/v1/grants?include=scores' })).json().items;
    expect(
      all
        .filter((item) => item.unanswered !== null)
        .map((item) => item.id)
        .sort(),
    ).toEqual(STALE);
    const scores = (await world.call({ url: '/v1/scores?principal_id=ann' })).json().items;
    expect(scores.find((item: { grant_id: string }) => item.grant_id === 'g-ann-crm').unanswered).toEqual(
      unanswered,
    );
    const { grants } = (await world.call({ url: '/v1/scores/ann' })).json();
    expect(grants.find((item: { grant_id: string }) => item.grant_id === 'g-ann-crm').unanswered).toEqual(
      unanswered,
    );
    expect((await world.call({ url: '/v1/overview' })).json().reviews.unanswered).toBe(4);
  });

  test('is not listed while a review of it is open, and again when that one expires too', async () => {
    await expire();
    const payload = { principal_id: 'ann', asset_id: 'crm', reason: 'manual_trigger', notes: 'x' };
    expect((await world.call({ method: 'POST', url: '/v1/reviews', payload })).statusCode).toBe(201);
    await world.sweep();
    expect(await ids('&asset_id=crm')).toEqual([]);
    world.now += 2 * DAY_MS;
    await world.sweep();
    const { items } = await list('&asset_id=crm');
    expect(items).toMatchObject([{ id: 'g-ann-crm', unanswered: { times: 2 } }]);
  });

  test('is not listed once it was used, or for the grants that have a decision', async () => {
    const [{ id }] = (await world.call({ url: '/v1/reviews?principal_id=ann&asset_id=wiki' })).json().items;
    await world.decide(id, { grant_id: 'g-ann-wiki', decision: 'approve', reason: 'needed' });
    await expire();
    expect(await ids('&asset_id=wiki&principal_id=ann')).toEqual(['g-ann-wiki-team']);
    await world.use('olaf', 'wiki');
    expect(await ids('&principal_id=olaf')).toEqual([]);
    const all: Listed[] = (await world.call({ url: '/v1/grants?principal_id=olaf&include=scores' })).json()
      .items;
    expect(all).toMatchObject([{ id: 'g-olaf-wiki', unanswered: null }]);
  });

  test('is marked without waiting for whoever has the score in hand, and later then', async () => {
    const { db } = world.test;
    await db.transaction(world.tenant, async (tx) => {
      await tx.query("SELECT FROM grant_scores WHERE tenant_id = $1 AND grant_id = 'g-ann-crm' FOR UPDATE", [
        tx.tenant_id,
      ]);
      world.now = start + 24 * HOUR_MS;
      await world.sweep();
      expect(await ids()).toEqual(STALE.filter((id) => id !== 'g-ann-crm'));
    });
    await world.sweep();
    expect(await ids()).toEqual(STALE);
    expect(await world.test.admin('SELECT id FROM unanswered_changes')).toEqual([]);
  });

  test('is a matter of its own tenant', async () => {
    const other = await createTestApp({
      test: world.test,
      authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
    });
    await other.import([...PEOPLE_AND_ACCESS, ...GRANTS]);
    await expire();
    expect((await other.call({ url: '/v1/grants?last_review=unanswered' })).json().total).toBe(0);
    const { tenants, db } = world.test;
    expect(await db.transaction(tenants.b, applyUnansweredChanges)).toBe(0);
    expect((await other.call({ url: '/v1/overview' })).json().reviews.unanswered).toBe(0);
    await other.app.close();
  });

  test('what does not go together is refused by name', async () => {
    const answer = await world.call({ url: '/v1/grants?last_review=unanswered&sort=id' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail).toMatchObject([{ loc: ['query', 'last_review'], type: 'not_together' }]);
    const unknown = await world.call({ url: '/v1/grants?last_review=lost' });
    expect(unknown.json().detail).toMatchObject([{ loc: ['query', 'last_review'] }]);
  });
});
