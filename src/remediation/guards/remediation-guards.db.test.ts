import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createRemediationWorld,
  grant,
  type RemediationWorld,
  table,
  user,
} from '../../../test/support/remediation-world.ts';
import type { remediateTenant } from '../engine/run-remediations.ts';
import { changeRemediation, lockGuards } from '../engine/work.sql.ts';

let world: RemediationWorld;
beforeAll(async () => {
  world = await createRemediationWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.close());

/** Modules of its own, as another process has them: nothing but the database keeps the two apart. */
async function anotherProcess(): Promise<typeof remediateTenant> {
  vi.resetModules();
  return (await import('../engine/run-remediations.ts')).remediateTenant;
}

describe('guards', () => {
  const blockedBy = async (id: string) =>
    (await world.found(id)).guards?.filter((verdict) => !verdict.passed).map((verdict) => verdict.guard);

  test('stop what is protected, and give the grant back', async () => {
    await world.importLines([user('root', { protected: true }), table('vault', { protected: true })]);
    await world.importLines([grant('g-root', 'root', 'wiki'), grant('g-vault', 'ann', 'vault')]);
    const [root, vault] = (await world.start('g-root', 'g-vault')) as [string, string];
    await world.work();
    const byGrant = [await world.found(root), await world.found(vault)];
    const names = await Promise.all(byGrant.map((record) => blockedBy(record.id)));
    expect(names.flat().sort()).toEqual(['protected_asset', 'protected_principal']);
    expect(byGrant.map((record) => record.status)).toEqual(['blocked', 'blocked']);
    expect(await world.statusOf('g-root')).toBe('active');
    expect(await world.statusOf('g-vault')).toBe('active');
  });

  test('keep one of two admins, also when both are revoked at once', async () => {
    await world.importLines([
      grant('g-admin-ann', 'ann', 'wiki', { permission: 'admin' }),
      grant('g-admin-bob', 'bob', 'wiki', { permission: 'owner' }),
    ]);
    const ids = await world.start('g-admin-ann', 'g-admin-bob');
    await world.work();
    const statuses = await Promise.all(ids.map(async (id) => (await world.found(id)).status));
    expect(statuses.sort()).toEqual(['blocked', 'completed']);
  });

  test('stop young grants and platforms that are not watched', async () => {
    await world.importLines([grant('g-young', 'ann', 'wiki', { granted_at: '2026-06-01T00:00:00Z' })]);
    const [young] = (await world.start('g-young')) as [string];
    await world.work();
    expect(await blockedBy(young)).toEqual(['grant_age']);
    await world.store.admin(
      "INSERT INTO telemetry_gaps VALUES ($1, 'fabric', '2026-05-31T00:00:00Z', NULL)",
      [world.tenant],
    );
    const [unwatched] = (await world.start('g-bob')) as [string];
    await world.work();
    expect(await blockedBy(unwatched)).toEqual(['telemetry']);
  });

  test('stop a membership that still gives access in use', async () => {
    await world.store.admin(
      "UPDATE grant_scores SET lapses_at = '2026-12-01' WHERE grant_id = 'g-ann-ledger'",
    );
    const [id] = (await world.start('g-ann-crm')) as [string];
    await world.work();
    expect(await blockedBy(id)).toEqual(['other_access']);
    expect((await world.found(id)).error).toContain('read on ledger');
    expect(await world.store.admin("SELECT 1 FROM memberships WHERE member_id = 'ann'")).toHaveLength(1);
  });

  test('do not mind what another path still gives', async () => {
    await world.importLines([grant('g-ann-ledger-direct', 'ann', 'ledger')]);
    await world.store.admin("UPDATE grant_scores SET lapses_at = '2026-12-01' WHERE asset_id = 'ledger'");
    const [id] = (await world.start('g-ann-crm')) as [string];
    await world.work();
    const record = await world.found(id);
    expect(record).toMatchObject({ status: 'completed', plan: { also_removes: { total: 1, in_use: 0 } } });
    expect(await world.statusOf('g-ann-ledger-direct')).toBe('active');
  });

  test('trip the breaker, which stays until it is released, with many workers', async () => {
    await world.importLines(Array.from({ length: 40 }, (_, i) => user(`u${i}`)));
    await world.importLines(Array.from({ length: 40 }, (_, i) => grant(`many-${i}`, `u${i}`, 'wiki')));
    await world.setPolicy({
      breaker: { tenant_percent: 10, tenant_grants: 4, asset_percent: 100, asset_grants: 10_000 },
    });
    await world.start(...Array.from({ length: 20 }, (_, i) => `many-${i}`));
    await Promise.all([world.work(), world.work(await anotherProcess()), world.work(await anotherProcess())]);
    // 47 grants; the fifth is more than four and more than a tenth.
    const counts = await world.store.admin(
      'SELECT status, count(*) AS n FROM remediations GROUP BY status ORDER BY 1',
    );
    expect(counts).toEqual([
      { status: 'blocked', n: 16 },
      { status: 'completed', n: 4 },
    ]);
    expect(
      await world.store.admin('SELECT scope FROM remediation_breakers WHERE released_at IS NULL'),
    ).toEqual([{ scope: 'tenant' }]);
    world.now += 48 * 3_600_000;
    await world.start('many-30');
    await world.work();
    expect(await world.statusOf('many-30')).toBe('active');
  });
});

test('the breaker also counts what another process is about to let through', async () => {
  await world.setPolicy({
    breaker: { tenant_percent: 1, tenant_grants: 1, asset_percent: 100, asset_grants: 10_000 },
  });
  const [other, own] = (await world.start('g-bob', 'g-ann')) as [string, string];
  let worker: Promise<void> | undefined;
  await world.store.db.transaction(world.tenant, async (tx) => {
    await lockGuards(tx);
    const released_at = new Date(world.now).toISOString();
    await changeRemediation(tx, other, { status: 'running', released_at, released_grants: 1, due_at: null });
    worker = world.work();
    const isWaiting = async () =>
      (await world.store.admin("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).length >
      0;
    const isOver = async () => (await world.found(own)).status !== 'pending';
    while (!(await isWaiting()) && !(await isOver()));
  });
  await worker;
  expect((await world.found(own)).status).toBe('blocked');
});
