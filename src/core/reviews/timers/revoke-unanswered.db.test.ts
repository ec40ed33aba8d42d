import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReviewWorld, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { directoryConnector } from '../../../connectors/directory/directory-connector.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { remediateTenant } from '../../../remediation/engine/run-remediations.ts';
import { storedDirectory } from '../../directory/directory-rows.sql.ts';
import { appendToInbox } from '../../events/inbox.sql.ts';
import { sweepTenant } from '../../scores/sweep/sweep.ts';
import { fireTimers } from './fire-review-timers.ts';

const HOUR_MS = 3_600_000;
let world: ReviewWorld;
let start: number;
beforeEach(async () => {
  world = await createReviewWorld();
  await setPolicy({ review: { when_overdue: 'revoke' } });
  await world.test.admin('UPDATE assets SET simulated = true');
  await world.sweep();
  start = world.now;
});
afterEach(() => world.close());

async function setPolicy(policy: object): Promise<void> {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload: policy });
  expect(answer.statusCode).toBe(200);
}
const reviewOf = async (principal: string, asset: string) => {
  const url = `/v1/reviews?principal_id=${principal}&asset_id=${asset}`;
  const [{ id }] = (await world.call({ url })).json().items;
  return (await world.call({ url: `/v1/reviews/${id}` })).json();
};
const at = async (ms: number) => {
  world.now = start + ms;
  await world.sweep();
};
const removals = (grantId: string) =>
  world.test.admin(
    'SELECT status, requested_by, reason, review_id, decision_id, error FROM remediations WHERE grant_id = $1',
    [grantId],
  );
async function work(): Promise<void> {
  const context = {
    ...world.context(),
    openConnector: async (tenantId: number) =>
      directoryConnector(storedDirectory(world.test.db, tenantId), { now: () => new Date(world.now) }),
  };
  for (let turn = 0; turn < 50; turn += 1) if ((await remediateTenant(context, world.tenant)) === 0) return;
  throw new Error('remediations do not come to rest');
}
const grantStatus = async (id: string) => (await world.call({ url: `/v1/grants/${id}` })).json().status;

