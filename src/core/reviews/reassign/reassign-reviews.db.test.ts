import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { admin, createGroupWorld, owner, SIX } from '../../../../test/support/group-world.ts';
import { createReviewWorld, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { reassignAll } from './reassign-reviews.ts';

describe('one review', () => {
  let world: ReviewWorld;
  beforeEach(async () => {
    world = await createReviewWorld();
    await world.sweep();
  });
  afterEach(() => world.close());
  const list = async (query = '') => (await world.call({ url: `/v1/reviews${query}` })).json();
  const reassign = async (id: string, assigned_to_id: unknown) => {
    const url = `/v1/reviews/${id}/reassign`;
    const answer = await world.call({ method: 'POST', url, payload: { assigned_to_id } });
    return { status: answer.statusCode, body: answer.json() };
  };

  test('moves an open review to somebody who may answer', async () => {
    const { id } = (await list('?principal_id=ann&asset_id=wiki')).items[0];
    expect(await reassign(id, 'mia')).toEqual({
      status: 200,
      body: { id, assigned_to_id: 'mia', status: 'PENDING' },
    });
    expect((await list('?assigned_to_id=mia')).total).toBe(3);
    expect((await list('?assigned_to_id=olaf')).total).toBe(0);
    for (const wrong of ['ann', 'gone', 'nobody', 7]) expect((await reassign(id, wrong)).status).toBe(400);
    expect((await reassign('nothing', 'mia')).status).toBe(404);
    await world.decide(id, { decision: 'CONFIRM', justification: 'ok' });
    expect((await reassign(id, 'olaf')).status).toBe(409);
  });
});

describe('all reviews of one', () => {
  let w: Awaited<ReturnType<typeof createGroupWorld>>;
  beforeEach(async () => {
    w = await createGroupWorld();
  });
  afterEach(() => w.world.close());
  const all = (payload: object) => w.send('/v1/reviews/reassign', payload);
  const assigned = async () =>
    ((await w.reviews()) as unknown as { principal_id: string; assigned_to_id: string }[])
      .map(({ principal_id, assigned_to_id }) => `${principal_id}: ${assigned_to_id}`)
      .sort();
  const BEFORE = SIX.map((id) => `${id}: owner`);

  test('are shared evenly, and nobody is asked about themselves', async () => {
    w.signIn(admin);
    const body = { from_id: 'owner', to_ids: ['p0', 'p1'] };
    expect(await all(body)).toEqual({ status: 200, body: { moved: 6, kept: 0, next: null } });
    const now = await assigned();
    expect(now).toEqual(expect.arrayContaining(['p0: p1', 'p1: p0']));
    expect(now.filter((each) => each.endsWith(': p0'))).toHaveLength(3);
    expect(await w.world.events('review.reassigned')).toHaveLength(6);
    expect((await w.world.events('review.reassigned'))[0]).toMatchObject({
      actor: 'admin@x.example',
      data: { previous_assigned_to_id: 'owner' },
    });
    expect(await all(body)).toMatchObject({ body: { moved: 0, kept: 0 } });
  });

  test('stay where nobody else can be asked', async () => {
    w.signIn(admin);
    expect(await all({ from_id: 'owner', to_ids: ['p0'] })).toMatchObject({ body: { moved: 5, kept: 1 } });
    expect(await assigned()).toContain('p0: owner');
  });

  test('that nobody is asked about find their reviewers', async () => {
    await w.world.test.admin("UPDATE reviews SET assigned_to_id = NULL WHERE principal_id IN ('p2', 'p3')");
    w.signIn(admin);
    expect(await all({ from_id: null, to_ids: ['p0'] })).toMatchObject({ body: { moved: 2, kept: 0 } });
    expect(await assigned()).toEqual(expect.arrayContaining(['p1: owner', 'p2: p0', 'p3: p0']));
  });

  test('are gone through page by page', async () => {
    const { db } = w.world.test;
    const page = (after: string) =>
      db.transaction(w.world.tenant, (tx) =>
        reassignAll(tx, { from: 'owner', to: ['p0'], after, limit: 2, actor: 'admin', now: w.world.now }),
      );
    let [moved, kept, after]: [number, number, string | null] = [0, 0, ''];
    for (let pages = 0; after !== null && pages < 9; pages++) {
      const answer = await page(after);
      expect(answer.moved + answer.kept).toBeLessThanOrEqual(2);
      moved += answer.moved;
      kept += answer.kept;
      after = answer.next;
    }
    expect([moved, kept, after]).toEqual([5, 1, null]);
  });

  test('but not those that somebody decides at the same moment', async () => {
    const { db } = w.world.test;
    const decided = await w.idOf('p3');
    let moving: Promise<{ moved: number }> = Promise.resolve({ moved: 0 });
    await db.transaction(w.world.tenant, async (tx) => {
      await tx.query("UPDATE reviews SET status = 'DECIDED' WHERE tenant_id = $1 AND id = $2", [
        tx.tenant_id,
        decided,
      ]);
      moving = db.transaction(w.world.tenant, (other) =>
        reassignAll(other, { from: 'owner', to: ['p0', 'p1'], after: '', actor: 'admin', now: w.world.now }),
      );
      const waits = async () =>
        (await w.world.test.admin('SELECT FROM pg_locks WHERE NOT granted')).length > 0;
      await vi.waitUntil(waits, { timeout: 60_000 });
    });
    expect(await moving).toEqual({ moved: 5, kept: 0, next: null });
    expect(await assigned()).toContain('p3: owner');
  });

  test.each([
    [['owner'], 0],
    [['p0', 'nobody'], 1],
    [['p0', 'p5'], 1],
    [[], null],
    [['p0', 'p0'], null],
  ])('are not given to %j, and none is', async (to_ids, place) => {
    await w.world.test.admin("UPDATE principals SET disabled = true WHERE id = 'p5'");
    w.signIn(admin);
    const answer = await all({ from_id: 'owner', to_ids });
    expect(answer.status).toBe(400);
    if (place !== null) expect(answer.body.detail).toMatchObject([{ loc: ['body', 'to_ids', place] }]);
    expect(await assigned()).toEqual(BEFORE);
  });

  test('are for an admin to give', async () => {
    w.signIn(owner);
    expect((await all({ from_id: 'owner', to_ids: ['p0'] })).status).toBe(403);
    expect(await assigned()).toEqual(BEFORE);
  });
});
