import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReviewWorld, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { sweepTenant } from '../../scores/sweep/sweep.ts';

const HOUR_MS = 3_600_000;
const DAY = 24;
let world: ReviewWorld;
let id: string;
let start: number;

const person = (name: string, manager_id: string | null, more: object = {}) => ({
  kind: 'principal',
  id: name,
  display_name: name,
  type: 'user',
  manager_id,
  ...more,
});

/** olaf is asked; above him are mia, max and nora, whose manager is olaf. */
beforeEach(async () => {
  world = await createReviewWorld();
  await world.import([
    person('nora', 'olaf'),
    person('max', 'nora'),
    person('mia', 'max', { email: 'mia@x.example' }),
  ]);
  await world.sweep();
  const [review] = (await world.call({ url: '/v1/reviews?principal_id=ann&asset_id=wiki' })).json().items;
  id = review.id;
  start = Date.parse(review.created_at);
});
afterEach(() => world.close());

const get = async () => (await world.call({ url: `/v1/reviews/${id}` })).json();
const at = async (hours: number) => {
  world.now = start + hours * HOUR_MS;
  await world.sweep();
  return get();
};
const own = async (type: string) => (await world.events(type)).filter(({ review_id }) => review_id === id);
const setPolicy = async (review: object) => {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload: { review } });
  return { status: answer.statusCode, body: answer.json() };
};
const escalate = (more: object = {}, key = randomUUID()) =>
  world.decide(id, { decision: 'ESCALATE', justification: 'Not mine', ...more }, key);

describe('an unanswered review', () => {
  test('climbs so many steps, each with the full time, its reminders and its entry, and expires after the last', async () => {
    expect((await setPolicy({ escalation_steps: 3 })).status).toBe(200);
    for (const [step, who] of ['mia', 'max', 'nora'].entries()) {
      expect(await at((step + 1) * DAY)).toMatchObject({
        status: 'ESCALATED',
        assigned_to_id: who,
        escalations: step + 1,
        due_at: new Date(start + (step + 2) * DAY * HOUR_MS).toISOString(),
      });
      await at((step + 1.5) * DAY);
    }
    expect((await own('review.reminded')).map(({ data }) => data.assigned_to_id).slice(-2)).toEqual([
      'max',
      'nora',
    ]);
    expect(await at(4 * DAY)).toMatchObject({ status: 'EXPIRED', escalations: 3 });
    expect(
      (await own('review.escalated')).map(({ actor, data }) => [
        actor,
        data.previous_assigned_to_id,
        data.assigned_to_id,
      ]),
    ).toEqual([
      ['system', 'olaf', 'mia'],
      ['system', 'mia', 'max'],
      ['system', 'max', 'nora'],
    ]);
  });

  test('goes once where nobody has chosen otherwise', async () => {
    expect((await world.call({ url: '/v1/policy' })).json().review.escalation_steps).toBe(1);
    expect(await at(DAY)).toMatchObject({ status: 'ESCALATED', assigned_to_id: 'mia' });
    expect((await at(2 * DAY)).status).toBe('EXPIRED');
  });

  test('is past those who are disabled or under review, and ends where managers go in a circle', async () => {
    await setPolicy({ escalation_steps: 5 });
    await world.import([
      person('max', 'ann', { disabled: true }),
      person('ann', 'nora', { email: 'ann@x.example' }),
    ]);
    expect((await at(DAY)).assigned_to_id).toBe('mia');
    expect((await at(2 * DAY)).assigned_to_id).toBe('nora');
    expect((await at(3 * DAY)).status).toBe('EXPIRED');
    expect((await own('review.expired'))[0]?.data.reason).toContain('nobody is left to ask');
  });

  test('does not come back to whom it was taken from', async () => {
    await setPolicy({ escalation_steps: 2 });
    await world.import([person('cid', 'olaf')]);
    await world.call({
      method: 'POST',
      url: `/v1/reviews/${id}/reassign`,
      payload: { assigned_to_id: 'cid' },
    });
    expect((await at(DAY)).assigned_to_id).toBe('mia');
  });

  test('climbs one step however many workers there are', async () => {
    await setPolicy({ escalation_steps: 5 });
    world.now = start + DAY * HOUR_MS;
    await Promise.all(Array.from({ length: 6 }, () => sweepTenant(world.context(), world.tenant)));
    await world.sweep();
    expect(await own('review.escalated')).toHaveLength(1);
    expect((await get()).assigned_to_id).toBe('mia');
  });

  test('that was escalated before there were steps goes on from there', async () => {
    await at(DAY);
    await setPolicy({ escalation_steps: 2 });
    expect(await at(2 * DAY)).toMatchObject({ status: 'ESCALATED', assigned_to_id: 'max' });
    await setPolicy({ escalation_steps: 1 });
    expect((await at(3 * DAY)).status).toBe('EXPIRED');
  });
});

describe('escalating by hand', () => {
  test('climbs too, to nobody who has had it, and no further than the policy allows', async () => {
    await setPolicy({ escalation_steps: 3 });
    expect((await escalate({ escalate_to_id: 'nora' })).body).toMatchObject({ assigned_to_id: 'nora' });
    for (const escalate_to_id of ['nora', 'olaf', 'ann', 'gone', 'nobody']) {
      const { status, body } = await escalate({ escalate_to_id });
      const [fault] = body.detail as { loc: string[] }[];
      expect([escalate_to_id, status, fault?.loc.join('.')]).toEqual([
        escalate_to_id,
        400,
        'body.escalate_to_id',
      ]);
    }
    // Above nora is olaf, who has had it; above him is mia.
    expect((await escalate()).body).toMatchObject({ assigned_to_id: 'mia' });
    expect((await escalate()).body).toMatchObject({ assigned_to_id: 'max', status: 'ESCALATED' });
    const { status, body } = await escalate();
    expect([status, body.detail]).toEqual([
      409,
      'The review was escalated 3 times, as often as the policy allows.',
    ]);
    expect(await own('review.escalated')).toHaveLength(3);
  });

  test('asks for a name where nobody is left', async () => {
    await setPolicy({ escalation_steps: 5 });
    for (const who of ['mia', 'max', 'nora']) expect((await escalate()).body.assigned_to_id).toBe(who);
    const { status, body } = await escalate();
    expect([status, JSON.stringify(body.detail)]).toEqual([400, expect.stringContaining('is left to ask')]);
    expect((await escalate({ escalate_to_id: 'bob' })).status).toBe(200);
  });

  test('twice with one key is one step', async () => {
    await setPolicy({ escalation_steps: 5 });
    const key = randomUUID();
    await Promise.all([escalate({}, key), escalate({}, key)]);
    expect((await escalate({}, key)).body.assigned_to_id).toBe('mia');
    expect(await own('review.escalated')).toHaveLength(1);
  });
});

test.each([0, 6, 1.5, '2', null])(
  'a policy of %j steps is refused by the name of the field',
  async (steps) => {
    const { status, body } = await setPolicy({ escalation_steps: steps });
    expect([status, body.detail[0].loc.join('.')]).toEqual([400, 'body.review.escalation_steps']);
    expect(body.detail[0].msg).toContain('1');
  },
);
