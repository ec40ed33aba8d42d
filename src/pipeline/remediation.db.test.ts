import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { importDirectory } from '../commands/import-directory.ts';
import { startRemediations } from '../commands/start-remediations.ts';
import { type Connector, ConnectorError } from '../connectors/connector.ts';
import { directoryConnector } from '../connectors/directory/directory-connector.ts';
import { DEFAULT_POLICY, type Policy } from '../domain/policy.ts';
import { storedDirectory } from '../store/directory-rows.ts';
import { insertPolicy } from '../store/policies.ts';
import { changeRemediation, lockGuards } from '../store/remediation-work.ts';
import { getRemediation, type RemediationDetail } from '../store/remediations.ts';
import { processTenant } from './process-tenant.ts';
import type { RemediationContext } from './remediation-context.ts';
import { remediateTenant } from './run-remediations.ts';

let store: TestDatabase;
let tenant: number;
let now = Date.parse('2026-06-01T12:00:00Z');
let wrap: (connector: Connector) => Connector = (connector) => connector;

const context = (): RemediationContext => ({
  db: store.db,
  now: () => now,
  newId: () => uuidv7(),
  onError: (error) => {
    throw error;
  },
  openConnector: async (tenantId) =>
    wrap(directoryConnector(storedDirectory(store.db, tenantId), { now: () => new Date(now) })),
});

const user = (id: string, more: object = {}) => ({
  kind: 'principal',
  id,
  display_name: id,
  type: 'user',
  ...more,
});
const table = (id: string, more: object = {}) => ({
  kind: 'asset',
  id,
  name: id,
  type: 'table',
  platform: 'fabric',
  ...more,
});
const grant = (id: string, principal_id: string, asset_id: string, more: object = {}) => ({
  kind: 'grant',
  id,
  principal_id,
  asset_id,
  permission: 'read',
  granted_at: '2025-01-01T00:00:00Z',
  ...more,
});

beforeAll(async () => {
  store = await createTestDatabase();
  tenant = store.tenants.a;
});
afterAll(() => store.drop());
beforeEach(async () => {
  now = Date.parse('2026-06-01T12:00:00Z');
  wrap = (connector) => connector;
  await store.admin(`TRUNCATE grants, memberships, identities, assets, principals, search_terms, tallies, events, inbox,
    recalculations, grant_scores, principal_scores, score_history, peer_groups, telemetry_gaps, policies, jobs,
    remediations, remediation_steps, remediation_breakers, connectors, connector_objects CASCADE`);
  await setPolicy({});
  await importLines([
    user('ann'),
    user('bob'),
    { kind: 'principal', id: 'team', display_name: 'The Team', type: 'group' },
    { kind: 'membership', group_id: 'team', member_id: 'ann' },
    { kind: 'membership', group_id: 'team', member_id: 'bob' },
    table('wiki'),
    table('crm'),
    table('ledger'),
    grant('g-ann', 'ann', 'wiki'),
    grant('g-bob', 'bob', 'wiki'),
    grant('g-team-crm', 'team', 'crm'),
    grant('g-team-ledger', 'team', 'ledger'),
    grant('g-ann-crm', 'ann', 'crm', { via_group_id: 'team' }),
    grant('g-ann-ledger', 'ann', 'ledger', { via_group_id: 'team' }),
    grant('g-bob-crm', 'bob', 'crm', { via_group_id: 'team' }),
  ]);
});

async function setPolicy(remediation: Partial<Policy['remediation']>): Promise<void> {
  await store.admin('TRUNCATE policies');
  const breaker = { tenant_percent: 100, tenant_grants: 10_000, asset_percent: 100, asset_grants: 10_000 };
  const policy = {
    ...DEFAULT_POLICY,
    remediation: { ...DEFAULT_POLICY.remediation, breaker, ...remediation },
  };
  await store.db.transaction(tenant, (tx) =>
    insertPolicy(tx, { version: 1, policy, changed_by: 'test', job_id: null }),
  );
}

async function importLines(lines: object[]): Promise<void> {
  const summary = await importDirectory(
    { db: store.db, tenant_id: tenant },
    (async function* () {
      for (const [index, line] of lines.entries()) yield { number: index + 1, text: JSON.stringify(line) };
    })(),
  );
  expect(summary.rejections).toEqual([]);
  await score();
}

