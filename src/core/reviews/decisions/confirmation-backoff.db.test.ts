import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReviewWorld, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { fireTimers } from '../timers/fire-review-timers.ts';

let world: ReviewWorld;
beforeEach(async () => {
  world = await createReviewWorld();
});
afterEach(() => world.close());

const setPolicy = async (payload: object) => {
  expect((await world.call({ method: 'PUT', url: '/v1/policy', payload })).statusCode).toBe(200);
  await world.drain();
};

async function ask(principal_id: string, asset_id: string) {
  const payload = { principal_id, asset_id, reason: 'Still needed?' };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const answer = await world.call({ method: 'POST', url: '/v1/reviews', headers, payload });
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body]);
  return (await world.call({ url: `/v1/reviews/${answer.json().id}` })).json();
}

/** For how many days a confirmation holds, and what the evidence said before. */
async function confirm(principal: string, asset: string, more: object = {}) {
  const review = await ask(principal, asset);
  const { body } = await world.decide(review.id, { decision: 'CONFIRM', justification: 'Needed', ...more });
  await world.drain();
  const days = (Date.parse(String(body.next_review_at)) - Date.parse(String(body.decided_at))) / DAY_MS;
  return { days, ...review.evidence_json.confirmation };
}

test('holds longer each time by the second model, and begins again with a use', async () => {
  await setPolicy({ model_version: 2 });
  expect(await confirm('ann', 'crm')).toEqual({ days: 90, times_since_use: 0, holds_days: 90 });
  expect(await confirm('ann', 'crm')).toEqual({ days: 180, times_since_use: 1, holds_days: 180 });
  expect((await confirm('ann', 'crm')).days).toBe(365);
  expect((await confirm('ann', 'crm')).days).toBe(365);
  // Of other access nothing was confirmed.
  expect((await confirm('bob', 'wiki')).days).toBe(90);
  await world.use('ann', 'crm', Date.now());
  expect(await confirm('ann', 'crm')).toEqual({ days: 90, times_since_use: 0, holds_days: 90 });
});

test('what the reviewer says goes, and counts', async () => {
  await setPolicy({ model_version: 2, rhythm: { confirmation_days: [10, 20] } });
  const next_review_at = new Date(Date.now() + 5 * DAY_MS).toISOString();
  expect((await confirm('ann', 'crm', { next_review_at })).days).toBeCloseTo(5, 1);
  expect((await confirm('ann', 'crm')).days).toBe(20);
  const [{ lapses_at }] = (await world.call({ url: '/v1/scores?principal_id=ann&asset_id=crm' })).json()
    .items;
  expect(Date.parse(lapses_at)).toBeGreaterThanOrEqual(Date.now() + 19 * DAY_MS);
});

test('is not lost by a review that expires in between, nor counts what a use has answered', async () => {
  await setPolicy({ model_version: 2, review: { when_overdue: 'expire' } });
  expect((await confirm('ann', 'crm')).days).toBe(90);
  const expiring = await ask('ann', 'crm');
  const now = Date.parse(expiring.due_at) + 1;
  while (await world.test.db.transaction(world.tenant, (tx) => fireTimers(tx, { now })));
  const { status } = (await world.call({ url: `/v1/reviews/${expiring.id}` })).json();
  expect(status).toBe('EXPIRED');
  expect((await confirm('ann', 'crm')).days).toBe(180);
  await ask('ann', 'crm');
  await world.use('ann', 'crm', Date.now());
  expect((await confirm('ann', 'crm')).days).toBe(90);
});

test('what was confirmed again is asked about when that ends, and not before', async () => {
  await setPolicy({ model_version: 2 });
  const days = [await confirm('ann', 'crm'), await confirm('ann', 'crm')].map((each) => each.days);
  expect(days).toEqual([90, 180]);
  const open = async () =>
    (await world.call({ url: '/v1/reviews?status=PENDING&principal_id=ann&asset_id=crm' })).json().items;
  const after = async (number: number) => {
    const now = Date.now() + number * DAY_MS;
    while (await world.test.db.transaction(world.tenant, (tx) => fireTimers(tx, { now })));
    return (await open()).map(({ origin }: { origin: string }) => origin);
  };
  expect(await after(91)).toEqual([]);
  expect(await after(181)).toEqual(['confirmation_ended']);
});

test('the first model always takes the days of the policy', async () => {
  await setPolicy({ model_version: 1 });
  expect(await confirm('ann', 'crm')).toEqual({ days: 90, times_since_use: null, holds_days: 90 });
  expect((await confirm('ann', 'crm')).days).toBe(90);
});
