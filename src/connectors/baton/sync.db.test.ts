import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BatonPlatform, createPlatform } from '../../../test/support/baton/baton-platform.ts';
import { APOLLO, CRM, filledState, user } from '../../../test/support/baton/baton-state.ts';
import { connectBaton } from '../../../test/support/baton/baton-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { syncTenant } from '../sync/run-syncs.ts';

let store: TestDatabase;
let platform: BatonPlatform;
let now: number;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z');
  const events = [
    { id: 'e1', at: now / 1_000 - 3_600, actor: user('ana'), target: APOLLO },
    { id: 'e2', at: now / 1_000 - 60, actor: user('bob'), target: CRM },
  ];
  platform = createPlatform({ ...filledState(), feeds: [{ id: 'usage', types: [1], page: 1, events }] });
  await store.admin(
    'TRUNCATE grants, memberships, identities, assets, principals, connectors, connector_objects, inbox CASCADE',
  );
  await store.admin(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by, next_sync_at) VALUES ($1, 'c1', 'baton', 'Things', '{}', '', '{}', 300, 'test', $2)`,
    [store.tenants.a, new Date(now).toISOString()],
  );
});
afterEach(() => platform.close());

async function sync(settings: object = {}): Promise<void> {
  const context = {
    db: store.db,
    now: () => now,
    onError: () => {},
    openConnector: async () => connectBaton(platform, settings, { now: () => new Date(now) }),
  };
  await syncTenant(context, store.tenants.a, new AbortController().signal);
  now += 400_000;
}

const state = async () => (await store.admin('SELECT health, error, progress, coverage FROM connectors'))[0];
const held = (asset: string) =>
  store.admin(
    `SELECT p.display_name AS who, g.permission, v.display_name AS via FROM grants g
     JOIN principals p ON p.id = g.principal_id JOIN assets a ON a.id = g.asset_id
     LEFT JOIN principals v ON v.id = g.via_group_id
     WHERE a.name = $1 AND g.status = 'active' ORDER BY 1, 2, 3`,
    [asset],
  );

test('what a connector lists is in the directory, what groups and roles give included', async () => {
  await sync({ page_size: 3 });
  expect(await state()).toMatchObject({
    health: 'healthy',
    error: null,
    progress: { phase: 'done', skipped: 0, events: 2 },
    coverage: { observes_use: false },
  });
  expect(await held('Apollo')).toEqual([
    { who: 'Ana', permission: 'read', via: null },
    { who: 'Analysts', permission: 'write', via: null },
    { who: 'Bob', permission: 'write', via: 'Analysts' },
    { who: 'Carol', permission: 'write', via: 'Juniors' },
    { who: 'Dave', permission: 'read', via: null },
    { who: 'Dave', permission: 'write', via: 'Analysts' },
  ]);
  expect(await held('Orders')).toEqual([
    { who: 'Bob', permission: 'select', via: 'Viewer' },
    { who: 'Carol', permission: 'select', via: 'Viewer' },
    { who: 'Viewer', permission: 'select', via: null },
  ]);
});

test('a second sync of what is unchanged leaves every row as it was', async () => {
  await sync();
  const rows = async () => {
    const all = [];
    for (const table of ['principals', 'assets', 'grants', 'memberships', 'identities', 'connector_objects'])
      all.push(await store.admin(`SELECT t.*, t.xmin::text AS written_by FROM ${table} t ORDER BY t::text`));
    return all;
  };
  const before = await rows();
  await sync();
  expect(await rows()).toEqual(before);
});

test('a program that breaks off in the middle fails the sync, ends nothing, and the next goes on', async () => {
  await sync();
  const before = await held('Apollo');
  platform.setMode({ crash_before: 'ListGrants' });
  await sync();
  expect(await state()).toMatchObject({ health: 'failing', error: expect.stringContaining('broke off') });
  expect(await held('Apollo')).toEqual(before);
  await sync();
  expect(await state()).toMatchObject({ health: 'healthy', progress: { phase: 'done', removed: 0 } });
  expect(await held('Apollo')).toEqual(before);
});

test('what is gone at the platform ends', async () => {
  await sync();
  platform.change((next) => {
    next.grants = next.grants.filter(({ entitlement }) => entitlement !== 'project:apollo:read');
  });
  await sync();
  expect((await held('Apollo')).map(({ permission }) => permission)).not.toContain('read');
});
