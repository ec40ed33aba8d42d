import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError, listAll } from '../../../test/support/connector-world.ts';
import {
  OWN_ID,
  OWN_NAME,
  SQL_PASSWORD,
  type SynapseServer,
  startSynapseServer,
} from '../../../test/support/synapse/synapse-server.ts';
import { idOf } from '../../../test/support/synapse/synapse-workspace.ts';
import {
  connectSynapse,
  databaseKey,
  entraKey,
  fillSynapse,
  LAKE,
  mail,
  NASTY_USER,
  ROLES_ONLY,
  roleKey,
  SALES,
  SETTINGS,
  tableKey,
  userKey,
  WORKSPACE_KEY,
} from '../../../test/support/synapse/synapse-world.ts';
import type { Connector } from '../connector.ts';
import { synapseConnector, synapseType } from './synapse-connector.ts';
import type { SynapseSettings } from './synapse-settings.ts';

let server: SynapseServer;
let connector: Connector;

function open(settings: object = {}): Connector {
  connector = connectSynapse(server, settings);
  return connector;
}

beforeEach(async () => {
  server = await startSynapseServer();
  fillSynapse(server);
});
afterEach(async () => {
  await connector?.close();
  expect(server.unknown).toEqual([]);
  await server.close();
});

const listed = async () => {
  const { principals, assets, grants, memberships } = await listAll(connector);
  const byKey = <T extends { key: string }>(items: T[]) => new Map(items.map((item) => [item.key, item]));
  return { principals: byKey(principals), assets: byKey(assets), grants, memberships };
};

describe('without SQL', () => {
  test('Synapse roles are listed, and health and coverage say what is not read', async () => {
    open(ROLES_ONLY);
    const { principals, assets, grants, memberships } = await listed();
    expect([...principals.values()].map(({ key, type }) => [key, type]).sort()).toEqual(
      [
        [entraKey(OWN_ID), 'service_account'],
        [entraKey(idOf('user', 1)), 'user'],
        [entraKey(idOf('user', 2)), 'user'],
        [entraKey(idOf('user', 3)), 'user'],
        [entraKey(idOf('group', 1)), 'group'],
        [entraKey(idOf('app', 1)), 'service_account'],
      ].sort(),
    );
    expect([...assets.keys()].sort()).toEqual(['item/bigDataPools/spark1', WORKSPACE_KEY]);
    expect(grants).toHaveLength(7);
    expect(memberships).toEqual([]);
    const health = await connector.check();
    expect(health.ok).toBe(true);
    expect(health.missing.map(({ what }) => what)).toContainEqual(expect.stringContaining('SQL is not read'));
    const { coverage } = await connector.readUse(null);
    expect(coverage).toMatchObject({ observes_use: false, observed_since: null });
    expect(coverage.sources.map(({ source }) => source)).toEqual(['Synapse roles', 'SQL']);
    expect(server.statements).toEqual([]);
  });

  test('an application for removing that cannot sign in keeps nobody from reading', async () => {
    open({
      ...ROLES_ONLY,
      remediation_client_id: 'another',
      remediation_client_secret: 'mistyped-secret-5d1e',
    });
    const { principals, grants } = await listed();
    expect(grants).toHaveLength(7);
    expect(principals.get(entraKey(OWN_ID))).toMatchObject({ protected: true });
  });

  test('the driver is not even looked for; with SQL its absence is named', async () => {
    const load = async () => {
      const { ConnectorError } = await import('../connector.ts');
      throw new ConnectorError('not_supported', 'SQL needs the package tedious');
    };
    const connect = (more: object): Connector => {
      const { url, sql_port } = server;
      const addresses = { workspace_url: url, login_url: url, logs_url: url, sql_port };
      const read = synapseType.readSettings({ ...SETTINGS, ...addresses, ...more });
      if ('faults' in read) throw new Error(JSON.stringify(read.faults));
      return synapseConnector(read.settings as SynapseSettings, { now: () => new Date() }, load);
    };
    connector = connect(ROLES_ONLY);
    expect((await listAll(connector)).grants).toHaveLength(7);
    await connector.close();
    connector = connect({});
    const health = await connector.check();
    expect(health).toMatchObject({ ok: false });
    expect(health.missing).toContainEqual({ ability: 'discover', what: expect.stringContaining('tedious') });
  });
});

test('people, applications, groups and built-in principals of a database are told apart', async () => {
  open();
  const { principals } = await listed();
  expect(principals.get(userKey(mail('ana')))).toMatchObject({
    type: 'user',
    email: mail('ana'),
    sign_in_name: mail('ana'),
    entra_object_id: idOf('user', 1),
    protected: false,
    created_at: '2025-01-01T00:00:00.000Z',
  });
  expect(principals.get(userKey(NASTY_USER))).toMatchObject({ entra_object_id: idOf('user', 8) });
  // The id that SQL knows of an application is not its object id.
  expect(principals.get(userKey('nightly-job'))).toMatchObject({
    type: 'service_account',
    email: null,
    entra_object_id: null,
    details: { application_id: idOf('app', 1) },
  });
  expect(principals.get(userKey('Data team'))).toMatchObject({
    type: 'group',
    entra_object_id: idOf('group', 1),
  });
  expect(principals.get(userKey('sql_user', LAKE))).toMatchObject({
    type: 'user',
    sign_in_name: null,
    entra_object_id: null,
  });
  for (const name of ['dbo', 'guest', OWN_NAME])
    expect(principals.get(userKey(name))).toMatchObject({ protected: true });
  for (const name of ['public', 'db_owner'])
    expect(principals.get(roleKey(name))).toMatchObject({ protected: true });
  expect(principals.get(entraKey(OWN_ID))).toMatchObject({ protected: true });
  expect(principals.has(userKey('sys'))).toBe(false);
});