async function score(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) if (!(await processTenant(context(), tenant))) return;
}

async function start(...grantIds: string[]): Promise<string[]> {
  const ids: string[] = [];
  await store.db.transaction(tenant, (tx) =>
    startRemediations(tx, {
      review_id: 'review-1',
      grants: grantIds.map((grant_id) => ({ grant_id, principal_id: '-', asset_id: '-', decision_id: 'd' })),
      reason: 'not used',
      requested_by: 'reviewer@example.com',
      now,
      newId: () => {
        ids.push(uuidv7());
        return ids.at(-1) as string;
      },
    }),
  );
  return ids.slice(0, grantIds.length);
}

async function work(remediate = remediateTenant): Promise<void> {
  for (let turn = 0; turn < 2_000; turn += 1) if ((await remediate(context(), tenant)) === 0) return;
  throw new Error('removals do not come to rest');
}

/** Modules of its own, as another process has them: nothing but the database keeps the two apart. */
async function anotherProcess(): Promise<typeof remediateTenant> {
  vi.resetModules();
  return (await import('./run-remediations.ts')).remediateTenant;
}

const found = async (id: string): Promise<RemediationDetail> =>
  (await getRemediation(store.db.tenant(tenant), id)) as RemediationDetail;
const statusOf = async (id: string) =>
  (await store.admin('SELECT status FROM grants WHERE id = $1', [id]))[0]?.status;
const auditTypes = async (id: string) =>
  (
    await store.admin(
      "SELECT event_type FROM audit_entries WHERE data ->> 'remediation_id' = $1 ORDER BY id",
      [id],
    )
  ).map((row) => row.event_type);

async function revert(id: string): Promise<void> {
  await store.db.transaction(tenant, (tx) =>
    changeRemediation(tx, id, {
      status: 'running',
      operation: 'restore',
      attempts: 0,
      due_at: new Date(now).toISOString(),
    }),
  );
  await work();
}

describe('a removal', () => {
  test('of direct access is planned, carried out, read back and recorded', async () => {
    const [id] = (await start('g-ann')) as [string];
    expect(await statusOf('g-ann')).toBe('revoking');
    await work();
    expect(await statusOf('g-ann')).toBe('revoked');
    expect(await found(id)).toMatchObject({
      status: 'completed',
      action: 'revoke_grant',
      target: 'read on wiki (fabric)',
      attempts: 1,
      error: null,
      dry_run: false,
      verified_at: '2026-06-01T12:00:00.000Z',
      remaining_paths: [],
    });
    const [entry] = await store.admin(
      "SELECT * FROM audit_entries WHERE event_type = 'remediation.executed'",
    );
    expect(entry?.data).toMatchObject({
      remediation_id: id,
      action: 'revoke_grant',
      principal_id: 'ann',
      target: 'read on wiki (fabric)',
      status: 'completed',
    });
    await score();
    expect(await store.admin("SELECT active FROM grant_scores WHERE grant_id = 'g-ann'")).toEqual([
      { active: false },
    ]);
  });

  test('of inherited access takes the member out of the group, and says what else that removes', async () => {
    const [id] = (await start('g-ann-crm')) as [string];
    await work();
    const record = await found(id);
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
    expect(await statusOf('g-ann-ledger')).toBe('revoked');
    expect(await statusOf('g-bob-crm')).toBe('active');
    expect(await store.admin("SELECT member_id FROM memberships WHERE group_id = 'team'")).toEqual([
      { member_id: 'bob' },
    ]);
  });

  test('of a group’s access takes it from all who have it by the group', async () => {
    await start('g-team-crm');
    await work();
    expect(await statusOf('g-bob-crm')).toBe('revoked');
    expect(await statusOf('g-ann-crm')).toBe('revoked');
    expect(await statusOf('g-ann-ledger')).toBe('active');
  });

  test('says which other paths still give the access', async () => {
    await importLines([grant('g-ann-crm-direct', 'ann', 'crm', { permission: 'write' })]);
    const [id] = (await start('g-ann-crm-direct')) as [string];
    await work();
    expect((await found(id)).remaining_paths).toMatchObject([{ kind: 'group', permission: 'read' }]);
  });

  test('of what went with another is read back, and has nothing of its own to put back', async () => {
    await start('g-ann-crm');
    await work();
    const [id] = (await start('g-ann-ledger')) as [string];
    await work();
    expect(await found(id)).toMatchObject({ status: 'completed', attempts: 0, remaining_paths: [] });
    expect(await store.admin('SELECT undo FROM remediations WHERE id = $1', [id])).toEqual([{ undo: null }]);
  });

  test('that is reverted leaves everything as it was', async () => {
    const [id] = (await start('g-ann-crm')) as [string];
    await work();
    await revert(id);
    expect(await found(id)).toMatchObject({ status: 'reverted', reverted_at: '2026-06-01T12:00:00.000Z' });
    expect(await statusOf('g-ann-crm')).toBe('active');
    expect(await statusOf('g-ann-ledger')).toBe('active');
    expect(await store.admin("SELECT 1 FROM memberships WHERE member_id = 'ann'")).toHaveLength(1);
    await score();
    expect(await store.admin("SELECT active FROM grant_scores WHERE grant_id = 'g-ann-crm'")).toEqual([
      { active: true },
    ]);
  });
});

