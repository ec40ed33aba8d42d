import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { type SynapseServer, startSynapseServer } from '../../../test/support/synapse/synapse-server.ts';
import {
  connectSynapse,
  fillSynapse,
  mail,
  ROLES_ONLY,
} from '../../../test/support/synapse/synapse-world.ts';
import { syncTenant } from '../sync/run-syncs.ts';

let store: TestDatabase;
let server: SynapseServer;
let now: number;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z');
  server = await startSynapseServer();
  fillSynapse(server);
  await store.admin(
    'TRUNCATE grants, memberships, identities, assets, principals, connectors, connector_objects, inbox CASCADE',
  );
  await store.admin(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by, next_sync_at) VALUES ($1, 'c1', 'synapse', 'Workspace', '{}', '', '{}', 300, 'test', $2)`,
    [store.tenants.a, new Date(now).toISOString()],
  );
});
afterEach(async () => {
  expect(server.unknown).toEqual([]);
  await server.close();
});

async function sync(settings: object = {}): Promise<void> {
  const context = {
    db: store.db,
    now: () => now,
    onError: () => {},
    openConnector: async () => connectSynapse(server, { page_size: 7, ...settings }, () => new Date(now)),
  };
  await syncTenant(context, store.tenants.a, new AbortController().signal);
  now += 4_000_000;
}

const held = (asset: string) =>
  store.admin(
    `SELECT p.display_name AS who, g.permission, v.display_name AS via FROM grants g
     JOIN principals p ON p.id = g.principal_id JOIN assets a ON a.id = g.asset_id
     LEFT JOIN principals v ON v.id = g.via_group_id
     WHERE a.name = $1 AND g.status = 'active'
     ORDER BY p.display_name COLLATE "C", g.permission COLLATE "C", v.display_name COLLATE "C" NULLS FIRST`,
    [asset],
  );
const state = async () =>
  (await store.admin('SELECT health, health_message, error, progress FROM connectors'))[0];
const rows = async () => {
  const all = [];
  for (const table of ['principals', 'assets', 'grants', 'memberships', 'identities', 'connector_objects']) {
    all.push(await store.admin(`SELECT t.*, t.xmin::text AS written_by FROM ${table} t ORDER BY t::text`));
  }
  return all;
};

test('permissions in databases are held by users and roles, and roles of the workspace by whom they were given to', async () => {
  await sync();
  expect(await state()).toMatchObject({ error: null, progress: { phase: 'done' } });
  const onOrders = await held('sales.dbo.orders');
  expect(onOrders).toContainEqual({ who: mail('ana'), permission: 'SELECT', via: null });
  expect(onOrders).toContainEqual({ who: mail('bob'), permission: 'SELECT', via: 'analysts' });
  expect(onOrders).toContainEqual({ who: mail('carol'), permission: 'SELECT', via: 'juniors' });
  expect(await held('ws1')).not.toEqual([]);
});

test('a second sync of an unchanged workspace leaves every row as it was', async () => {
  await sync();
  const before = await rows();
  await sync();
  expect((await state())?.error).toBeNull();
  expect(await rows()).toEqual(before);
});

test('a pool that is paused in the middle of a sync ends no access, and the sync goes on when it is back', async () => {
  await sync();
  const before = await held('sales.dbo.orders');
  const lake = server.databases.get('lake');
  let permissions = 0;
  server.interceptSql = (text) => {
    if (text.includes('sys.database_permissions') && permissions++ === 0) lake?.pause();
    return undefined;
  };
  await sync();
  expect(await state()).toMatchObject({ health: 'failing', error: expect.stringContaining('paused') });
  expect(await held('sales.dbo.orders')).toEqual(before);
  if (lake) lake.is_paused = false;
  server.interceptSql = null;
  await sync();
  expect(await state()).toMatchObject({ error: null, progress: { phase: 'done' } });
  expect(await held('sales.dbo.orders')).toEqual(before);
});

test('without SQL, roles are synced', async () => {
  await sync(ROLES_ONLY);
  expect(await state()).toMatchObject({
    health: 'degraded',
    error: null,
    health_message: expect.stringContaining('SQL is not read'),
  });
  expect((await held('ws1')).length).toBe(6);
  expect(server.statements).toEqual([]);
});
