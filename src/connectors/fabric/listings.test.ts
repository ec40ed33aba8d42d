import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError, listAll } from '../../../test/support/connector-world.ts';
import {
  type FabricServer,
  fabricError,
  OWN_ID,
  startFabricServer,
} from '../../../test/support/fabric/fabric-server.ts';
import { idOf } from '../../../test/support/fabric/fabric-tenant.ts';
import {
  connectFabric,
  connectionKey,
  entraKey,
  fillFabric,
  groupKey,
  itemKey,
  roleKey,
  SETTINGS,
  userKey,
  workspaceKey,
} from '../../../test/support/fabric/fabric-world.ts';
import type { Connector } from '../connector.ts';
import { fabricType } from './fabric-connector.ts';

let server: FabricServer;
let connector: Connector;
let now: Date;

function open(settings: object = {}): Connector {
  connector = connectFabric(server.url, settings, () => now);
  return connector;
}

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  server = await startFabricServer();
  fillFabric(server.tenant);
});
afterEach(async () => {
  await connector?.close();
  expect(server.unknown).toEqual([]);
  await server.close();
});

const byKey = <T extends { key: string }>(items: T[]) => new Map(items.map((item) => [item.key, item]));
const paths = () => server.seen.map(({ path }) => path);
const missingOf = async (): Promise<string[]> =>
  (await connector.check()).missing.map(({ ability, what }) => `${ability}: ${what}`);

describe('what is listed', () => {
  test('people, groups, programs and everybody, by their ids in Entra ID', async () => {
    open();
    const principals = byKey((await listAll(connector)).principals);
    expect(principals.get(userKey(1))).toMatchObject({
      display_name: 'User 1',
      type: 'user',
      sign_in_name: 'user1@corp.example',
      entra_object_id: idOf('user', 1),
      email: null,
      protected: false,
    });
    expect(principals.get(groupKey(1))).toMatchObject({ type: 'group', entra_object_id: idOf('group', 1) });
    expect(principals.get(entraKey(idOf('sp', 1)))).toMatchObject({
      type: 'service_account',
      details: { application_id: idOf('app', 1) },
    });
    expect(principals.get(entraKey(OWN_ID))).toMatchObject({ protected: true });
    expect(principals.get('everybody')).toMatchObject({
      type: 'group',
      protected: true,
      entra_object_id: null,
    });
    // Without a name, the name to sign in with, and then the id.
    expect(principals.get(userKey(6))).toMatchObject({ display_name: 'user6@corp.example' });
    expect(principals.get(userKey(9))).toMatchObject({ display_name: idOf('user', 9), sign_in_name: null });
    // Whom only OneLake knows, by the name in Graph; where that is refused, by the id.
    expect(principals.get(userKey(3))).toMatchObject({
      display_name: 'User 3',
      sign_in_name: 'user3@corp.example',
    });
    expect(principals.get(groupKey(2))).toMatchObject({ display_name: idOf('group', 2), type: 'group' });
    const role = principals.get(roleKey('Readers & co'));
    expect(role).toMatchObject({ type: 'group', display_name: 'Readers & co (OneLake role)' });
    expect(role?.entra_object_id).toBeUndefined();
  });

  test('assets that hold or show data, and no workspace of one person', async () => {
    open();
    const { assets, grants } = await listAll(connector);
    expect(assets.map(({ key }) => key)).toEqual([
      workspaceKey(1),
      workspaceKey(2),
      itemKey(1),
      itemKey(2),
      itemKey(3),
      itemKey(5, 2),
      connectionKey(1),
    ]);
    expect(assets[2]).toMatchObject({
      name: 'Lake',
      type: 'database',
      container_key: workspaceKey(1),
      tags: ['fabric', 'Lakehouse'],
    });
    const onelake = grants.find(({ principal_key }) => principal_key === roleKey('Readers & co'));
    expect(onelake).toMatchObject({
      revocable: false,
      details: { paths: ['/Tables/sales', 'Tables/orders'], is_narrowed: true },
    });
    const unknown = grants.find(({ permission }) => permission === 'Maintainer');
    expect(unknown).toMatchObject({ principal_key: userKey(6), revocable: false });
  });

  test('by admin calls every workspace, and shares of items', async () => {
    const secret = server.tenant.addPlace('workspaces', 4, 'Not ours');
    server.tenant.give(secret, server.tenant.user(8), 'Admin');
    server.tenant.showAll();
    open({ admin_api: 'on', item_access: 'on' });
    const { principals, assets, grants } = await listAll(connector);
    expect(assets.map(({ key }) => key)).toContain(workspaceKey(4));
    expect(assets.map(({ key }) => key)).not.toContain(workspaceKey(3));
    expect(grants).toContainEqual(
      expect.objectContaining({ principal_key: userKey(8), asset_key: workspaceKey(4), permission: 'Admin' }),
    );
    expect(grants).toContainEqual(
      expect.objectContaining({
        principal_key: userKey(2),
        asset_key: itemKey(1),
        permission: 'Read, ReadAll',
        revocable: false,
      }),
    );
    expect(grants).toContainEqual(
      expect.objectContaining({ principal_key: 'everybody', asset_key: itemKey(3), permission: 'Read' }),
    );
    expect(byKey(principals).get(userKey(2))).toMatchObject({ sign_in_name: 'user2@corp.example' });
    // Where it has a role, no admin call is spent.
    const spent = paths().filter((path) => path.endsWith('/users') && !path.includes('/items/'));
    expect(new Set(spent)).toEqual(new Set([`/v1/admin/workspaces/${idOf('workspace', 4)}/users`]));
    // Of a workspace without a role the paths come from admin calls, and nothing can be changed there.
    const subject = { principal_key: userKey(8), asset_key: workspaceKey(4) };
    expect((await connector.paths(subject)).map(({ permission }) => permission)).toEqual(['Admin']);
    expect(await connector.plan({ kind: 'grant', ...subject })).toMatchObject({ reason: 'not_permitted' });
    // A share is a way in that no call closes, and is not said to be gone.
    const shared = { principal_key: userKey(2), asset_key: itemKey(1) };
    expect((await connector.paths(shared)).map(({ kind, edge }) => [kind, edge])).toEqual([['direct', null]]);
    expect(
      await connector.verify({ edge: { kind: 'grant', ...shared }, subject: null, undo: null }),
    ).toMatchObject({ edge: 'present' });
  });

  test('a share that is not read is not said to be gone either', async () => {
    open();
    const edge = { kind: 'grant' as const, principal_key: userKey(2), asset_key: itemKey(1) };
    await expectError(connector.verify({ edge, subject: null, undo: null }), 'not_supported');
  });

  test('the same, whatever comes twice, empty or in capitals', async () => {
    open();
    const whole = await listAll(connector);
    server.paging = { ...server.paging, size: 1, empty_pages: true, repeat_rows: true };
    const again = await listAll(connector);
    const keys = (items: { key: string }[]) => [...new Set(items.map(({ key }) => key))].sort();
    for (const kind of ['principals', 'assets', 'grants'] as const) {
      expect(keys(again[kind])).toEqual(keys(whole[kind]));
    }
    // A principal is named once, wherever it comes up.
    expect(again.principals.map(({ key }) => key).sort()).toEqual(keys(whole.principals));
  });

  test('not what was deleted while it was read', async () => {
    open();
    server.intercept = ({ path }) =>
      path.includes(idOf('workspace', 2)) ? fabricError(404, 'EntityNotFound', 'Gone.') : undefined;
    const { grants } = await listAll(connector);
    expect(grants.some(({ asset_key }) => asset_key === workspaceKey(1))).toBe(true);
    expect(grants.some(({ asset_key }) => asset_key === workspaceKey(2))).toBe(false);
  });
});

