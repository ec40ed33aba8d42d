import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReviewWorld, type ReviewWorld } from '../../../test/support/review-world.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { loadOutcomes, type Outcome } from './outcomes.sql.ts';

let world: ReviewWorld;
beforeEach(async () => {
  world = await createReviewWorld();
  await world.sweep();
});
afterEach(() => world.close());

const outcomes = async (now = Date.now() + 1_000, tenant = world.tenant) => {
  const found = await world.test.db.transaction(tenant, (tx) => loadOutcomes(tx, now));
  return new Map(found.map((each) => [each.grant_id, each]));
};
/** By grant, whether it was needed; those that are left out are not in it. */
const judged = async (now?: number) => {
  const entries = [...(await outcomes(now))].map(([id, { no_longer_needed }]) => [id, no_longer_needed]);
  return Object.fromEntries(entries) as Record<string, boolean>;
};
const reviewOf = async (principal: string, asset: string) =>
  (await world.call({ url: `/v1/reviews?principal_id=${principal}&asset_id=${asset}` })).json().items[0];

async function decide(principal: string, asset: string, decision: 'CONFIRM' | 'REVOKE', more: object = {}) {
  const review = await reviewOf(principal, asset);
  const { status, body } = await world.decide(review.id, {
    decision,
    justification: 'Asked around',
    ...more,
  });
  expect([status, body]).toEqual([200, body]);
  await world.drain();
  return review;
}

const grantAgain = async (granted_at: number, more: object = {}) => {
  const at = new Date(granted_at).toISOString();
  const line = { kind: 'grant', principal_id: 'ann', asset_id: 'crm', permission: 'read', granted_at: at };
  await world.import([{ id: 'g-again', ...line, ...more }]);
};
const soon = Date.now() + DAY_MS / 2;
const inDays = (days: number): number => Date.now() + days * DAY_MS;

test('what was revoked was no longer needed, as it was when it was asked about', async () => {
  const review = await decide('ann', 'crm', 'REVOKE');
  const [outcome] = [...(await outcomes()).values()];
  expect(outcome).toEqual({
    review_id: review.id,
    grant_id: 'g-ann-crm',
    origin: 'threshold',
    decision: 'REVOKE',
    asked_at: review.created_at,
    answered_at: expect.anything(),
    score: review.decay_score,
    half_life_class: 2,
    model_version: 2,
    never_used: true,
    permission: 'read',
    purpose: null,
    platform: 'synapse',
    classification: 'internal',
    principal_type: 'user',
    no_longer_needed: true,
  } satisfies Record<keyof Outcome, unknown>);
  expect(await outcomes(inDays(1), world.test.tenants.b)).toEqual(new Map());
  // Nor what is too old to say anything about today.
  expect(await judged(inDays(731))).toEqual({});
});

test('each grant of a review has the score that it had, not that of the stalest', async () => {
  const { decay_score } = await decide('ann', 'wiki', 'REVOKE');
  const found = await outcomes();
  expect(found.get('g-ann-wiki')?.score).toBe(decay_score);
  expect(found.get('g-ann-wiki-team')?.score).toBeLessThan(decay_score);
});

test('says by which model and with which half-life it was asked, and whether it had been used', async () => {
  await world.test.admin(
    `UPDATE reviews SET asked_about = '[{"grant_id": "g-ann-crm", "score": 61.5, "half_life_class": 3, "model_version": 2,
       "last_used_at": "2025-02-03T00:00:00Z"}]' WHERE principal_id = 'ann' AND asset_id = 'crm'`,
  );
  await decide('ann', 'crm', 'REVOKE');
  const asked = { score: 61.5, half_life_class: 3, model_version: 2, never_used: false };
  expect((await outcomes()).get('g-ann-crm')).toMatchObject(asked);
});

test('of a review from before that was kept, the score of a single grant is known, and of several it is not', async () => {
  await world.test.admin('UPDATE reviews SET asked_about = NULL');
  const { decay_score } = await decide('ann', 'crm', 'REVOKE');
  await decide('ann', 'wiki', 'REVOKE');
  const found = await outcomes();
  expect([...found.keys()]).toEqual(['g-ann-crm']);
  const known = { score: decay_score, half_life_class: 0, model_version: 1, never_used: true };
  expect(found.get('g-ann-crm')).toMatchObject(known);
});

