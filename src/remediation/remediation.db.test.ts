import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '../../test/support/database.ts';
import {
  createRemediationWorld,
  grant,
  type RemediationWorld,
} from '../../test/support/remediation-world.ts';
import { ConnectorError } from '../connectors/connector.ts';
import { remediateTenant } from './engine/run-remediations.ts';

let world: RemediationWorld;
beforeAll(async () => {
  world = await createRemediationWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.close());

describe('a remediation', () => {
  test('of direct access is planned, carried out and recorded, and says that the demo’s platform is simulated', async () => {
    const [id] = (await world.start('g-ann')) as [string];
    expect(await world.statusOf('g-ann')).toBe('revoking');
    await world.work();
    expect(await world.statusOf('g-ann')).toBe('revoked');
    expect(await world.found(id)).toMatchObject({
      status: 'completed',
      action: 'revoke_grant',
      target: 'read on wiki (fabric)',
      attempts: 1,
      error: null,
      dry_run: false,
      simulated: true,
      verification: 'simulated',
      verified_at: null,
      remaining_paths: [],
    });
    const [entry] = await world.store.admin(
      "SELECT * FROM audit_entries WHERE event_type = 'remediation.executed'",
    );
    expect(entry?.data).toMatchObject({
      remediation_id: id,
      action: 'revoke_grant',
      principal_id: 'ann',
      target: 'read on wiki (fabric)',
      status: 'completed',
    });
    await world.score();
    expect(await world.store.admin("SELECT active FROM grant_scores WHERE grant_id = 'g-ann'")).toEqual([
      { active: false },
    ]);
  });

  test('of inherited access takes the member out of the group, and says what else that removes', async () => {
    const [id] = (await world.start('g-ann-crm')) as [string];
    await world.work();
    const record = await world.found(id);
    expect(record).toMatchObject({
      status: 'completed',
      action: 'remove_group_membership',
      target: 'The Team',
    });
    expect(record.plan?.also_removes).toMatchObject({
      total: 1,
      in_use: 0,
      items: [{ grant_id: 'g-ann-ledger' }],
    });
    expect(await world.statusOf('g-ann-ledger')).toBe('revoked');
    expect(await world.statusOf('g-bob-crm')).toBe('active');
    expect(await world.store.admin("SELECT member_id FROM memberships WHERE group_id = 'team'")).toEqual([
      { member_id: 'bob' },
    ]);
  });

  test('of a group’s access takes it from all who have it by the group', async () => {
    await world.start('g-team-crm');
    await world.work();
    expect(await world.statusOf('g-bob-crm')).toBe('revoked');
    expect(await world.statusOf('g-ann-crm')).toBe('revoked');
    expect(await world.statusOf('g-ann-ledger')).toBe('active');
  });

  test('says which other paths still give the access', async () => {
    await world.importLines([grant('g-ann-crm-direct', 'ann', 'crm', { permission: 'write' })]);
    const [id] = (await world.start('g-ann-crm-direct')) as [string];
    await world.work();
    expect((await world.found(id)).remaining_paths).toMatchObject([{ kind: 'group', permission: 'read' }]);
  });

  test('of what went with another is read back, and has nothing of its own to put back', async () => {
    await world.start('g-ann-crm');
    await world.work();
    const [id] = (await world.start('g-ann-ledger')) as [string];
    await world.work();
    expect(await world.found(id)).toMatchObject({ status: 'completed', attempts: 0, remaining_paths: [] });
    expect(await world.store.admin('SELECT undo FROM remediations WHERE id = $1', [id])).toEqual([
      { undo: null },
    ]);
  });

  test('that is reverted leaves everything as it was', async () => {
    const [id] = (await world.start('g-ann-crm')) as [string];
    await world.work();
    await world.revert(id);
    expect(await world.found(id)).toMatchObject({
      status: 'reverted',
      reverted_at: '2026-06-01T12:00:00.000Z',
    });
    expect(await world.statusOf('g-ann-crm')).toBe('active');
    expect(await world.statusOf('g-ann-ledger')).toBe('active');
    expect(await world.store.admin("SELECT 1 FROM memberships WHERE member_id = 'ann'")).toHaveLength(1);
    await world.score();
    expect(await world.store.admin("SELECT active FROM grant_scores WHERE grant_id = 'g-ann-crm'")).toEqual([
      { active: true },
    ]);
  });
});

describe('a platform that misbehaves', () => {
  test('and lies about success ends in failed, never in completed', async () => {
    world.wrap = (connector) => ({ ...connector, revoke: async () => ({ outcome: 'revoked' }) });
    const [id] = (await world.start('g-ann')) as [string];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await world.work();
      expect(await world.found(id)).toMatchObject({
        attempts: attempt,
        error: expect.stringContaining('still there'),
      });
      world.now += 3_600_000;
    }
    expect(await world.found(id)).toMatchObject({ status: 'failed', completed_at: null, due_at: null });
    expect(await world.statusOf('g-ann')).toBe('active');
    expect(await world.auditTypes(id)).toContain('remediation.failed');
    expect(await world.auditTypes(id)).not.toContain('remediation.executed');
  });

  test('and comes back is asked again after a while', async () => {
    let calls = 0;
    world.wrap = (connector) => ({
      ...connector,
      paths: async (...args) => {
        calls += 1;
        if (calls === 1) throw new ConnectorError('throttled', 'too many calls', { retry_after: 30 });
        return connector.paths(...args);
      },
    });
    const [id] = (await world.start('g-ann')) as [string];
    await world.work();
    expect(await world.found(id)).toMatchObject({ status: 'pending', attempts: 1, error: 'too many calls' });
    expect(await world.statusOf('g-ann')).toBe('revoking');
    world.now += 30_000;
    await world.work();
    expect(await world.found(id)).toMatchObject({ status: 'completed', attempts: 2, error: null });
  });

  test('and does it but loses the answer is read back, and keeps the record of what was there', async () => {
    world.wrap = (connector) => ({
      ...connector,
      revoke: async (...args) => {
        await connector.revoke(...args);
        throw new ConnectorError('timeout', 'no answer', { effect: 'unknown' });
      },
    });
    const [id] = (await world.start('g-ann-crm')) as [string];
    await world.work();
    expect(await world.found(id)).toMatchObject({ status: 'completed' });
    world.wrap = (connector) => connector;
    await world.revert(id);
    expect(await world.statusOf('g-ann-ledger')).toBe('active');
  });

  test('a worker that dies after the remediation is followed by one that completes it', async () => {
    world.wrap = (connector) => ({
      ...connector,
      verify: async () => {
        throw new Error('the worker dies here');
      },
    });
    const [id] = (await world.start('g-ann-crm')) as [string];
    const dying = {
      ...world.context(),
      onError: () => {},
      db: { ...world.store.db, transaction: refuseAfter(2) },
    };
    await remediateTenant(dying, world.tenant).catch(() => {});
    expect(await world.found(id)).toMatchObject({ status: 'running' });
    world.wrap = (connector) => connector;
    await world.work();
    expect(await world.found(id)).toMatchObject({ status: 'running' });
    world.now += 200_000;
    await world.work();
    expect(await world.found(id)).toMatchObject({ status: 'completed', attempts: 2 });
    await world.revert(id);
    expect(await world.statusOf('g-ann-crm')).toBe('active');
    expect(await world.statusOf('g-ann-ledger')).toBe('active');
  });
});

