import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { type EntraServer, startEntraServer } from '../../../test/support/entra-server.ts';
import { idOf } from '../../../test/support/entra-tenant.ts';
import { connectEntra, fillTenant, SHOP, signIn } from '../../../test/support/entra-world.ts';
import { syncTenant } from '../sync/run-syncs.ts';

let store: TestDatabase;
let server: EntraServer;
let now: number;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z');
  server = await startEntraServer();
  fillTenant(server.tenant);
  await store.admin(
    'TRUNCATE grants, memberships, identities, assets, principals, connectors, connector_objects, inbox CASCADE',
  );
  await store.admin(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by, next_sync_at) VALUES ($1, 'c1', 'azure_ad', 'Tenant', '{}', '', '{}', 300, 'test', $2)`,
    [store.tenants.a, new Date(now).toISOString()],
  );
});
afterEach(() => server.close());

async function sync(): Promise<void> {
  const context = {
    db: store.db,
    now: () => now,
    onError: () => {},
    openConnector: async () => connectEntra(server.url, { page_size: 4 }, () => new Date(now)),
  };
  await syncTenant(context, store.tenants.a, new AbortController().signal);
  now += 400_000;
}

const held = () =>
  store.admin(
    `SELECT p.display_name AS who, a.name AS what, g.permission, v.display_name AS via FROM grants g
     JOIN principals p ON p.id = g.principal_id JOIN assets a ON a.id = g.asset_id
     LEFT JOIN principals v ON v.id = g.via_group_id
     WHERE a.name = 'Shop' AND g.status = 'active' ORDER BY 1, 2, 3`,
  );
const state = async () => (await store.admin('SELECT health, error, progress FROM connectors'))[0];

test('who is assigned to an application, itself and through a group, and not through a group inside that group', async () => {
  await sync();
  expect(await state()).toMatchObject({ health: 'healthy', error: null });
  const through = { what: 'Shop', permission: 'Orders.Read', via: 'Analysts' };
  expect(await held()).toEqual([
    { who: 'Analysts', what: 'Shop', permission: 'Orders.Read', via: null },
    { who: 'Nightly job', ...through },
    { who: 'User 1', what: 'Shop', permission: 'Orders.Read', via: null },
    { who: 'User 2', ...through },
    { who: 'User 4', what: 'Shop', permission: 'Admin', via: null },
    { who: 'User 4', ...through },
    { who: 'User 6', what: 'Shop', permission: 'Old', via: null },
  ]);
});

test('sign-ins are events, once, however often they are read', async () => {
  server.tenant.signIns = [
    signIn('s1', { userId: idOf('user', 1), at: '2026-03-01T11:55:00Z' }),
    signIn('s2', { userId: idOf('user', 1), at: '2026-03-01T11:56:00Z', resourceId: SHOP }),
  ];
  await sync();
  const events = () => store.admin('SELECT count(*)::int AS n FROM inbox');
  const before = await events();
  expect((await state())?.progress).toMatchObject({ phase: 'done', events: 3 });
  await sync();
  expect(await state()).toMatchObject({ health: 'healthy' });
  expect(before).not.toEqual([{ n: 0 }]);
});

test('a second sync of an unchanged tenant leaves every row as it was', async () => {
  await sync();
  const rows = async () => {
    const all = [];
    for (const table of [
      'principals',
      'assets',
      'grants',
      'memberships',
      'identities',
      'connector_objects',
    ]) {
      all.push(await store.admin(`SELECT t.*, t.xmin::text AS written_by FROM ${table} t ORDER BY t::text`));
    }
    return all;
  };
  const before = await rows();
  await sync();
  expect(await rows()).toEqual(before);
});

test('a sync that is cut off by throttling goes on where it was', async () => {
  let refusals = 0;
  server.intercept = ({ path }) =>
    path.includes('appRoleAssignedTo') && refusals++ < 40
      ? { status: 429, headers: { 'retry-after': '120' } }
      : undefined;
  await sync();
  expect(await state()).toMatchObject({ health: 'failing', progress: { phase: 'grants' } });
  server.intercept = null;
  server.seen.length = 0;
  await sync();
  expect(await state()).toMatchObject({ health: 'healthy', progress: { phase: 'done' } });
  expect(server.seen.filter(({ path }) => /^\/v1.0\/users\?\$select=id,displayName/.test(path))).toEqual([]);
  expect(await held()).toHaveLength(7);
});