describe('what a listing does not do', () => {
  test('follow a continuation to another host', async () => {
    open();
    server.paging = { ...server.paging, size: 1, foreign_links: true };
    const error = await expectError(listAll(connector), 'protocol');
    expect(error.message).toContain('outside the configured address');
  });

  test('end before the platform says so, or take a refusal for an empty list', async () => {
    open();
    server.intercept = ({ path }) =>
      path.includes('dataAccessRoles') ? fabricError(403, 'InsufficientPrivileges', 'No.') : undefined;
    await expectError(listAll(connector), 'permission');
    server.intercept = ({ path }) => (path.endsWith('/connections') ? { json: {} } : undefined);
    await expectError(listAll(connector), 'protocol');
  });

  test('hurry where it is asked for patience', async () => {
    open();
    let refused = 0;
    server.intercept = ({ path }) =>
      path.includes('roleAssignments') && refused++ === 0
        ? { ...fabricError(429, 'RequestBlocked', 'Too many.'), headers: { 'retry-after': '7' } }
        : undefined;
    expect((await listAll(connector)).grants.length).toBeGreaterThan(5);
    server.intercept = ({ path }) =>
      path.startsWith('/v1/workspaces')
        ? { ...fabricError(429, 'RequestBlocked', 'Too many.'), headers: { 'retry-after': '1800' } }
        : undefined;
    const error = await expectError(connector.grants(null), 'throttled');
    expect(error.retry_after).toBe(1800);
  });

  test('send more admin calls than an hour allows', async () => {
    for (let i = 10; i < 300; i++) server.tenant.addPlace('workspaces', i, `W${i}`);
    server.tenant.showAll();
    open({ admin_api: 'on', onelake_roles: 'off', connections: 'off' });
    let cursor: string | null = null;
    const error = await expectError(
      (async () => {
        do {
          cursor = (await connector.grants(cursor)).next_cursor;
        } while (cursor !== null);
      })(),
      'throttled',
    );
    expect(error.retry_after).toBe(3600);
    const sent = paths().filter((path) => path.startsWith('/v1/admin/')).length;
    expect(sent).toBeGreaterThan(180);
    expect(sent).toBeLessThanOrEqual(200);
    // An hour later it goes on from where it was.
    now = new Date(now.getTime() + 3_600_000);
    while (cursor !== null) cursor = (await connector.grants(cursor)).next_cursor;
    expect(paths().filter((path) => path.endsWith('/users')).length).toBeLessThan(310);
  });

  test('stop at a token that has ended', async () => {
    open();
    const whole = await listAll(connector);
    server.expireTokens();
    expect(await listAll(connector)).toEqual(whole);
  });
});