test('a permission is a grant of its own, with its grantor, column and option; denials are none', async () => {
  const sales = server.databases.get('sales');
  const object = sales?.objectNamed('dbo', 'orders')?.object_id as number;
  const ana = sales?.idOf(mail('ana')) as number;
  sales?.grant({ class: 1, major_id: object, minor_id: 2, grantee: ana, name: 'UPDATE' });
  sales?.grant({ class: 1, major_id: object, minor_id: 0, grantee: ana, name: 'DELETE', state: 'D' });
  open({ synapse_roles: 'off' });
  const { grants, assets } = await listed();
  const onOrders = grants.filter(({ asset_key }) => asset_key === tableKey('dbo', 'orders'));
  const of = (name: string) =>
    onOrders
      .filter(({ principal_key }) => principal_key === userKey(mail(name)))
      .map(({ permission, details }) => [permission, details]);
  expect(of('ana')).toEqual([
    ['SELECT', { grantor: 'dbo' }],
    ['UPDATE', { grantor: 'dbo', column: 'total' }],
  ]);
  expect(of('gina')).toEqual([['SELECT', { grantor: 'dbo', grant_option: true }]]);
  expect(of('frank')).toEqual([['SELECT', { grantor: mail('gina') }]]);
  expect(of('erin')).toEqual([['UPDATE', { grantor: 'dbo' }]]);
  const permissionsOf = (key: string) =>
    grants
      .filter(({ principal_key }) => principal_key === key)
      .map(({ permission, revocable }) => [permission, revocable]);
  expect(permissionsOf(roleKey('public'))).toEqual([['SELECT', false]]);
  expect(permissionsOf(roleKey('db_datareader'))).toEqual([['db_datareader', false]]);
  expect(permissionsOf(userKey(mail('gina')))).toContainEqual(['owner', false]);
  expect(assets.get(tableKey('mart', 'sums'))).toMatchObject({
    type: 'table',
    owner_key: userKey(mail('gina')),
    container_key: `schema/${SALES.plane}/sales/mart`,
  });
  expect(assets.get(databaseKey())).toMatchObject({ container_key: WORKSPACE_KEY });
});

test('rows that come twice count once, and ids have no case', async () => {
  server.paging.size = 2;
  server.paging.repeat_rows = true;
  open(ROLES_ONLY);
  const { principals } = await listAll(connector);
  expect(principals).toHaveLength(6);
  expect(principals.map(({ key }) => key)).toEqual(principals.map(({ key }) => key.toLowerCase()));
});

test('a login with a password reads SQL, too', async () => {
  open({ sql_user: 'lapse', sql_password: SQL_PASSWORD });
  expect((await listAll(connector)).memberships.length).toBeGreaterThan(4);
});

describe('health', () => {
  test('names what is missing for each ability', async () => {
    server.logs.is_denied = true;
    server.databases.get('lake')?.members.clear();
    for (const [id, one] of server.workspace.assignments) {
      if (one.principalId === OWN_ID) server.workspace.assignments.delete(id);
    }
    server.workspace.showAll();
    open();
    const { ok, missing } = await connector.check();
    expect(ok).toBe(true);
    const said = missing.map(({ ability, what }) => `${ability}: ${what}`);
    expect(said).toEqual([
      expect.stringMatching(/^revoke: Synapse Administrator/),
      expect.stringMatching(/^revoke: Membership in db_owner of serverless\/lake/),
      expect.stringMatching(/^read_use: .*synapse_roles off/),
      expect.stringMatching(/^read_use: Data.Read .*InsufficientAccessError/),
    ]);
  });

  test('a pool that is paused is not there for now', async () => {
    server.databases.get('sales')?.pause();
    open();
    expect(await connector.check()).toMatchObject({ ok: false, message: expect.stringContaining('paused') });
    const cursor = Buffer.from(JSON.stringify(['principals', ['principals dedicated/sales', null]])).toString(
      'base64url',
    );
    const error = await expectError(connector.principals(cursor), 'unavailable');
    expect(error.retry_after).toBe(300);
  });

  test('a wrong secret is no permission', async () => {
    open({ client_secret: 'wrong' });
    expect(await connector.check()).toMatchObject({
      ok: false,
      message: expect.stringContaining('AADSTS7000215'),
    });
  });

  test('a certificate that nobody vouches for ends the connection before a token is sent', async () => {
    open({ sql_ca_certificate: null });
    expect(await connector.check()).toMatchObject({
      ok: false,
      message: expect.stringMatching(/certificate/i),
    });
    expect(server.statements).toEqual([]);
  });
});

test.each([
  [{ dedicated_host: null }, 'dedicated_host'],
  [{ dedicated_pools: null }, 'dedicated_pools'],
  [{ dedicated_pools: ['a', 'A'] }, 'dedicated_pools'],
  [{ serverless_databases: ['master'] }, 'serverless_databases'],
  [{ serverless_host: 'https://x' }, 'serverless_host'],
  [{ sql_user: 'lapse' }, 'sql_password'],
  [{ client_secret: null }, 'client_secret'],
])('settings that cannot be are named: %j', async (more, field) => {
  open();
  const read = synapseType.readSettings({ ...SETTINGS, workspace_url: server.url, ...more });
  expect('faults' in read && read.faults.map(({ loc }) => loc[0])).toEqual([field]);
});
