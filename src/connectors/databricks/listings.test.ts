import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError, listAll } from '../../../test/support/connector-world.ts';
import {
  applicationOf,
  emailOf,
  guidOf,
  idOf,
  METASTORE,
  OWN_SP,
} from '../../../test/support/databricks-account.ts';
import {
  type DatabricksServer,
  platformError,
  startDatabricksServer,
  TENANT_ID,
} from '../../../test/support/databricks-server.ts';
import {
  CRM,
  connectDatabricks,
  FILES,
  fillAccount,
  group,
  job,
  MAIN,
  ORDERS,
  SALES,
  user,
  WORKSPACE,
} from '../../../test/support/databricks-world.ts';
import type { Connector } from '../connector.ts';
import { databricksType } from './databricks-connector.ts';

let server: DatabricksServer;
let connector: Connector;

beforeEach(async () => {
  server = await startDatabricksServer();
  fillAccount(server.account);
  connector = connectDatabricks(server);
});
afterEach(async () => {
  expect(server.unknown).toEqual([]);
  expect(server.disasters).toEqual([]);
  expect(server.misdirected).toEqual([]);
  await connector.close();
  await server.close();
});

const reopen = async (settings: object): Promise<void> => {
  await connector.close();
  connector = connectDatabricks(server, settings);
};

describe('principals', () => {
  test('are users, groups and service principals, with what Entra ID calls them', async () => {
    const { principals } = await listAll(connector);
    const byKey = new Map(principals.map((one) => [one.key, one]));
    expect(byKey.get(user(1))).toMatchObject({
      type: 'user',
      display_name: 'User 1',
      email: emailOf(1),
      sign_in_name: emailOf(1),
      entra_object_id: guidOf(1),
      disabled: false,
    });
    expect(byKey.get(user(9))).toMatchObject({
      display_name: emailOf(9),
      email: emailOf(9),
      entra_object_id: null,
      disabled: true,
    });
    expect(byKey.get(group(3))).toMatchObject({
      entra_object_id: guidOf(203),
      details: { provisioned: true, external_id: guidOf(203) },
    });
    expect(byKey.get(group(1))?.details).toEqual({});
    expect(byKey.get(group(4))).toMatchObject({ protected: true });
    expect(byKey.get(group(5))).toMatchObject({ details: { account_admin: true } });
    expect(byKey.get(job(1))).toMatchObject({
      type: 'service_account',
      entra_object_id: guidOf(101),
      details: { application_id: applicationOf(1) },
    });
    expect(byKey.get(`service_principal/${OWN_SP}`)).toMatchObject({ protected: true });
    // The group of everybody is one principal, however it is listed.
    expect(principals.filter(({ display_name }) => display_name.startsWith('account users'))).toEqual([
      expect.objectContaining({ key: 'everybody', protected: true, type: 'group' }),
    ]);
  });

  test('have names of some kind, whatever Databricks sends', async () => {
    const row = {
      displayName: null,
      userName: null,
      emails: [{ value: null }],
      active: null,
      externalId: 'x',
    };
    server.account.addUser(50, row);
    server.account.addUser(51, { id: 'not-a-number' });
    const { items } = await connector.principals(null);
    expect(items.find(({ key }) => key === user(50))).toMatchObject({
      display_name: idOf('user', 50),
      email: null,
      sign_in_name: null,
      entra_object_id: null,
      disabled: false,
      details: { external_id: 'x' },
    });
    expect(items.some(({ key }) => key.includes('not-a-number'))).toBe(false);
  });

  test('who move up while the list is read are not skipped', async () => {
    await reopen({ page_size: 3 });
    let pages = 0;
    server.intercept = ({ path }) => {
      if (path.includes('/Users?') && ++pages === 3) server.account.users.delete(idOf('user', 1));
      return undefined;
    };
    const { principals } = await listAll(connector);
    const listed = new Set(principals.map(({ key }) => key));
    for (const id of server.account.users.keys()) expect(listed).toContain(`user/${id}`);
  });

  test('of a list that never rests are not claimed to be all', async () => {
    await reopen({ page_size: 3 });
    server.intercept = ({ path }) => {
      const first = [...server.account.users.keys()][0] as string;
      const row = server.account.users.get(first);
      if (path.includes('/Users?startIndex=') && !path.includes('startIndex=1&')) {
        server.account.users.delete(first);
        server.account.users.set(first, row as Record<string, unknown>);
      }
      return undefined;
    };
    const error = await expectError(listAll(connector), 'conflict', 'none');
    expect(error.retryable).toBe(true);
  });
});