describe('health', () => {
  test('has nothing to say where all is there', async () => {
    open({ connections: 'off' });
    expect(await connector.check()).toMatchObject({ ok: true, missing: [], version: 'v1' });
  });

  test('names each tenant setting and permission, and what it is for', async () => {
    open({ admin_api: 'on' });
    server.allows.admin_api = false;
    expect(await connector.check()).toMatchObject({ ok: false });
    const missing = await missingOf();
    expect(missing).toContainEqual(
      expect.stringMatching(/^discover: .*read-only admin APIs.*list every workspace.*403/),
    );
    expect(missing).toContainEqual(
      expect.stringMatching(/^read_use: .*read-only admin APIs.*activity log.*401/),
    );
    expect(missing).toContainEqual(expect.stringMatching(/^read_use: .*connections/));
    server.allows = { admin_api: true, public_api: true, graph: false };
    expect(await missingOf()).toContainEqual(expect.stringMatching(/^read_use: User.Read.All .*names.*403/));
    server.allows = { admin_api: true, public_api: false, graph: true };
    expect(await missingOf()).toContainEqual(
      expect.stringMatching(/^discover: .*Service principals can call Fabric public APIs.*401/),
    );
  });

  test('names the workspaces in which a role is missing', async () => {
    const { workspaces } = server.tenant.truth;
    const [sales, finance] = [1, 2].map((number) => workspaces.get(idOf('workspace', number)));
    const own = sales?.access.get(OWN_ID);
    finance?.access.set(OWN_ID, { ...own, role: 'Viewer' } as never);
    sales?.access.set(OWN_ID, { ...own, role: 'Member' } as never);
    server.tenant.showAll();
    open();
    const missing = await missingOf();
    expect(missing).toContainEqual(expect.stringMatching(/^discover: Member or Admin .*Finance/));
    expect(missing).toContainEqual(expect.stringMatching(/^revoke: Admin .*Sales/));
    await connector.close();
    open({ admin_api: 'on' });
    const listed = await missingOf();
    expect(listed).toContainEqual(expect.stringMatching(/^discover: Member .*Finance, to read OneLake/));
    expect(listed).toContainEqual(expect.stringMatching(/^revoke: Admin .*Sales, Finance/));
    await connector.close();
    open();
    for (const place of [sales, finance]) place?.access.delete(OWN_ID);
    server.tenant.showAll();
    expect(await connector.check()).toMatchObject({ ok: false });
    expect(await missingOf()).toContainEqual(expect.stringContaining('it is in none'));
  });

  test('an application that removes and cannot sign in does not keep the other one from reading', async () => {
    const whole = await listAll(open());
    await connector.close();
    open({ remediation_client_id: idOf('app', 77), remediation_client_secret: 'wrong' });
    expect(await connector.check()).toMatchObject({ ok: true });
    expect(await missingOf()).toContainEqual(expect.stringMatching(/^revoke: A sign-in for .*AADSTS7000215/));
    expect(await listAll(connector)).toEqual(whole);
  });

  test('is a failure, and no permission, when the secret is wrong', async () => {
    open({ client_secret: 'another' });
    const health = await connector.check();
    expect(health).toMatchObject({ ok: false, missing: [] });
    expect(health.message).toContain('AADSTS7000215');
  });
});

test('settings that cannot work are refused, with their names', () => {
  const faultsOf = (more: object): unknown[] => {
    const read = fabricType.readSettings({ ...SETTINGS, ...more });
    return 'faults' in read ? read.faults.map(({ loc }) => loc[0]) : [];
  };
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ item_access: 'on' })).toEqual(['admin_api']);
  expect(faultsOf({ client_secret: null })).toEqual(['client_secret']);
  expect(faultsOf({ onelake_roles: true })).toEqual(['onelake_roles']);
});
