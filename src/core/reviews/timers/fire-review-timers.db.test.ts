import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReviewWorld, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { sweepTenant } from '../../scores/sweep/sweep.ts';
import { fireTimers } from './fire-review-timers.ts';

const HOUR_MS = 3_600_000;
let world: ReviewWorld;
let id: string;
let start: number;
beforeEach(async () => {
  world = await createReviewWorld();
  await world.sweep();
  const [review] = (await world.call({ url: '/v1/reviews?principal_id=ann&asset_id=wiki' })).json().items;
  id = review.id;
  start = Date.parse(review.created_at);
});
afterEach(() => world.close());

const get = async () => (await world.call({ url: `/v1/reviews/${id}` })).json();
const workflow = async () => (await world.call({ url: `/v1/workflows/${(await get()).workflow_id}` })).json();
const at = async (ms: number) => {
  world.now = start + ms;
  await world.sweep();
};
const own = async (type: string) => (await world.events(type)).filter((event) => event.review_id === id);
const setPolicy = async (review: object) => {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload: { review } });
  return { status: answer.statusCode, body: answer.json() };
};

describe('the course of a review that nobody answers', () => {
  test('reminders at 50 % and 80 %, then the manager of the reviewer, then its end', async () => {
    expect((await workflow()).steps.map((step: Record<string, string>) => [step.step, step.status])).toEqual([
      ['opened', 'done'],
      ['reminder', 'next'],
      ['reminder', 'planned'],
      ['deadline', 'planned'],
    ]);
    await at(12 * HOUR_MS - 1);
    expect(await own('review.reminded')).toEqual([]);
    await at(12 * HOUR_MS);
    await at(20 * HOUR_MS);
    expect((await own('review.reminded')).map((event) => event.data.percent)).toEqual([50, 80]);
    await at(24 * HOUR_MS - 1);
    expect((await get()).status).toBe('PENDING');

    await at(24 * HOUR_MS);
    expect(await get()).toMatchObject({
      status: 'ESCALATED',
      assigned_to_id: 'mia',
      due_at: new Date(start + 48 * HOUR_MS).toISOString(),
    });
    await at(36 * HOUR_MS);
    expect(await own('review.reminded')).toHaveLength(3);
    await at(48 * HOUR_MS);
    const expired = await get();
    expect(expired).toMatchObject({
      status: 'EXPIRED',
      decisions: [],
      evidence_json: { days_inactive: 202 },
    });
    expect(await own('review.expired')).toHaveLength(1);
    expect(await workflow()).toMatchObject({ status: 'completed' });
    expect((await world.decide(id, { decision: 'REVOKE', justification: 'late' })).status).toBe(409);
    await at(100 * HOUR_MS);
    expect(await get()).toEqual(expired);
  });

  test('the contact of the policy comes before the manager; the policy may let it expire instead', async () => {
    expect((await setPolicy({ escalation_contact_id: 'cid' })).status).toBe(200);
    await at(24 * HOUR_MS);
    expect(await get()).toMatchObject({ status: 'ESCALATED', assigned_to_id: 'cid' });
    await setPolicy({ when_overdue: 'expire' });
    const [other] = (await world.call({ url: '/v1/reviews?principal_id=ann&asset_id=crm' })).json().items;
    expect(other.status).not.toBe('PENDING');
  });

  test('expires when the policy says so, or when nobody is left', async () => {
    await setPolicy({ when_overdue: 'expire' });
    await at(24 * HOUR_MS);
    expect((await get()).status).toBe('EXPIRED');
  });

  test('many workers fire each timer once', async () => {
    world.now = start + 24 * HOUR_MS;
    await Promise.all(Array.from({ length: 6 }, () => sweepTenant(world.context(), world.tenant)));
    await world.sweep();
    expect(await own('review.reminded')).toHaveLength(2);
    expect(await own('review.escalated')).toHaveLength(1);
  });

  test('a worker that dies leaves the timer to the next', async () => {
    const { db } = world.test;
    const means = { now: start + 12 * HOUR_MS };
    const dying = db.transaction(world.tenant, async (tx) => {
      expect(await fireTimers(tx, means)).toBeGreaterThan(0);
      throw new Error('the power is off');
    });
    await expect(dying).rejects.toThrow('the power is off');
    expect(await own('review.reminded')).toEqual([]);
    await at(12 * HOUR_MS);
    expect(await own('review.reminded')).toHaveLength(1);
  });

  test('an answer stops the timers', async () => {
    await world.decide(id, { decision: 'REVOKE', justification: 'x' });
    await at(100 * HOUR_MS);
    expect(await own('review.reminded')).toEqual([]);
    expect((await get()).status).toBe('DECIDED');
  });
});

describe('a policy', () => {
  test('names people who exist', async () => {
    const { status, body } = await setPolicy({
      fallback_reviewer_id: 'nobody',
      escalation_contact_id: 'gone',
    });
    expect(status).toBe(400);
    expect(body.detail.map((fault: { loc: string[] }) => fault.loc.join('.'))).toEqual([
      'body.review.fallback_reviewer_id',
      'body.review.escalation_contact_id',
    ]);
  });

  test('that was stored before a field existed has the default of the field', async () => {
    await setPolicy({ threshold: 60 });
    await world.test.admin("UPDATE policies SET policy = policy #- '{review,when_overdue}' #- '{sla}'");
    const { review, sla } = (await world.call({ url: '/v1/policy' })).json();
    expect(review).toMatchObject({ threshold: 60, when_overdue: 'escalate' });
    expect(sla.critical_hours).toBe(24);
  });
});