describe('a platform that misbehaves', () => {
  test('and lies about success ends in failed, never in completed', async () => {
    wrap = (connector) => ({ ...connector, revoke: async () => ({ outcome: 'revoked' }) });
    const [id] = (await start('g-ann')) as [string];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await work();
      expect(await found(id)).toMatchObject({
        attempts: attempt,
        error: expect.stringContaining('still there'),
      });
      now += 3_600_000;
    }
    expect(await found(id)).toMatchObject({ status: 'failed', completed_at: null, due_at: null });
    expect(await statusOf('g-ann')).toBe('active');
    expect(await auditTypes(id)).toContain('remediation.failed');
    expect(await auditTypes(id)).not.toContain('remediation.executed');
  });

  test('and comes back is asked again after a while', async () => {
    let calls = 0;
    wrap = (connector) => ({
      ...connector,
      paths: async (...args) => {
        calls += 1;
        if (calls === 1) throw new ConnectorError('throttled', 'too many calls', { retry_after: 30 });
        return connector.paths(...args);
      },
    });
    const [id] = (await start('g-ann')) as [string];
    await work();
    expect(await found(id)).toMatchObject({ status: 'pending', attempts: 1, error: 'too many calls' });
    expect(await statusOf('g-ann')).toBe('revoking');
    now += 30_000;
    await work();
    expect(await found(id)).toMatchObject({ status: 'completed', attempts: 2, error: null });
  });

  test('and does it but loses the answer is read back, and keeps the record of what was there', async () => {
    wrap = (connector) => ({
      ...connector,
      revoke: async (...args) => {
        await connector.revoke(...args);
        throw new ConnectorError('timeout', 'no answer', { effect: 'unknown' });
      },
    });
    const [id] = (await start('g-ann-crm')) as [string];
    await work();
    expect(await found(id)).toMatchObject({ status: 'completed' });
    wrap = (connector) => connector;
    await revert(id);
    expect(await statusOf('g-ann-ledger')).toBe('active');
  });

  test('a worker that dies after the removal is followed by one that completes it', async () => {
    wrap = (connector) => ({
      ...connector,
      verify: async () => {
        throw new Error('the worker dies here');
      },
    });
    const [id] = (await start('g-ann-crm')) as [string];
    const dying = { ...context(), onError: () => {}, db: { ...store.db, transaction: refuseAfter(2) } };
    await remediateTenant(dying, tenant).catch(() => {});
    expect(await found(id)).toMatchObject({ status: 'running' });
    wrap = (connector) => connector;
    await work();
    expect(await found(id)).toMatchObject({ status: 'running' });
    now += 200_000;
    await work();
    expect(await found(id)).toMatchObject({ status: 'completed', attempts: 2 });
    await revert(id);
    expect(await statusOf('g-ann-crm')).toBe('active');
    expect(await statusOf('g-ann-ledger')).toBe('active');
  });
});

function refuseAfter(transactions: number): TestDatabase['db']['transaction'] {
  let count = 0;
  return (tenantId, work) => {
    count += 1;
    if (count > transactions) throw new Error('dead');
    return store.db.transaction(tenantId, work);
  };
}

