import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { emailOf, idOf } from '../../../test/support/databricks-account.ts';
import {
  type DatabricksServer,
  platformError,
  startDatabricksServer,
} from '../../../test/support/databricks-server.ts';
import { connectDatabricks, fillAccount, read } from '../../../test/support/databricks-world.ts';
import { syncTenant } from '../sync/run-syncs.ts';

let store: TestDatabase;
let server: DatabricksServer;
let now: number;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z');
  server = await startDatabricksServer();
  fillAccount(server.account);
  await store.admin(
    'TRUNCATE grants, memberships, identities, assets, principals, connectors, connector_objects, inbox CASCADE',
  );
  await store.admin(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by, next_sync_at) VALUES ($1, 'c1', 'databricks', 'Lakehouse', '{}', '', '{}', 300, 'test', $2)`,
    [store.tenants.a, new Date(now).toISOString()],
  );
});
afterEach(async () => {
  expect(server.unknown).toEqual([]);
  await server.close();
});

async function sync(): Promise<void> {
  const context = {
    db: store.db,
    now: () => now,
    onError: () => {},
    openConnector: async () => connectDatabricks(server, { page_size: 4 }, () => new Date(now)),
  };
  await syncTenant(context, store.tenants.a, new AbortController().signal);
  now += 400_000;
}

const held = (asset: string) =>
  store.admin(
    `SELECT p.display_name AS who, g.permission, v.display_name AS via FROM grants g
     JOIN principals p ON p.id = g.principal_id JOIN assets a ON a.id = g.asset_id
     LEFT JOIN principals v ON v.id = g.via_group_id
     WHERE a.name = $1 AND g.status = 'active' ORDER BY p.display_name COLLATE "C", v.display_name COLLATE "C" NULLS FIRST`,
    [asset],
  );
const state = async () => (await store.admin('SELECT health, error, progress, coverage FROM connectors'))[0];

test('who may do what with a table: themselves, as its owner, through groups of any depth, and everybody', async () => {
  await sync();
  expect(await state()).toMatchObject({ health: 'healthy', error: null });
  const through = { permission: 'read_write', via: 'analysts' };
  expect(await held('main.sales.orders')).toEqual([
    { who: 'Job 900001', ...through },
    { who: 'User 1', permission: 'read', via: null },
    { who: 'User 2', ...through },
    { who: 'User 3', permission: 'read_write', via: 'juniors' },
    { who: 'User 4', permission: 'read', via: null },
    { who: 'User 4', ...through },
    { who: 'User 5', permission: 'owner', via: null },
    { who: 'analysts', permission: 'read_write', via: null },
  ]);
  expect(await held('main.sales.crm')).toEqual([
    { who: 'User 5', permission: 'owner', via: null },
    { who: 'account users (everybody)', permission: 'read', via: null },
  ]);
});

test('use is events, once, and observed since the first of them', async () => {
  server.account.lineage = [
    read(1, 'main.sales.orders', '2026-02-20T10:00:00Z'),
    read(4, 'main.sales.orders', '2026-03-01T11:00:00Z'),
  ];
  await sync();
  const events = async () => (await store.admin('SELECT count(*)::int AS n FROM inbox'))[0]?.n;
  expect((await state())?.progress).toMatchObject({ phase: 'done', events: 2 });
  expect(await state()).toMatchObject({ coverage: { observes_use: true } });
  const first = await events();
  await sync();
  expect((await state())?.progress).toMatchObject({ phase: 'done' });
  expect(await events()).toBeGreaterThanOrEqual(first as number);
});

test('a second sync of an unchanged account leaves every row as it was', async () => {
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
  expect(before.every((one) => one.length > 0)).toBe(true);
  await sync();
  expect(await rows()).toEqual(before);
});

test('what is gone ends; what may not be read does not, and neither does what moved between pages', async () => {
  await sync();
  const { account } = server;
  account.take('table', 'main.sales.orders', emailOf(1), ['SELECT']);
  account.members.get(idOf('group', 1))?.delete(`Users/${idOf('user', 2)}`);
  account.showAll();
  const left = (await held('main.sales.orders')).filter(({ who }) => who !== 'User 1' && who !== 'User 2');
  await sync();
  expect(await held('main.sales.orders')).toEqual(left);

  server.intercept = ({ path }) =>
    path.includes('/permissions/table/main.sales.orders')
      ? platformError(403, 'PERMISSION_DENIED', 'User does not have MANAGE.')
      : undefined;
  await sync();
  expect(await state()).toMatchObject({
    health: 'failing',
    error: expect.stringContaining('grant it MANAGE'),
  });
  expect(await held('main.sales.orders')).toEqual(left);

  server.intercept = null;
  now += 4_000_000;
  await sync();
  expect(await state()).toMatchObject({ health: 'healthy' });

  // Everybody moves up by two while their list is read.
  let pages = 0;
  server.intercept = ({ path }) => {
    if (path.includes('/Users?') && path.includes('startIndex=4') && pages++ === 0) {
      account.users.delete(idOf('user', 9));
      account.users.delete(idOf('user', 1));
    }
    return undefined;
  };
  await sync();
  expect(pages).toBeGreaterThan(0);
  expect(await held('main.sales.orders')).toEqual(left);
  const people = await store.admin(
    "SELECT display_name FROM principals WHERE type = 'user' AND NOT disabled",
  );
  expect(people.map(({ display_name }) => display_name)).toContain('User 5');
});
