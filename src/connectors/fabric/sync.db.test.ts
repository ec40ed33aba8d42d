import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { activity } from '../../../test/support/fabric/activity-events.ts';
import { type FabricServer, startFabricServer } from '../../../test/support/fabric/fabric-server.ts';
import { idOf } from '../../../test/support/fabric/fabric-tenant.ts';
import { connectFabric, fillFabric } from '../../../test/support/fabric/fabric-world.ts';
import { syncTenant } from '../sync/run-syncs.ts';

let store: TestDatabase;
let server: FabricServer;
let now: number;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z');
  server = await startFabricServer();
  fillFabric(server.tenant);
  await store.admin(
    'TRUNCATE grants, memberships, identities, assets, principals, connectors, connector_objects, inbox CASCADE',
  );
  await store.admin(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by, next_sync_at) VALUES ($1, 'c1', 'fabric', 'Tenant', '{}', '', '{}', 300, 'test', $2)`,
    [store.tenants.a, new Date(now).toISOString()],
  );
});
afterEach(() => server.close());

async function sync(): Promise<void> {
  const context = {
    db: store.db,
    now: () => now,
    onError: () => {},
    openConnector: async () => connectFabric(server.url, { connections: 'off' }, () => new Date(now)),
  };
  await syncTenant(context, store.tenants.a, new AbortController().signal);
  now += 400_000;
}

const held = () =>
  store.admin(
    `SELECT p.display_name AS who, a.name AS what, g.permission, v.display_name AS via FROM grants g
     JOIN principals p ON p.id = g.principal_id JOIN assets a ON a.id = g.asset_id
     LEFT JOIN principals v ON v.id = g.via_group_id
     WHERE a.name = 'Lake' AND g.status = 'active' ORDER BY 1, 2, 3`,
  );
const state = async () => (await store.admin('SELECT health, error, progress, coverage FROM connectors'))[0];

test('who is in a OneLake role has what it gives, whom Fabric counts in by itself has no line of their own', async () => {
  await sync();
  expect(await state()).toMatchObject({ error: null, progress: { phase: 'done', skipped: 0 } });
  const readers = 'Readers & co (OneLake role)';
  const through = { what: 'Lake', permission: 'Read', via: readers };
  expect(await held()).toEqual([
    { who: 'DefaultReader (OneLake role)', what: 'Lake', permission: 'Read', via: null },
    { who: 'Lapse', ...through },
    {
      who: 'Program 1',
      what: 'Lake',
      permission: 'ReadWrite',
      via: 'Writers (OneLake role)',
    },
    { who: readers, what: 'Lake', permission: 'Read', via: null },
    { who: 'User 3', ...through },
    { who: 'User 4', ...through },
    { who: 'Writers (OneLake role)', what: 'Lake', permission: 'ReadWrite', via: null },
  ]);
});

test('activity becomes use, once, and a second sync of the same tenant changes nothing', async () => {
  server.tenant.activity = [
    activity('a1', {
      at: '2026-03-01T11:55:00',
      UserId: 'user3@corp.example',
      WorkspaceId: idOf('workspace', 1),
      ArtifactId: idOf('item', 1),
    }),
  ];
  await sync();
  const events = () =>
    // What comes again has the same id, by which it is known.
    store.admin(`SELECT DISTINCT e ->> 0 AS id, p.display_name AS who, a.name AS what
      FROM inbox i CROSS JOIN json_array_elements(i.payload::json) e
      JOIN principals p ON p.id = e ->> 1 JOIN assets a ON a.id = e ->> 2 ORDER BY 2, 3`);
  const before = [await events(), await held()];
  expect(before[0]?.map(({ who, what }) => ({ who, what }))).toEqual([
    { who: 'DefaultReader (OneLake role)', what: 'Lake' },
    { who: 'Group 1', what: 'Sales' },
    { who: 'User 3', what: 'Lake' },
  ]);
  expect((await state())?.coverage).toMatchObject({ observes_use: true });
  await sync();
  expect([await events(), await held()]).toEqual(before);
});

test('a sync that the platform throttles goes on from where it was', async () => {
  let asked = 0;
  server.intercept = ({ path }) =>
    path.includes('dataAccessRoles') && ++asked > 1
      ? {
          status: 429,
          headers: { 'retry-after': '1800' },
          json: { errorCode: 'RequestBlocked', message: 'No.' },
        }
      : undefined;
  await sync();
  expect(await state()).toMatchObject({
    health: 'failing',
    error: expect.stringContaining('RequestBlocked'),
  });
  server.intercept = null;
  await sync();
  expect(await state()).toMatchObject({ error: null, progress: { phase: 'done' } });
  expect(await held()).toHaveLength(7);
});
