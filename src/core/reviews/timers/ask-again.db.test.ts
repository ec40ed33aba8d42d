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
import { sweepTenant } from '../../scores/sweep/sweep.ts';
import { fireTimers } from './fire-review-timers.ts';

const HOUR_MS = 3_600_000;
let world: ReviewWorld;
let start: number;
beforeEach(async () => {
  world = await createReviewWorld();
  await setPolicy({ when_overdue: 'ask_again', ask_again_times: 2, ask_again_after_days: 1 });
  await world.sweep();
  start = world.now;
});
afterEach(() => world.close());

async function setPolicy(review: object): Promise<void> {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload: { review } });
  expect(answer.statusCode).toBe(200);
}
/** The reviews of ann's access to the wiki, oldest first. */
async function reviews(pair = 'principal_id=ann&asset_id=wiki') {
  const { items } = (await world.call({ url: `/v1/reviews?${pair}` })).json();
  return items.sort((a: { created_at: string }, b: { created_at: string }) =>
    a.created_at < b.created_at ? -1 : 1,
  );
}
const at = async (ms: number) => {
  world.now = start + ms;
  await world.sweep();
};
const steps = async (review: { workflow_id: string }) =>
  (await world.call({ url: `/v1/workflows/${review.workflow_id}` }))
    .json()
    .steps.filter((step: { status: string }) => step.status === 'done')
    .map((step: { step: string }) => step.step);