describe('a review that nobody answers, when no answer means revocation', () => {
  test('is decided by the system, which says so, and the access is removed', async () => {
    await at(24 * HOUR_MS - 1);
    expect((await reviewOf('ann', 'wiki')).status).toBe('PENDING');
    await at(24 * HOUR_MS);
    const review = await reviewOf('ann', 'wiki');
    const reason = `Nobody answered by ${review.due_at}; the policy says that no answer means revocation.`;
    expect(review).toMatchObject({
      status: 'DECIDED',
      decisions: [
        { grant_id: 'g-ann-wiki', decision: 'REVOKE', decided_by: 'system', reason },
        { grant_id: 'g-ann-wiki-team', decision: 'REVOKE', decided_by: 'system', reason },
      ],
    });
    const told = (await world.events('review.decided')).filter((event) => event.review_id === review.id);
    expect(told.map(({ actor, data }) => [actor, data.reviewer, data.decision, data.reason])).toEqual([
      ['system', 'system', 'revoke', reason],
      ['system', 'system', 'revoke', reason],
    ]);
    const [removal] = await removals('g-ann-wiki');
    expect(removal).toMatchObject({ requested_by: 'system', reason, review_id: review.id });
    expect(removal?.decision_id).toBe(review.decisions[0].id);
    await work();
    expect(await grantStatus('g-ann-wiki')).toBe('revoked');
  });

  test('what a guard refuses stays, and is shown', async () => {
    await world.test.admin("UPDATE principals SET protected = true WHERE id = 'ann'");
    await at(24 * HOUR_MS);
    await work();
    expect(await removals('g-ann-wiki')).toMatchObject([
      { status: 'blocked', error: expect.stringContaining('Ann is protected') },
    ]);
    expect(await grantStatus('g-ann-wiki')).toBe('active');
  });

  test('the undo window and the approval of an admin hold as for any other remediation', async () => {
    await setPolicy({ remediation: { mode: 'manual' } });
    await at(24 * HOUR_MS);
    await work();
    expect(await removals('g-ann-wiki')).toMatchObject([{ status: 'pending' }]);
    expect(await grantStatus('g-ann-wiki')).toBe('revoking');
    await setPolicy({ remediation: { mode: 'automatic', undo_window_minutes: 60 } });
    await work();
    expect(await grantStatus('g-ann-wiki')).toBe('revoking');
  });

  test('never access that was used while the review was with somebody else', async () => {
    const { id } = await reviewOf('ann', 'wiki');
    expect((await world.decide(id, { decision: 'ESCALATE', justification: 'not mine' })).status).toBe(200);
    world.now = start + 2 * HOUR_MS;
    await world.use('ann', 'wiki');
    await at(48 * HOUR_MS);
    const review = await reviewOf('ann', 'wiki');
    expect(review).toMatchObject({ status: 'EXPIRED', decisions: [] });
    const [expired] = (await world.events('review.expired')).filter((event) => event.review_id === id);
    expect(expired?.data.reason).toContain('It was not revoked: it was used on');
    expect(await removals('g-ann-wiki')).toEqual([]);
    expect(await grantStatus('g-ann-wiki')).toBe('active');
  });

  test('never access whose score has fallen since: a late use, dated before the review was opened', async () => {
    const { id } = await reviewOf('ann', 'wiki');
    await world.use('ann', 'wiki', start - DAY_MS);
    await at(24 * HOUR_MS);
    const [expired] = (await world.events('review.expired')).filter((event) => event.review_id === id);
    expect(expired?.data.reason).toMatch(/It was not revoked: its score is [\d.]+ by now, below 55\./);
    expect(await removals('g-ann-wiki')).toEqual([]);
  });

  test('waits for events that came in before the deadline and are not applied yet', async () => {
    const event = {
      event_id: 'late',
      principal_id: 'ann',
      asset_id: 'wiki',
      action: 'query',
      platform: 'fabric',
      timestamp: new Date(start + HOUR_MS).toISOString(),
      metadata: null,
    };
    await world.test.db.transaction(world.tenant, (tx) => appendToInbox(tx, [event]));
    await at(24 * HOUR_MS);
    expect((await reviewOf('ann', 'wiki')).status).toBe('PENDING');
    expect(await removals('g-ann-wiki')).toEqual([]);
    await world.drain();
    await at(25 * HOUR_MS);
    expect((await reviewOf('ann', 'wiki')).decisions).toMatchObject([
      { decision: 'CONFIRM', decided_by: 'system' },
      { decision: 'CONFIRM', decided_by: 'system' },
    ]);
    expect(await removals('g-ann-wiki')).toEqual([]);
  });

  test('never when the review reached nobody who could answer', async () => {
    await world.test.admin("UPDATE principals SET disabled = true WHERE id IN ('olaf', 'mia')");
    await at(24 * HOUR_MS);
    expect((await reviewOf('ann', 'wiki')).status).toBe('EXPIRED');
    const reasons = (await world.events('review.expired')).map((event) => event.data.reason);
    expect(reasons[0]).toContain('assigned to nobody who could answer it');
    expect(await world.test.admin('SELECT id FROM remediations')).toEqual([]);
  });

  test('what is fresh of a review stays, and the review says so', async () => {
    const fresh = { grant_id: 'g-ann-wiki-team', lapses: new Date(start + 60 * DAY_MS).toISOString() };
    await world.test.admin('UPDATE grant_scores SET lapses_at = $2 WHERE grant_id = $1', [
      fresh.grant_id,
      fresh.lapses,
    ]);
    await at(24 * HOUR_MS);
    const review = await reviewOf('ann', 'wiki');
    expect(review.status).toBe('EXPIRED');
    expect(review.decisions).toMatchObject([{ grant_id: 'g-ann-wiki', decision: 'REVOKE' }]);
    expect(await removals('g-ann-wiki')).toHaveLength(1);
    expect(await removals('g-ann-wiki-team')).toEqual([]);
  });

  test('once, whatever crashes and however many workers; statements do not grow with reviews', async () => {
    const { db } = world.test;
    await at(23 * HOUR_MS);
    world.now = start + 24 * HOUR_MS;
    const dying = db.transaction(world.tenant, async (tx) => {
      await fireTimers(tx, { now: world.now });
      throw new Error('the power is off');
    });
    await expect(dying).rejects.toThrow('the power is off');
    expect(await world.test.admin('SELECT id FROM remediations')).toEqual([]);
    let statements = 0;
    await db.transaction(world.tenant, async (tx) => {
      const query: typeof tx.query = (text, values) => {
        statements += 1;
        return tx.query(text, values);
      };
      await fireTimers({ ...tx, tenant_id: tx.tenant_id, query }, { now: world.now });
    });
    await Promise.all(Array.from({ length: 4 }, () => sweepTenant(world.context(), world.tenant)));
    expect(await removals('g-ann-wiki')).toHaveLength(1);
    expect(await removals('g-ann-crm')).toHaveLength(1);
    expect(statements).toBeLessThan(40);
  });
});

describe('the policy', () => {
  test('says what it expects', async () => {
    const payload = { review: { when_overdue: 'shrug', ask_again_times: 0, ask_again_after_days: 1.5 } };
    const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload });
    expect(answer.statusCode).toBe(400);
    expect(
      answer.json().detail.map((fault: { loc: string[]; msg: string }) => [fault.loc.at(-1), fault.msg]),
    ).toEqual([
      ['when_overdue', 'expected one of escalate, expire, ask_again, revoke'],
      ['ask_again_times', 'expected a whole number from 1 to 20'],
      ['ask_again_after_days', 'expected a whole number from 1 to 365'],
    ]);
  });
});