describe('a removal that was regretted shows that the access was needed', () => {
  test('called off', async () => {
    const { id } = await decide('ann', 'crm', 'REVOKE');
    const [removal] = (await world.call({ url: `/v1/remediations?review_id=${id}` })).json().items;
    const url = `/v1/remediations/${removal.id}/cancel`;
    expect((await world.call({ method: 'POST', url, payload: {} })).statusCode).toBe(200);
    expect(await judged()).toEqual({ 'g-ann-crm': false });
  });

  test('put back, or found to be there again within 60 days', async () => {
    await decide('ann', 'crm', 'REVOKE');
    await world.test.admin("UPDATE remediations SET operation = 'restore'");
    expect(await judged()).toEqual({ 'g-ann-crm': false });
    const reverted = (days: number) =>
      world.test.admin(
        "UPDATE remediations SET operation = 'revoke', reverted_at = now() + $1 * interval '1 day'",
        [days],
      );
    await reverted(59);
    expect(await judged(inDays(90))).toEqual({ 'g-ann-crm': false });
    await reverted(61);
    expect(await judged(inDays(90))).toEqual({ 'g-ann-crm': true });
  });

  test('granted again within 60 days of the removal', async () => {
    await decide('ann', 'crm', 'REVOKE');
    await grantAgain(soon);
    expect(await judged(inDays(90))).toEqual({ 'g-ann-crm': false });
    await world.test.admin("UPDATE grants SET granted_at = now() + interval '61 days' WHERE id = 'g-again'");
    expect(await judged(inDays(90))).toEqual({ 'g-ann-crm': true });
    // The days count from when it was gone.
    await world.test.admin("UPDATE remediations SET completed_at = now() + interval '20 days'");
    expect(await judged(inDays(90))).toEqual({ 'g-ann-crm': false });
  });

  test('but not by another permission, or what was there before', async () => {
    await decide('ann', 'crm', 'REVOKE');
    await grantAgain(soon, { permission: 'owner' });
    await grantAgain(inDays(-300), { id: 'g-before' });
    expect(await judged(inDays(90))).toEqual({ 'g-ann-crm': true });
  });

  test('the same grant is there again', async () => {
    await decide('ann', 'crm', 'REVOKE');
    await world.test.admin("UPDATE grants SET status = 'revoked' WHERE id = 'g-ann-crm'");
    expect(await judged()).toEqual({ 'g-ann-crm': true });
    await world.test.admin("UPDATE grants SET status = 'active' WHERE id = 'g-ann-crm'");
    expect(await judged()).toEqual({ 'g-ann-crm': false });
  });

  test('used after it was asked about, as long as it was there', async () => {
    await decide('ann', 'crm', 'REVOKE');
    const used = (days: number) =>
      world.test.admin(
        "UPDATE grant_scores SET last_used_at = now() + $1 * interval '1 day' WHERE grant_id = 'g-ann-crm'",
        [days],
      );
    await used(3);
    expect(await judged(inDays(90))).toEqual({ 'g-ann-crm': false });
    await used(61);
    expect(await judged(inDays(90))).toEqual({ 'g-ann-crm': true });
  });
});

test('what was confirmed was needed while that holds, and afterwards if it was used', async () => {
  await decide('ann', 'crm', 'CONFIRM');
  await decide('olaf', 'wiki', 'CONFIRM');
  await world.use('olaf', 'wiki', Date.now());
  expect(await judged()).toEqual({ 'g-ann-crm': false, 'g-olaf-wiki': false });
  expect(await judged(inDays(91))).toEqual({ 'g-olaf-wiki': false });
});

test('a use is an answer; what the system ends is none', async () => {
  await world.use('ann', 'crm', Date.now());
  const unanswered = await reviewOf('olaf', 'wiki');
  await world.test.admin(
    `INSERT INTO review_decisions (tenant_id, id, review_id, grant_id, decision, reason, decided_by, decided_at, unanswered)
     VALUES ($1, 'd', $2, 'g-olaf-wiki', 'REVOKE', 'Nobody answered', 'system', now(), true)`,
    [world.tenant, unanswered.id],
  );
  await world.import([{ kind: 'grant', id: 'g-ann-wiki', removed: true }]);
  await world.drain();
  expect(await judged()).toEqual({ 'g-ann-crm': false });
});