describe('pages', () => {
  test('that are empty, shorter than asked, or repeat rows change nothing', async () => {
    const whole = await listAll(connector);
    server.paging.empty_pages = true;
    server.paging.repeat_rows = true;
    server.paging.short_pages = true;
    await reopen({ page_size: 2 });
    const odd = await listAll(connector);
    for (const kind of ['principals', 'assets', 'grants', 'memberships'] as const) {
      const distinct = new Map<string, unknown>(odd[kind].map((item) => [JSON.stringify(item), item]));
      expect([...distinct.values()]).toEqual(whole[kind]);
    }
  });

  test('of many catalogs, schemas and tables are held one at a time', async () => {
    for (let c = 0; c < 60; c++) {
      server.account.addSecurable('catalog', `c${c}`);
      server.account.addSecurable('schema', `c${c}.s`);
      for (let t = 0; t < 4; t++) {
        server.account.addSecurable('table', `c${c}.s.t${t}`);
        for (let n = 1; n < 9; n++) server.account.give('table', `c${c}.s.t${t}`, emailOf(n), ['SELECT']);
      }
    }
    server.account.showAll();
    let [most, longest, all] = [0, 0, 0];
    for (let cursor: string | null = null; ; ) {
      const page = await connector.grants(cursor);
      all += page.items.length;
      most = Math.max(most, page.items.length);
      longest = Math.max(longest, page.next_cursor?.length ?? 0);
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    expect(all).toBeGreaterThan(60 * 4 * 9);
    expect(most).toBeLessThan(2_100);
    expect(longest).toBeLessThan(10_000);
  });

  test('of groups name the members whom the list of the account leaves out', async () => {
    const { memberships } = await listAll(connector);
    const analysts = memberships.filter(({ group_key }) => group_key === group(1));
    expect(analysts.map(({ member_key }) => member_key).sort()).toEqual(
      [group(2), job(1), user(2), user(4)].sort(),
    );
    const all = memberships.filter(({ group_key }) => group_key === 'everybody');
    expect(all).toHaveLength(server.account.users.size + server.account.servicePrincipals.size);
    expect(all[0]?.details).toEqual({ implicit: true });
  });
});

describe('assets and grants', () => {
  test('are the metastore, workspaces, catalogs, schemas, tables and volumes, in their containers', async () => {
    const { assets } = await listAll(connector);
    const byKey = new Map(assets.map((one) => [one.key, one]));
    expect(byKey.get(MAIN)).toMatchObject({
      type: 'database',
      container_key: `metastore/${METASTORE}`,
      owner_key: user(5),
      created_at: '2025-01-01T00:00:00.000Z',
    });
    expect(byKey.get(SALES)).toMatchObject({ type: 'database', container_key: MAIN });
    expect(byKey.get(ORDERS)).toMatchObject({
      type: 'table',
      container_key: SALES,
      name: 'main.sales.orders',
    });
    expect(byKey.get(FILES)).toMatchObject({ type: 'table', container_key: SALES });
    expect(byKey.get(`metastore/${METASTORE}`)).toMatchObject({ type: 'workspace', owner_key: group(6) });
    expect(byKey.get(WORKSPACE)).toMatchObject({ type: 'workspace', name: 'analytics' });
    expect(byKey.get('table/main.hr.people')).toMatchObject({ owner_key: group(6) });
    expect([...byKey.keys()].filter((key) => /system|information_schema/.test(key))).toEqual([]);
    const order = assets.map(({ key }) => key);
    for (const { key, container_key } of assets) {
      if (container_key !== null) expect(order.indexOf(container_key)).toBeLessThan(order.indexOf(key));
    }
  });

  test('are direct ones, each with all its privileges, and owners', async () => {
    const { grants } = await listAll(connector);
    const on = (asset: string) =>
      grants
        .filter(({ asset_key }) => asset_key === asset)
        .map(({ principal_key, permission, revocable }) => `${principal_key} ${permission} ${revocable}`)
        .sort();
    expect(on(ORDERS)).toEqual(
      [
        `${user(1)} read true`,
        `${user(4)} read true`,
        `${group(1)} read_write true`,
        `${user(5)} owner false`,
      ].sort(),
    );
    expect(on(CRM)).toEqual(['everybody read false', `${user(5)} owner false`].sort());
    expect(on(WORKSPACE)).toContain(`${user(1)} admin true`);
    expect(
      grants.find(({ principal_key, asset_key }) => principal_key === group(1) && asset_key === ORDERS),
    ).toMatchObject({ details: { privileges: ['MODIFY', 'SELECT'] } });
  });

  test('of somebody who is called like a group go to neither, unless their number says whose they are', async () => {
    server.account.addGroup(30, { displayName: emailOf(1) });
    const { grants } = await listAll(connector);
    const orders = grants
      .filter(({ asset_key }) => asset_key === ORDERS)
      .map(({ principal_key }) => principal_key);
    expect(orders).toContain(user(1));
    expect(orders).not.toContain(group(30));
  });

  test('of what was dropped while the list was read are left out', async () => {
    server.intercept = ({ path }) =>
      path.includes('permissions/table/main.sales.orders') || path.includes('schema_name=hr')
        ? platformError(404, 'TABLE_DOES_NOT_EXIST', 'gone')
        : undefined;
    const { grants, assets } = await listAll(connector);
    expect(grants.some(({ principal_key }) => principal_key === user(1))).toBe(true);
    expect(grants.filter(({ asset_key }) => asset_key === ORDERS)).toEqual([
      expect.objectContaining({ permission: 'owner' }),
    ]);
    expect(assets.some(({ key }) => key.startsWith('table/main.hr'))).toBe(false);
  });

  test('whose list cannot be gone are not told to be none', async () => {
    server.intercept = ({ path }) =>
      path.includes('/unity-catalog/catalogs?') ? platformError(404, 'NOT_FOUND', 'no such path') : undefined;
    await expectError(listAll(connector), 'protocol', 'none');
    server.intercept = ({ path }) =>
      path.includes('/Users?') ? { json: { Resources: [{ id: '1' }, { userName: 'x' }] } } : undefined;
    await expectError(listAll(connector), 'protocol', 'none');
    server.intercept = ({ path }) =>
      path.includes('/permissionassignments')
        ? { json: { permission_assignments: [], next_page_token: 'again' } }
        : undefined;
    await expectError(listAll(connector), 'protocol', 'none');
  });

  test('that may not be read are not told to be none', async () => {
    server.intercept = ({ path }) =>
      path.includes('permissions/table/main.sales.orders')
        ? { status: 403, text: 'PERMISSION_DENIED: not the owner' }
        : undefined;
    const error = await expectError(listAll(connector), 'permission');
    expect(error.message).toContain('table main.sales.orders may not be read: make Lapse a metastore admin');
    expect(error.message).toContain('not the owner');
  });

  test('of a workspace without its account are as the workspace sees them', async () => {
    await reopen({ account_id: null, account_url: null });
    const { assets, memberships } = await listAll(connector);
    expect(assets.some(({ key }) => key === WORKSPACE)).toBe(false);
    expect(memberships).toContainEqual(expect.objectContaining({ group_key: group(1), member_key: user(2) }));
  });
});

describe('signing in', () => {
  test('gives each host its own token, and replaces those that have ended', async () => {
    await listAll(connector);
    expect(
      server.seen
        .filter(({ path }) => path.endsWith('/token'))
        .map(({ path }) => path)
        .sort(),
    ).toEqual([expect.stringMatching(/^\/oidc\/accounts\/[^/]+\/v1\/token$/), '/oidc/v1/token']);
    server.expireTokens();
    await listAll(connector);
  });

  test('goes through Entra ID for Azure Databricks', async () => {
    await reopen({ sign_in: 'entra', tenant_id: TENANT_ID });
    expect((await connector.principals(null)).items.length).toBeGreaterThan(5);
    expect(server.seen.filter(({ path }) => path.endsWith('/token'))).toEqual([]);
  });

  test('with a wrong secret says so, and does not repeat it', async () => {
    await reopen({ client_secret: 'wrong-secret-value' });
    const health = await connector.check();
    expect(health).toMatchObject({ ok: false, message: expect.stringContaining('invalid_client') });
    expect(JSON.stringify(health)).not.toContain('wrong-secret-value');
  });
});

describe('health', () => {
  test('names nothing while nothing is missing', async () => {
    expect(await connector.check()).toMatchObject({ ok: true, missing: [] });
  });

  test.each([
    ['scim', 'discover', false, /^Account admin, to list users/],
    ['system.access.audit', 'read_use', true, /^SELECT on system\.access\.audit/],
    ['system.query.history', 'read_use', true, /^SELECT on system\.query\.history/],
    ['warehouse', 'read_use', true, /CAN USE on the warehouse/],
  ] as const)('names what %s takes', async (lacking, ability, ok, what) => {
    server.account.lacks.add(lacking);
    const health = await connector.check();
    expect(health.ok).toBe(ok);
    expect(health.missing).toContainEqual({ ability, what: expect.stringMatching(what) });
  });

  test('names catalogs whose grants it would not be shown, and no others', async () => {
    server.account.privileges.get('catalog empty')?.clear();
    server.account.privileges.get('catalog tests')?.clear();
    // By a group that it is in.
    server.account.give('catalog', 'tests', 'programs', ['MANAGE']);
    server.account.showAll();
    const { missing } = await connector.check();
    expect(missing.map(({ ability }) => ability)).toEqual(['discover', 'revoke']);
    expect(missing[0]?.what).toMatch(/MANAGE on empty, for/);
    server.account.metastore.owner = 'programs';
    expect((await connector.check()).missing).toEqual([]);
  });

  test('a warehouse that is not set is missing, and one that still starts is not', async () => {
    server.statements.looks = 20;
    expect((await connector.check()).missing).toEqual([]);
    await reopen({ warehouse_id: null });
    expect((await connector.check()).missing).toEqual([
      { ability: 'read_use', what: expect.stringContaining('warehouse_id') },
    ]);
  });
});

test('settings belong together', () => {
  const base = { workspace_url: 'https://w', client_id: 'c' };
  const faults = (more: object) => {
    const read = databricksType.readSettings({ ...base, ...more });
    return 'faults' in read ? read.faults.map(({ loc }) => loc[0]) : [];
  };
  const client_secret = 's';
  expect(faults({})).toEqual(['client_secret']);
  expect(faults({ client_secret })).toEqual([]);
  expect(faults({ client_secret, account_id: 'a' })).toEqual(['account_url']);
  expect(faults({ client_secret, account_url: 'https://a' })).toEqual(['account_id']);
  expect(faults({ client_secret, sign_in: 'entra' })).toEqual(['tenant_id']);
  expect(faults({ sign_in: 'entra', tenant_id: 't' })).toEqual(['client_secret']);
  expect(faults({ client_certificate: 'x', client_key: 'y' })).toEqual(['client_secret']);
  expect(faults({ sign_in: 'entra', tenant_id: 't', client_certificate: 'x', client_key: 'y' })).toEqual([]);
  expect(faults({ client_secret, remediation_client_id: 'r' })).toEqual(['remediation_client_secret']);
});
