import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { admin, createGroupWorld, somebody } from '../../../../../test/support/group-world.ts';
import { advanceGroupDecision } from './advance-group-decision.ts';

let w: Awaited<ReturnType<typeof createGroupWorld>>;
beforeEach(async () => {
  w = await createGroupWorld();
});
afterEach(() => w.world.close());

describe('an undo', () => {
  test('within the time to think again leaves no trace in any review', async () => {
    const { body } = await w.decide();
    expect(await w.undo(body.id)).toMatchObject({
      status: 200,
      body: {
        status: 'undone',
        called_off: 6,
        decided: 0,
        undone_by: 'owner@x.example',
        may_undo: false,
      },
    });
    w.wait();
    await w.world.sweep();
    expect(await w.count('review_decisions')).toBe(0);
    expect((await w.theGroup()).together).toBe(6);
    expect((await w.undo(body.id)).status).toBe(409);
    expect((await w.world.call({ url: `/v1/jobs/${body.id}` })).json()).toMatchObject({
      status: 'completed',
      failed: 6,
    });
  });

  test('in the middle calls off the rest and cancels what was begun', async () => {
    const { body } = await w.decide();
    w.wait();
    await w.world.test.db.transaction(w.world.tenant, (tx) =>
      advanceGroupDecision(tx, { now: w.world.now, limit: 2 }),
    );
    expect((await w.undo(body.id)).body).toMatchObject({ status: 'undoing', called_off: 4, decided: 2 });
    await w.world.sweep();
    expect(await w.progress(body.id)).toMatchObject({ status: 'undone', called_off: 4, undone: 2 });
    expect(await w.count("grants WHERE status = 'active'")).toBe(6);
    expect(await w.world.events('remediation.cancelled')).toHaveLength(2);
    expect(await w.world.events('review.group_undone')).toMatchObject([
      { data: { called_off: 4, note: 'a mistake' } },
    ]);
  });

  test('waits for removals that are under way, and puts back what is removed only for an admin', async () => {
    const decided = async () => {
      const { body } = await w.decide({ leave_out: [await w.idOf('p5')] });
      w.wait();
      await w.world.sweep();
      return body.id as string;
    };
    const id = await decided();
    const [done, running] = [await w.idOf('p0'), await w.idOf('p1')];
    await w.world.test.admin(
      "UPDATE remediations SET status = 'completed', due_at = NULL, execution = 'person', attempts = 1 WHERE review_id = $1",
      [done],
    );
    await w.world.test.admin("UPDATE grants SET status = 'revoked' WHERE id = 'g-p0'");
    await w.world.test.admin(
      "UPDATE remediations SET status = 'running', lease = 'somebody', attempts = 1 WHERE review_id = $1",
      [running],
    );
    expect((await w.undo(id)).body).toMatchObject({ status: 'undoing', decided: 5 });
    await w.world.test.db.transaction(w.world.tenant, (tx) =>
      advanceGroupDecision(tx, { now: w.world.now, limit: 9 }),
    );
    expect(await w.progress(id)).toMatchObject({
      status: 'undoing',
      decided: 1,
      undone: 3,
      stands: 1,
      told: [{ review_id: done, why: 'It is removed already; an admin can put it back.' }],
    });
    await w.world.test.admin("UPDATE remediations SET status = 'failed', lease = NULL WHERE review_id = $1", [
      running,
    ]);
    w.world.now += 5_001;
    await w.world.sweep();
    expect(await w.progress(id)).toMatchObject({ status: 'undone', decided: 0, undone: 4, stands: 1 });
  });

  test('waits for a removal that a worker begins at the same moment', async () => {
    const { body } = await w.decide();
    w.wait();
    await w.world.sweep();
    const begun = await w.idOf('p1');
    await w.undo(body.id);
    const { db } = w.world.test;
    const advance = () =>
      db.transaction(w.world.tenant, (tx) => advanceGroupDecision(tx, { now: w.world.now, limit: 9 }));
    let undoing: Promise<unknown> = Promise.resolve();
    await db.transaction(w.world.tenant, async (tx) => {
      await tx.query("UPDATE remediations SET lease = 'somebody' WHERE tenant_id = $1 AND review_id = $2", [
        tx.tenant_id,
        begun,
      ]);
      undoing = advance();
      const waits = async () =>
        (await w.world.test.admin('SELECT FROM pg_locks WHERE NOT granted')).length > 0;
      await vi.waitUntil(waits, { timeout: 60_000 });
    });
    await undoing;
    expect(await w.progress(body.id)).toMatchObject({
      status: 'undoing',
      decided: 1,
      undone: 5,
      stands: 0,
      told: [],
    });
  });

  test('of an admin asks for what is removed to be put back', async () => {
    const { body } = await w.decide();
    w.wait();
    await w.world.sweep();
    await w.world.test.admin(
      "UPDATE remediations SET status = 'completed', due_at = NULL, execution = 'person', attempts = 1",
    );
    await w.world.test.admin("UPDATE grants SET status = 'revoked'");
    w.signIn(admin);
    await w.undo(body.id);
    await w.world.sweep();
    expect(await w.progress(body.id)).toMatchObject({
      status: 'undone',
      undone: 6,
      undone_by: 'admin@x.example',
    });
    expect(await w.count("remediations WHERE status = 'requested' AND operation = 'restore'")).toBe(6);
  });

  test('is for whoever decided, or an admin', async () => {
    const { body } = await w.decide();
    w.signIn(somebody('other@x.example'));
    expect(await w.progress(body.id)).toMatchObject({ may_undo: false });
    expect(await w.undo(body.id)).toMatchObject({
      status: 403,
      body: { detail: 'Only whoever decided it, or an admin, may undo it.' },
    });
  });
});