describe('modes', () => {
  test('a dry run says what it would do and does nothing', async () => {
    await setPolicy({ mode: 'dry_run' });
    const [id] = (await start('g-ann-crm')) as [string];
    await work();
    const record = await found(id);
    expect(record).toMatchObject({ status: 'completed', dry_run: true, verified_at: null });
    expect(record.plan?.statements.join()).toContain('remove ann from team');
    expect(await statusOf('g-ann-crm')).toBe('active');
    expect(await store.admin("SELECT 1 FROM memberships WHERE member_id = 'ann'")).toHaveLength(1);
    expect(await auditTypes(id)).not.toContain('remediation.executed');
  });

  test('manual waits for an approval', async () => {
    await setPolicy({ mode: 'manual' });
    const [id] = (await start('g-ann')) as [string];
    await work();
    expect(await found(id)).toMatchObject({ status: 'pending', mode: 'manual', due_at: null });
    expect(await statusOf('g-ann')).toBe('revoking');
  });

  test('an undo window is waited for', async () => {
    await setPolicy({ undo_window_minutes: 30 });
    const [id] = (await start('g-ann')) as [string];
    await work();
    expect(await found(id)).toMatchObject({ status: 'pending', due_at: '2026-06-01T12:30:00.000Z' });
    now += 30 * 60_000;
    await work();
    expect(await found(id)).toMatchObject({ status: 'completed' });
  });
});

describe('guards', () => {
  const blockedBy = async (id: string) =>
    (await found(id)).guards?.filter((verdict) => !verdict.passed).map((verdict) => verdict.guard);

  test('stop what is protected, and give the grant back', async () => {
    await importLines([user('root', { protected: true }), table('vault', { protected: true })]);
    await importLines([grant('g-root', 'root', 'wiki'), grant('g-vault', 'ann', 'vault')]);
    const [root, vault] = (await start('g-root', 'g-vault')) as [string, string];
    await work();
    const byGrant = [await found(root), await found(vault)];
    const names = await Promise.all(byGrant.map((record) => blockedBy(record.id)));
    expect(names.flat().sort()).toEqual(['protected_asset', 'protected_principal']);
    expect(byGrant.map((record) => record.status)).toEqual(['blocked', 'blocked']);
    expect(await statusOf('g-root')).toBe('active');
    expect(await statusOf('g-vault')).toBe('active');
  });

  test('keep one of two admins, also when both are revoked at once', async () => {
    await importLines([
      grant('g-admin-ann', 'ann', 'wiki', { permission: 'admin' }),
      grant('g-admin-bob', 'bob', 'wiki', { permission: 'owner' }),
    ]);
    const ids = await start('g-admin-ann', 'g-admin-bob');
    await work();
    const statuses = await Promise.all(ids.map(async (id) => (await found(id)).status));
    expect(statuses.sort()).toEqual(['blocked', 'completed']);
  });

  test('stop young grants and platforms that are not watched', async () => {
    await importLines([grant('g-young', 'ann', 'wiki', { granted_at: '2026-06-01T00:00:00Z' })]);
    const [young] = (await start('g-young')) as [string];
    await work();
    expect(await blockedBy(young)).toEqual(['grant_age']);
    await store.admin("INSERT INTO telemetry_gaps VALUES ($1, 'fabric', '2026-05-31T00:00:00Z', NULL)", [
      tenant,
    ]);
    const [unwatched] = (await start('g-bob')) as [string];
    await work();
    expect(await blockedBy(unwatched)).toEqual(['telemetry']);
  });

  test('stop a membership that still gives access in use', async () => {
    await store.admin("UPDATE grant_scores SET lapses_at = '2026-12-01' WHERE grant_id = 'g-ann-ledger'");
    const [id] = (await start('g-ann-crm')) as [string];
    await work();
    expect(await blockedBy(id)).toEqual(['other_access']);
    expect((await found(id)).error).toContain('read on ledger');
    expect(await store.admin("SELECT 1 FROM memberships WHERE member_id = 'ann'")).toHaveLength(1);
  });

  test('do not mind what another path still gives', async () => {
    await importLines([grant('g-ann-ledger-direct', 'ann', 'ledger')]);
    await store.admin("UPDATE grant_scores SET lapses_at = '2026-12-01' WHERE asset_id = 'ledger'");
    const [id] = (await start('g-ann-crm')) as [string];
    await work();
    const record = await found(id);
    expect(record).toMatchObject({ status: 'completed', plan: { also_removes: { total: 1, in_use: 0 } } });
    expect(await statusOf('g-ann-ledger-direct')).toBe('active');
  });

  test('trip the breaker, which stays until it is released, with many workers', async () => {
    await importLines(Array.from({ length: 40 }, (_, i) => user(`u${i}`)));
    await importLines(Array.from({ length: 40 }, (_, i) => grant(`many-${i}`, `u${i}`, 'wiki')));
    await setPolicy({
      breaker: { tenant_percent: 10, tenant_grants: 4, asset_percent: 100, asset_grants: 10_000 },
    });
    await start(...Array.from({ length: 20 }, (_, i) => `many-${i}`));
    await Promise.all([work(), work(await anotherProcess()), work(await anotherProcess())]);
    // 47 grants; the fifth is more than four and more than a tenth.
    const counts = await store.admin(
      'SELECT status, count(*) AS n FROM remediations GROUP BY status ORDER BY 1',
    );
    expect(counts).toEqual([
      { status: 'blocked', n: 16 },
      { status: 'completed', n: 4 },
    ]);
    expect(await store.admin('SELECT scope FROM remediation_breakers WHERE released_at IS NULL')).toEqual([
      { scope: 'tenant' },
    ]);
    now += 48 * 3_600_000;
    await start('many-30');
    await work();
    expect(await statusOf('many-30')).toBe('active');
  });
});

