import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

describe('memberships that have changed', () => {
  const members = () =>
    store.admin(
      `SELECT g.display_name AS "group", p.display_name AS member FROM memberships m
       JOIN principals g ON g.id = m.group_id JOIN principals p ON p.id = m.member_id ORDER BY 1, 2`,
    );
  /** Groups whose members were asked for. */
  const asked = () =>
    new Set(server.seen.flatMap(({ path }) => /\/groups\/([^/]+)\/members/.exec(path)?.[1] ?? [])).size;
  const forget = () => {
    server.seen.length = 0;
  };

  test('are read of the groups that changed, and of no other', async () => {
    await sync();
    const before = await members();
    forget();
    await sync();
    expect(asked()).toBe(0);
    expect(await members()).toEqual(before);

    server.tenant.members.get(idOf('group', 10))?.add(idOf('user', 6));
    server.tenant.members.get(idOf('group', 1))?.delete(idOf('user', 2));
    server.tenant.members.get(idOf('group', 1))?.add(idOf('user', 5));
    server.tenant.showAll();
    forget();
    await sync();
    expect(asked()).toBe(2);
    expect(await members()).toEqual(
      [
        ...before.filter(({ group, member }) => group !== 'Analysts' || member !== 'User 2'),
        { group: 'Team', member: 'User 6' },
        { group: 'Analysts', member: 'User 5' },
      ].sort(byText),
    );
    // What was given through the group follows.
    const through = (await held()).filter(({ via }) => via === 'Analysts').map(({ who }) => who);
    expect(through).toEqual(['Nightly job', 'User 4', 'User 5']);
  });

  test('of a group that is gone end', async () => {
    await sync();
    server.tenant.groups.delete(idOf('group', 10));
    server.tenant.members.delete(idOf('group', 10));
    server.tenant.showAll();
    await sync();
    expect((await members()).filter(({ group }) => group === 'Team')).toEqual([]);
  });

  test('are found whatever pages of changes look like', async () => {
    await sync();
    server.paging = { empty_pages: true, repeat_rows: true, foreign_links: false };
    for (const number of [1, 2, 9, 10])
      server.tenant.members.get(idOf('group', number))?.add(idOf('user', 7));
    server.tenant.showAll();
    await sync();
    const joined = (await members()).filter(({ member }) => member === 'User 7').map(({ group }) => group);
    expect(joined).toEqual(['Analysts', 'Juniors', 'Programs', 'Team']);
  });

  test('are read in full when the platform has forgotten since when, and once a day', async () => {
    await sync();
    const all = asked();
    server.tenant.tokens.clear();
    forget();
    await sync();
    expect(asked()).toBe(all);
    expect(await state()).toMatchObject({ health: 'healthy', error: null });
    forget();
    await sync();
    expect(asked()).toBe(0);
    now += 86_400_000;
    forget();
    await sync();
    expect(asked()).toBe(all);
  });
});

const byText = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
