import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../../../test/support/app.ts';
import {
  admin,
  createGroupWorld,
  owner,
  person,
  SIX,
  somebody,
} from '../../../../../test/support/group-world.ts';
import { createDevAuthenticate } from '../../../../gateway/tokens/token-verifier.ts';
import { sweepTenant } from '../../../scores/sweep/sweep.ts';
import { advanceGroupDecision } from './advance-group-decision.ts';

let w: Awaited<ReturnType<typeof createGroupWorld>>;
beforeEach(async () => {
  w = await createGroupWorld();
});
afterEach(() => w.world.close());

describe('one decision about a group', () => {
  test('is made about each review, with its own entry and removal, after the time to think again', async () => {
    const answer = await w.decide();
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: 'held',
        members: 6,
        waiting: 6,
        decided: 0,
        decision: 'REVOKE',
        decided_by: 'owner@x.example',
        sentence: '6 people have never used read on sales.',
        may_undo: true,
      },
    });
    const { id } = answer.body;
    await w.world.sweep();
    expect(await w.progress(id)).toMatchObject({ waiting: 6, decided: 0 });
    // What is being decided is in no group.
    expect(await w.groups()).toEqual([]);
    w.wait();
    await w.world.sweep();
    expect(await w.progress(id)).toMatchObject({ status: 'decided', waiting: 0, decided: 6, told: [] });
    expect((await w.reviews()).map(({ status }) => status)).toEqual(SIX.map(() => 'DECIDED'));
    const entries = await w.world.events('review.decided');
    expect(entries.map(({ actor, data }) => [actor, data])).toEqual(
      expect.arrayContaining([
        [
          'owner@x.example',
          {
            review_id: await w.idOf('p3'),
            grant_id: 'g-p3',
            decision: 'revoke',
            reviewer: 'owner@x.example',
            reason: 'never rolled out',
            group_decision_id: id,
          },
        ],
      ]),
    );
    expect(entries).toHaveLength(6);
    expect(await w.count("remediations WHERE requested_by = 'owner@x.example'")).toBe(6);
    expect(await w.count("grants WHERE status = 'revoking'")).toBe(6);
    expect((await w.world.call({ url: `/v1/jobs/${id}` })).json()).toMatchObject({
      kind: 'group_decision',
      status: 'completed',
      total_items: 6,
      processed: 6,
      failed: 0,
    });
    expect((await w.world.call({ url: '/v1/reviews/groups/decisions' })).json()).toMatchObject({
      total: 1,
      items: [{ id, by: 'asset', group_reason: 'never_used', reason: 'never rolled out' }],
    });
    expect((await w.world.events('review.group_decided')).map(({ data }) => data)).toMatchObject([
      { group_decision_id: id, decision: 'revoke', reviews: 6 },
    ]);
  });

  test('leaves out whom the reviewer leaves out', async () => {
    const out = await w.idOf('p2');
    const { body } = await w.decide({ leave_out: [out] });
    expect(body.members).toBe(5);
    w.wait();
    await w.world.sweep();
    expect((await w.reviews()).filter(({ status }) => status === 'PENDING')).toMatchObject([{ id: out }]);
  });

  test('repeated with its key is the same decision', async () => {
    const { key, seen } = await w.theGroup();
    const body = { key, seen, decision: 'revoke', reason: 'x' };
    const once = uuidv7();
    const [first, second] = [
      await w.send('/v1/reviews/groups/decide', body, once),
      await w.send('/v1/reviews/groups/decide', body, once),
    ];
    expect(second).toEqual(first);
    expect(await w.count('group_decisions')).toBe(1);
  });

  test('is refused as a whole when the group has changed since it was looked at', async () => {
    const { key, seen } = await w.theGroup();
    await w.world.use('p1', 'sales');
    const answer = await w.send('/v1/reviews/groups/decide', { key, seen, decision: 'REVOKE', reason: 'x' });
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toMatch(/^The group has changed since it was looked at: 1 of 6 /);
    expect(await w.count('group_decisions')).toBe(0);
    expect(await w.count('jobs')).toBe(0);
  });

  test('leaves out what was decided or used while it waited', async () => {
    const { body } = await w.decide();
    const [one, other] = [await w.idOf('p0'), await w.idOf('p1')];
    await w.world.decide(one, { decision: 'CONFIRM', justification: 'needed' });
    await w.world.use('p1', 'sales');
    w.wait();
    await w.world.sweep();
    const { decided, left_out, told } = await w.progress(body.id);
    expect([decided, left_out]).toEqual([4, 2]);
    expect(
      new Map(told.map((each: { review_id: string; why: string }) => [each.review_id, each.why])),
    ).toEqual(
      new Map([
        [one, 'The review is decided already.'],
        [other, 'It was used, or has changed, since it was looked at.'],
      ]),
    );
    expect(await w.count("grants WHERE status = 'revoking'")).toBe(4);
    expect((await w.world.call({ url: `/v1/jobs/${body.id}` })).json()).toMatchObject({
      status: 'completed',
      processed: 4,
      failed: 2,
    });
  });

  test('leaves out what stands out, or may not be decided by them, by then', async () => {
    const { body } = await w.decide();
    w.signIn(admin);
    await w.world.import([
      { ...person('p4', { email: 'p4@x.example' }), protected: true },
      // Nobody decides about their own access.
      person('p5', { email: 'owner@x.example' }),
    ]);
    await w.world.drain();
    w.wait();
    await w.world.sweep();
    const { decided, told } = await w.progress(body.id);
    expect(decided).toBe(4);
    expect(told.map((each: { principal_id: string; why: string }) => [each.principal_id, each.why])).toEqual([
      ['p4', 'A guard would refuse to remove it: the account is protected.'],
      ['p5', 'Nobody may decide about their own access.'],
    ]);
  });

  test('of two reviewers one decides; the other is told', async () => {
    const { key, seen } = await w.theGroup();
    const body = { key, seen, decision: 'REVOKE', reason: 'x' };
    const answers = await Promise.all([1, 2].map(() => w.send('/v1/reviews/groups/decide', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await w.count("group_decision_reviews WHERE state = 'waiting'")).toBe(6);
    w.wait();
    await w.world.sweep();
    expect(await w.count('review_decisions')).toBe(6);
  });

  test('goes on after a crash where it was, and decides nothing twice', async () => {
    const { body } = await w.decide();
    w.wait();
    const { db } = w.world.test;
    const batch = (fails: boolean) =>
      db.transaction(w.world.tenant, async (tx) => {
        await advanceGroupDecision(tx, { now: w.world.now, limit: 2 });
        if (fails) throw new Error('killed');
      });
    await batch(false);
    await expect(batch(true)).rejects.toThrow('killed');
    expect(await w.progress(body.id)).toMatchObject({ waiting: 4, decided: 2 });
    // Two workers go on; one has it, the other finds nothing.
    await Promise.all([w.world.sweep(), w.world.sweep()]);
    expect(await w.progress(body.id)).toMatchObject({ status: 'decided', waiting: 0, decided: 6 });
    expect(await w.count('review_decisions')).toBe(6);
    expect(await w.count('remediations')).toBe(6);
    expect(await w.world.events('review.decided')).toHaveLength(6);
  });

  test('one that cannot be decided is left out, and the others are decided', async () => {
    const bad = await w.idOf('p3');
    const { body } = await w.decide();
    await w.world.test.admin(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.review_id = '${bad}' THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$`,
    );
    await w.world.test.admin(
      'CREATE TRIGGER refuse BEFORE INSERT ON review_decisions FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    w.wait();
    const context = { ...w.world.context(), onError: () => {} };
    while ((await sweepTenant(context, w.world.tenant)) > 0);
    expect(await w.progress(body.id)).toMatchObject({
      status: 'decided',
      decided: 5,
      left_out: 1,
      told: [{ review_id: bad, why: 'Deciding it failed. Decide it by itself.' }],
    });
  });

  test('confirms until when it is said, and no longer', async () => {
    for (const id of SIX) await w.world.use(id, 'sales', Date.now() - 86_400_000 * 2);
    for (const id of SIX)
      await w.world.call({
        method: 'POST',
        url: '/v1/reviews',
        payload: { principal_id: id, asset_id: 'sales' },
      });
    const next_review_at = new Date(Date.now() + 40 * 86_400_000).toISOString();
    const { status, body } = await w.decide({ decision: 'approve', next_review_at });
    expect([status, body.members]).toEqual([201, 6]);
    w.wait();
    await w.world.sweep();
    expect(await w.progress(body.id)).toMatchObject({ decision: 'CONFIRM', decided: 6, next_review_at });
    const rows = await w.world.test.admin(
      "SELECT DISTINCT next_review_at FROM review_decisions WHERE decided_by = 'owner@x.example'",
    );
    expect(rows).toMatchObject([{ next_review_at }]);
    // It cannot be undone any more.
    expect((await w.undo(body.id)).body).toMatchObject({
      status: 'undone',
      stands: 6,
      told: Array.from({ length: 6 }, () => ({ state: 'stands' })),
    });
  });
});

describe('a decision that cannot be made', () => {
  test('names what is wrong', async () => {
    const { key, seen } = await w.theGroup();
    const good = { key, seen, decision: 'REVOKE', reason: 'x' };
    for (const [wrong, place] of [
      [{ key: 'x' }, 'body.key'],
      [{ seen: 'x' }, 'body.seen'],
      [{ decision: 'ESCALATE' }, 'body.decision'],
      [{ decision: 'perhaps' }, 'body.decision'],
      // Against the recommendation.
      [{ decision: 'CONFIRM' }, 'body.decision'],
      [{ reason: ' ' }, 'body.reason'],
      [{ leave_out: ['nothing'] }, 'body.leave_out.0'],
      [{ leave_out: await Promise.all(SIX.map(w.idOf)) }, 'body.leave_out'],
      [{ decision: 'CONFIRM', next_review_at: '2001-01-01T00:00:00Z' }, 'body.next_review_at'],
      [{ next_review_at: new Date(Date.now() + 86_400_000).toISOString() }, 'body.next_review_at'],
    ] as const) {
      const { status, body } = await w.send('/v1/reviews/groups/decide', { ...good, ...wrong });
      expect([wrong, status, body.detail[0]?.loc.join('.')]).toEqual([wrong, 400, place]);
    }
    const unkeyed = await w.world.call({ method: 'POST', url: '/v1/reviews/groups/decide', payload: good });
    expect([unkeyed.statusCode, unkeyed.json().detail[0].loc]).toEqual([400, ['header', 'Idempotency-Key']]);
    expect(await w.count('group_decisions')).toBe(0);
  });

  test('is none of whoever may not decide those reviews', async () => {
    w.signIn(somebody('p0@x.example'));
    const { key, seen, together } = await w.theGroup();
    expect(together).toBe(0);
    expect(
      (await w.send('/v1/reviews/groups/decide', { key, seen, decision: 'REVOKE', reason: 'x' })).status,
    ).toBe(400);
    // With what another was shown.
    w.signIn(owner);
    const shown = await w.theGroup();
    w.signIn(somebody('p0@x.example'));
    const answer = await w.send('/v1/reviews/groups/decide', {
      key: shown.key,
      seen: shown.seen,
      decision: 'REVOKE',
      reason: 'x',
    });
    expect(answer.status).toBe(409);
    w.signIn(somebody('owner@x.example', ['service.auditor']));
    expect((await w.decide()).status).toBe(403);
  });

  test('is nobody else’s', async () => {
    const { key, seen } = await w.theGroup();
    const { body } = await w.decide();
    const { test: store } = w.world;
    const stranger = await createTestApp({
      test: store,
      authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
    });
    const call = async (method: 'GET' | 'POST', url: string, payload?: object) =>
      (
        await stranger.call({
          method,
          url,
          headers: { 'idempotency-key': uuidv7() },
          ...(payload ? { payload } : {}),
        })
      ).statusCode;
    expect(await call('GET', `/v1/reviews/groups/decisions/${body.id}`)).toBe(404);
    expect(await call('POST', `/v1/reviews/groups/decisions/${body.id}/undo`)).toBe(404);
    expect(
      await call('POST', '/v1/reviews/groups/decide', { key, seen, decision: 'REVOKE', reason: 'x' }),
    ).toBe(400);
    expect((await stranger.call({ url: '/v1/reviews/groups/decisions' })).json().total).toBe(0);
    await stranger.app.close();
  });
});
