import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { emailOf } from '../../../test/support/databricks-account.ts';
import { type DatabricksServer, startDatabricksServer } from '../../../test/support/databricks-server.ts';
import { connectDatabricks, fillAccount, read } from '../../../test/support/databricks-world.ts';
import { drain } from '../../../test/support/drain.ts';
import { syncTenant } from '../sync/run-syncs.ts';

const TABLE = 'main.sales.orders';
const AT = '2026-03-01T10:00:00.000Z';

let store: TestDatabase;
let server: DatabricksServer;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

beforeEach(async () => {
  server = await startDatabricksServer();
  fillAccount(server.account);
  server.account.lineage = [];
  await store.admin(`SET session_replication_role = replica; TRUNCATE grants, memberships, identities, assets, principals,
    connectors, connector_objects, inbox, events, event_rejections, recalculations, grant_scores, anomaly_signals,
    principal_baselines CASCADE; SET session_replication_role = origin`);
  await store.admin(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by, next_sync_at) VALUES ($1, 'c1', 'databricks', 'Lakehouse', '{}', '', '{}', 300, 'test', $2)`,
    [store.tenants.a, AT],
  );
});
afterEach(async () => {
  expect(server.unknown).toEqual([]);
  await server.close();
});

async function sync(at = '2026-03-01T12:00:00Z'): Promise<void> {
  const context = {
    db: store.db,
    now: () => Date.parse(at),
    onError: (error: Error) => {
      throw error;
    },
    openConnector: async () => connectDatabricks(server, {}, () => new Date(at)),
  };
  await syncTenant(context, store.tenants.a, new AbortController().signal);
  await drain(store, store.tenants.a, Date.parse(at));
}

const usedGrants = () =>
  store.admin(
    `SELECT p.display_name AS who, a.name AS what, g.permission FROM grant_scores s JOIN grants g ON g.id = s.grant_id
     JOIN principals p ON p.id = g.principal_id JOIN assets a ON a.id = g.asset_id
     WHERE s.last_used_at = $1 ORDER BY p.display_name COLLATE "C", a.name COLLATE "C", g.permission COLLATE "C"`,
    [AT],
  );
const signals = () =>
  store.admin(
    `SELECT p.display_name AS who, a.name AS what, s.kind FROM anomaly_signals s
     JOIN principals p ON p.id = s.principal_id JOIN assets a ON a.id = s.asset_id ORDER BY 1, 2`,
  );
const events = () =>
  store.admin('SELECT a.name AS what, metadata FROM events e JOIN assets a ON a.id = e.asset_id');

test('whoever holds only the table uses that, once, and nothing about its schema and catalog is unusual', async () => {
  server.account.lineage = [read(1, TABLE, AT)];
  await sync();
  expect(await usedGrants()).toEqual([{ who: 'User 1', what: TABLE, permission: 'read' }]);
  expect(await events()).toMatchObject([{ what: TABLE }]);
  expect(await signals()).toEqual([]);
});

test('one use counts for what is held on the table, the schema and the catalog, and is one event', async () => {
  const { account } = server;
  account.give('schema', 'main.sales', emailOf(1), ['USE_SCHEMA']);
  account.give('catalog', 'main', 'account users', ['USE_CATALOG']);
  account.showAll();
  account.lineage = [read(1, TABLE, AT)];
  await sync();
  expect(await usedGrants()).toEqual([
    { who: 'User 1', what: 'main.sales', permission: 'use' },
    { who: 'User 1', what: TABLE, permission: 'read' },
    { who: 'account users (everybody)', what: 'main', permission: 'use' },
  ]);
  expect(await events()).toHaveLength(1);
  expect(await signals()).toEqual([]);
});

test('a grant on the catalog, or of a group on the schema, gives the table', async () => {
  server.account.give('schema', 'main.sales', 'juniors', ['SELECT']);
  server.account.showAll();
  server.account.lineage = [6, 3].map((who) => read(who, 'main.sales.crm', AT));
  server.account.take('table', 'main.sales.crm', 'account users', ['SELECT']);
  server.account.showAll();
  await sync();
  expect(await usedGrants()).toEqual([
    { who: 'User 3', what: 'main.sales', permission: 'read' },
    { who: 'User 6', what: 'main', permission: 'read_write' },
    { who: 'juniors', what: 'main.sales', permission: 'read' },
  ]);
  expect(await signals()).toEqual([]);
});

test('who holds nothing on the whole chain, or only the way in, is a finding about the table alone', async () => {
  server.account.lineage = [read(8, TABLE, AT), read(7, TABLE, AT)];
  await sync();
  expect(await usedGrants()).toEqual([{ who: 'User 7', what: 'main.sales', permission: 'use' }]);
  expect(await signals()).toEqual(
    ['User 7', 'User 8'].map((who) => ({ who, what: TABLE, kind: 'ungranted_use' })),
  );
});

test('a table that is gone before it was listed was used in its schema', async () => {
  server.account.lineage = [read(6, 'main.sales.passing', AT)];
  await sync();
  expect(await usedGrants()).toEqual([{ who: 'User 6', what: 'main', permission: 'read_write' }]);
  expect(await events()).toMatchObject([
    { what: 'main.sales', metadata: { through: 'table/main.sales.passing' } },
  ]);
  expect(await signals()).toEqual([]);
});