test('the breaker also counts what another process is about to let through', async () => {
  await setPolicy({
    breaker: { tenant_percent: 1, tenant_grants: 1, asset_percent: 100, asset_grants: 10_000 },
  });
  const [other, own] = (await start('g-bob', 'g-ann')) as [string, string];
  let worker: Promise<void> | undefined;
  await store.db.transaction(tenant, async (tx) => {
    await lockGuards(tx);
    const released_at = new Date(now).toISOString();
    await changeRemediation(tx, other, { status: 'running', released_at, released_grants: 1, due_at: null });
    worker = work();
    const isWaiting = async () =>
      (await store.admin("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).length > 0;
    const isOver = async () => (await found(own)).status !== 'pending';
    while (!(await isWaiting()) && !(await isOver()));
  });
  await worker;
  expect((await found(own)).status).toBe('blocked');
});

test('1,000 revocations and reverts leave the directory exactly as before', async () => {
  await importLines(Array.from({ length: 500 }, (_, i) => user(`p${i}`)));
  await importLines(
    Array.from({ length: 500 }, (_, i) => ({ kind: 'membership', group_id: 'team', member_id: `p${i}` })),
  );
  await importLines([
    ...Array.from({ length: 500 }, (_, i) => grant(`d${i}`, `p${i}`, 'wiki')),
    ...Array.from({ length: 500 }, (_, i) => grant(`i${i}`, `p${i}`, 'crm', { via_group_id: 'team' })),
  ]);
  const picture = async () => [
    await store.admin(
      'SELECT id, principal_id, asset_id, permission, via_group_id, status, granted_at FROM grants ORDER BY id',
    ),
    await store.admin('SELECT group_id, member_id FROM memberships ORDER BY 1, 2'),
  ];
  const before = await picture();
  await start(...Array.from({ length: 500 }, (_, i) => [`d${i}`, `i${i}`]).flat());
  await Promise.all([work(), work()]);
  expect(await store.admin('SELECT status, count(*)::int AS n FROM remediations GROUP BY 1')).toEqual([
    { status: 'completed', n: 1000 },
  ]);
  expect(await store.admin("SELECT count(*)::int AS n FROM grants WHERE status = 'revoked'")).toEqual([
    { n: 1000 },
  ]);
  await store.admin(
    "UPDATE remediations SET status = 'running', operation = 'restore', attempts = 0, due_at = '2026-06-01T12:00:00Z'",
  );
  await Promise.all([work(), work()]);
  expect(await store.admin('SELECT status, count(*)::int AS n FROM remediations GROUP BY 1')).toEqual([
    { status: 'reverted', n: 1000 },
  ]);
  expect(await picture()).toEqual(before);
}, 120_000);