describe('a review that nobody answers, when the policy says to ask again', () => {
  test('ends and is asked again, with what happened before, to whom escalation leads', async () => {
    await at(24 * HOUR_MS);
    const [first, second, ...more] = await reviews();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ status: 'EXPIRED', assigned_to_id: 'olaf' });
    expect(await steps(first)).toEqual(['opened', 'reminded', 'reminded', 'expired', 'asked_again']);
    expect(second).toMatchObject({
      status: 'PENDING',
      origin: 'asked_again',
      assigned_to_id: 'mia',
      previous_review_id: first.id,
      access_grant_ids: first.access_grant_ids,
      due_at: new Date(start + 48 * HOUR_MS).toISOString(),
      evidence_json: {
        unanswered: { times: 1, first_asked_at: first.created_at },
        previous_confirmation: null,
      },
    });
    const day = first.created_at.slice(0, 10);
    expect(second.evidence_json.summary).toContain(`asked once before without an answer, first on ${day}`);
    const [expired] = (await world.events('review.expired')).filter((event) => event.review_id === first.id);
    expect(expired?.data).toMatchObject({ ask_again_at: new Date(world.now).toISOString() });
  });

  test('is asked at most as often as the policy says, and then stays unanswered', async () => {
    for (const day of [1, 2, 3, 4, 40]) await at(day * DAY_MS);
    const all = await reviews();
    expect(all.map((each: Record<string, unknown>) => [each.status, each.assigned_to_id])).toEqual([
      ['EXPIRED', 'olaf'],
      ['EXPIRED', 'mia'],
      // Mia has no manager: the owner is asked once more.
      ['EXPIRED', 'olaf'],
    ]);
    expect(
      all.map((each: { evidence_json: { unanswered: object } }) => each.evidence_json.unanswered),
    ).toEqual([
      null,
      { times: 1, first_asked_at: all[0].created_at },
      { times: 2, first_asked_at: all[0].created_at },
    ]);
    const last = (await world.events('review.expired')).find((event) => event.review_id === all[2].id);
    expect(last?.data.reason).toContain('asked 3 times, as often as the policy allows');
  });

  test('is not asked again sooner than the policy says', async () => {
    await setPolicy({ ask_again_after_days: 7 });
    await at(24 * HOUR_MS);
    const [first] = await reviews();
    expect(first.status).toBe('EXPIRED');
    await at(7 * DAY_MS - 1000);
    expect(await reviews()).toHaveLength(1);
    await at(7 * DAY_MS);
    expect((await reviews()).map((each: { status: string }) => each.status)).toEqual(['EXPIRED', 'PENDING']);
  });

  test('is never put to the person under review', async () => {
    await setPolicy({ escalation_contact_id: 'ann', ask_again_after_days: 1 });
    await at(24 * HOUR_MS);
    for (const pair of ['principal_id=ann&asset_id=wiki', 'principal_id=ann&asset_id=crm']) {
      const asked = await reviews(pair);
      expect(asked.length).toBeGreaterThan(1);
      for (const { assigned_to_id } of asked) expect(assigned_to_id).not.toBe('ann');
    }
  });

  test('is not asked again about access that was used, decided or asked about since', async () => {
    await setPolicy({ ask_again_after_days: 7 });
    await at(24 * HOUR_MS);
    world.now = start + 2 * DAY_MS;
    await world.use('ann', 'wiki');
    const asked = await world.call({
      method: 'POST',
      url: '/v1/reviews',
      payload: { principal_id: 'ann', asset_id: 'crm', reason: 'manual_trigger', notes: 'x' },
    });
    expect(asked.statusCode).toBe(201);
    const { review_id } = asked.json();
    await world.decide(review_id, { decision: 'CONFIRM', justification: 'needed' });
    await at(7 * DAY_MS);
    const [wiki, ...others] = await reviews();
    expect(others).toEqual([]);
    expect((await steps(wiki)).at(-1)).toBe('not_asked_again');
    const crm = await reviews('principal_id=ann&asset_id=crm');
    expect(crm.map((each: { status: string }) => each.status)).toEqual(['EXPIRED', 'DECIDED']);
    // Also what a person asks knows that nobody answered before.
    expect(crm[1].evidence_json.unanswered).toMatchObject({ times: 1 });
  });

  test('is not asked again once the policy says otherwise', async () => {
    await setPolicy({ ask_again_after_days: 7 });
    await at(24 * HOUR_MS);
    await setPolicy({ when_overdue: 'expire' });
    await at(8 * DAY_MS);
    expect(await reviews()).toHaveLength(1);
  });

  test('only about the grants that have no decision', async () => {
    const [{ id }] = await reviews();
    const answer = { grant_id: 'g-ann-wiki', decision: 'approve', reason: 'needed' };
    expect((await world.decide(id, answer)).status).toBe(200);
    await at(24 * HOUR_MS);
    const [, again] = await reviews();
    expect(again.access_grant_ids).toEqual(['g-ann-wiki-team']);
  });

  test('many workers ask once, and one that dies between the two steps leaves nothing', async () => {
    const { db } = world.test;
    world.now = start + 24 * HOUR_MS - 1;
    await world.sweep();
    world.now = start + 24 * HOUR_MS;
    const dying = db.transaction(world.tenant, async (tx) => {
      expect(await fireTimers(tx, { now: world.now })).toBeGreaterThan(0);
      throw new Error('the power is off');
    });
    await expect(dying).rejects.toThrow('the power is off');
    expect((await reviews()).map((each: { status: string }) => each.status)).toEqual(['PENDING']);
    await Promise.all(Array.from({ length: 6 }, () => sweepTenant(world.context(), world.tenant)));
    await world.sweep();
    expect((await reviews()).map((each: { status: string }) => each.status)).toEqual(['EXPIRED', 'PENDING']);
    expect(
      (await world.events('review.created')).filter((event) => event.data.principal_id === 'ann'),
    ).toHaveLength(4);
  });

  test('leaves the same pair of another tenant alone, which has its own policy', async () => {
    const other = await createTestApp({
      test: world.test,
      authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
    });
    await other.import([...PEOPLE_AND_ACCESS, ...GRANTS]);
    await at(24 * HOUR_MS);
    expect(await reviews()).toHaveLength(2);
    expect((await other.call({ url: '/v1/reviews' })).json().total).toBe(0);
    await other.app.close();
  });
});