function refuseAfter(transactions: number): TestDatabase['db']['transaction'] {
  let count = 0;
  return (tenantId, work) => {
    count += 1;
    if (count > transactions) throw new Error('dead');
    return world.store.db.transaction(tenantId, work);
  };
}

describe('modes', () => {
  test('a dry run says what it would do and does nothing', async () => {
    await world.setPolicy({ mode: 'dry_run' });
    const [id] = (await world.start('g-ann-crm')) as [string];
    await world.work();
    const record = await world.found(id);
    expect(record).toMatchObject({ status: 'completed', dry_run: true, verified_at: null });
    expect(record.plan?.statements.join()).toContain('remove ann from team');
    expect(await world.statusOf('g-ann-crm')).toBe('active');
    expect(await world.store.admin("SELECT 1 FROM memberships WHERE member_id = 'ann'")).toHaveLength(1);
    expect(await world.auditTypes(id)).not.toContain('remediation.executed');
  });

  test('manual waits for an approval', async () => {
    await world.setPolicy({ mode: 'manual' });
    const [id] = (await world.start('g-ann')) as [string];
    await world.work();
    expect(await world.found(id)).toMatchObject({ status: 'pending', mode: 'manual', due_at: null });
    expect(await world.statusOf('g-ann')).toBe('revoking');
  });

  test('an undo window is waited for', async () => {
    await world.setPolicy({ undo_window_minutes: 30 });
    const [id] = (await world.start('g-ann')) as [string];
    await world.work();
    expect(await world.found(id)).toMatchObject({ status: 'pending', due_at: '2026-06-01T12:30:00.000Z' });
    world.now += 30 * 60_000;
    await world.work();
    expect(await world.found(id)).toMatchObject({ status: 'completed' });
  });
});
