import { expect } from 'vitest';
import type { Connector, Edge, Subject } from '../../src/connectors/connector.ts';
import { databricksType } from '../../src/connectors/databricks/databricks-connector.ts';
import type { ConnectorWorld } from './connector-world.ts';
import {
  applicationOf,
  type DatabricksAccount,
  emailOf,
  guidOf,
  idOf,
  type Kind,
  METASTORE,
  OWN_SP,
  READER_APP,
} from './databricks-account.ts';
import {
  ACCOUNT_ID,
  CLIENT_SECRET,
  type DatabricksServer,
  startDatabricksServer,
} from './databricks-server.ts';
import { WAREHOUSE } from './databricks-statements.ts';
import type { Through } from './describe-faults.ts';
import { startScriptedServer } from './scripted-server.ts';
import { shortSleep } from './short-sleep.ts';

export const user = (number: number): string => `user/${idOf('user', number)}`;
export const group = (number: number): string => `group/${idOf('group', number)}`;
export const job = (number: number): string => `service_principal/${idOf('sp', number)}`;
export const ORDERS = 'table/main.sales.orders';
export const CRM = 'table/main.sales.crm';
export const FILES = 'volume/main.sales.files';
export const SALES = 'schema/main.sales';
export const MAIN = 'catalog/main';
export const WORKSPACE = 'workspace/1234567890123456';

/** People, programs, groups in groups, and groups of every kind that nobody may change here. */
export function fillAccount(account: DatabricksAccount): void {
  const people = Array.from({ length: 8 }, (_, i) =>
    account.addUser(i + 1, i < 2 ? { externalId: guidOf(i + 1).toUpperCase() } : {}),
  );
  account.addUser(9, { displayName: null, emails: null, active: false });
  const own = account.addServicePrincipal(OWN_SP, READER_APP, { displayName: 'Lapse' });
  const nightly = account.addServicePrincipal(idOf('sp', 1), applicationOf(1), { externalId: guidOf(101) });
  const [ana, bob, carol, dave] = people as [string, string, string, string];
  account.addGroup(2, { displayName: 'juniors' }, [carol]);
  account.addGroup(1, { displayName: 'analysts' }, [bob, dave, `Groups/${idOf('group', 2)}`, nightly]);
  account.addGroup(3, { displayName: 'finance', externalId: guidOf(203) }, [ana]);
  account.addGroup(4, { displayName: 'admins' }, [ana]);
  account.addGroup(5, { displayName: 'account team', roles: [{ value: 'account_admin' }] }, [ana]);
  account.addGroup(6, { displayName: 'stewards' }, [ana]);
  account.addGroup(7, { displayName: 'team' }, [ana]);
  account.addGroup(8, { displayName: 'account users' });
  account.addGroup(9, { displayName: 'programs' }, [own]);
  account.addSecurable('catalog', 'main', { catalog_type: 'MANAGED_CATALOG', created_at: 1_735_689_600_000 });
  account.addSecurable('catalog', 'system', { catalog_type: 'SYSTEM_CATALOG' });
  account.addSecurable('catalog', 'empty');
  account.addSecurable('catalog', 'tests');
  account.addSecurable('schema', 'main.information_schema');
  account.addSecurable('schema', 'main.sales');
  account.addSecurable('schema', 'main.hr');
  account.addSecurable('schema', 'tests.void');
  account.addSecurable('table', 'main.sales.orders', { table_type: 'MANAGED', table_id: 't1' });
  account.addSecurable('table', 'main.sales.crm', { table_type: 'VIEW' });
  account.addSecurable('table', 'main.hr.people', { owner: 'stewards' });
  account.addSecurable('volume', 'main.sales.files', { volume_type: 'MANAGED' });
  account.give('metastore', METASTORE, 'team', ['CREATE_CATALOG']);
  for (const catalog of ['main', 'empty', 'tests']) account.give('catalog', catalog, READER_APP, ['MANAGE']);
  account.give('catalog', 'main', emailOf(6), ['MODIFY', 'SELECT', 'USE_CATALOG']);
  account.give('schema', 'main.sales', emailOf(7), ['USE_SCHEMA']);
  account.give('table', 'main.sales.orders', emailOf(1), ['SELECT']);
  account.give('table', 'main.sales.orders', emailOf(4), ['SELECT']);
  account.give('table', 'main.sales.orders', 'analysts', ['MODIFY', 'SELECT']);
  account.give('table', 'main.sales.orders', 'gone@corp.example', ['SELECT']);
  account.give('table', 'main.sales.crm', 'account users', ['SELECT']);
  account.give('table', 'main.hr.people', 'analysts', ['SELECT']);
  account.give('volume', 'main.sales.files', applicationOf(1), ['READ_VOLUME']);
  account.workspaces = [
    { workspace_id: 1_234_567_890_123_456, workspace_name: 'analytics', workspace_status: 'RUNNING' },
    { workspace_id: 2, workspace_name: null },
  ];
  account.assignments.set(
    '1234567890123456',
    new Map([
      [idOf('user', 1), ['ADMIN']],
      [idOf('user', 2), ['USER']],
      [idOf('user', 9), ['ADMIN']],
      [idOf('group', 1), ['USER']],
    ]),
  );
  account.lineage = [read(1, 'main.sales.orders', '2026-03-01T10:00:00Z')];
  account.showAll();
}

/** A row of lineage: somebody reads a table. */
export const read = (number: number, table: string, at: string): Record<string, unknown> => ({
  created_by: emailOf(number),
  source_table_full_name: table,
  target_table_full_name: null,
  event_time: at,
});

export const SETTINGS = {
  account_id: ACCOUNT_ID,
  client_id: READER_APP,
  client_secret: CLIENT_SECRET,
  warehouse_id: WAREHOUSE,
  settle_ms: 2_000,
};

type Urls = Pick<DatabricksServer, 'workspace_url' | 'account_url' | 'login_url'>;

export function connectDatabricks(
  { workspace_url, account_url, login_url }: Urls,
  more: object = {},
  now: () => Date = () => new Date(),
): Connector {
  const read = databricksType.readSettings({ ...SETTINGS, workspace_url, account_url, login_url, ...more });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return databricksType.connect(read.settings, { now, sleep: shortSleep });
}

export interface DatabricksWorld extends ConnectorWorld {
  server: DatabricksServer;
}

export async function databricksWorld(through: Through = async (url) => url): Promise<DatabricksWorld> {
  const server = await startDatabricksServer();
  server.workspace_url = await through(server.workspace_url);
  server.account_url = await through(server.account_url);
  const { account } = server;
  fillAccount(account);
  const silent = await startScriptedServer(() => new Promise(() => {}));
  const nobody = await startScriptedServer(() => ({}));
  await nobody.close();
  const only = (url: string): Urls => ({ workspace_url: url, account_url: url, login_url: url });
  const now = (): Date => new Date('2026-03-01T12:00:00Z');
  const connectors = {
    connector: connectDatabricks(server, {}, now),
    small_pages: connectDatabricks(server, { page_size: 1 }, now),
    silent: connectDatabricks(only(silent.url), {}, now),
    unreachable: connectDatabricks(only(nobody.url), {}, now),
  };
  const membership = (number: number, member = user(1)): Edge => ({
    kind: 'membership',
    group_key: group(number),
    member_key: member,
  });
  const grant = (principal_key: string, asset_key: string): Edge => ({
    kind: 'grant',
    principal_key,
    asset_key,
  });
  return {
    ...connectors,
    server,
    secrets: [CLIENT_SECRET, 'Bearer ', 'Basic '],
    expected: {
      principals: [user(1), user(9), group(1), job(1), `service_principal/${OWN_SP}`, 'everybody'],
      assets: [`metastore/${METASTORE}`, MAIN, SALES, ORDERS, CRM, FILES, WORKSPACE],
      grants: [
        { principal_key: user(1), asset_key: ORDERS, permission: 'read' },
        { principal_key: group(1), asset_key: ORDERS, permission: 'read_write' },
        { principal_key: user(6), asset_key: MAIN, permission: 'read_write' },
        { principal_key: user(7), asset_key: SALES, permission: 'use' },
        { principal_key: user(5), asset_key: ORDERS, permission: 'owner' },
        { principal_key: 'everybody', asset_key: CRM, permission: 'read' },
        { principal_key: job(1), asset_key: FILES, permission: 'read' },
        { principal_key: user(1), asset_key: WORKSPACE, permission: 'admin' },
        { principal_key: group(7), asset_key: `metastore/${METASTORE}`, permission: 'write' },
      ],
      memberships: [
        { group_key: group(1), member_key: user(2) },
        { group_key: group(1), member_key: group(2) },
        { group_key: group(1), member_key: job(1) },
        { group_key: 'everybody', member_key: user(1) },
      ],
    },
    direct: { principal_key: user(1), asset_key: ORDERS },
    inherited: { principal_key: user(2), asset_key: ORDERS },
    several: { principal_key: user(4), asset_key: ORDERS },
    untouchable: [
      { edge: membership(3), reason: 'not_supported' },
      { edge: membership(4), reason: 'built_in' },
      { edge: membership(5), reason: 'superuser' },
      { edge: membership(6), reason: 'last_owner' },
      { edge: membership(9, `service_principal/${OWN_SP}`), reason: 'connector_itself' },
      {
        edge: { kind: 'membership', group_key: 'everybody', member_key: user(1) },
        reason: 'everybody',
      },
      { edge: grant('everybody', CRM), reason: 'everybody' },
      { edge: grant(user(5), ORDERS), reason: 'owner' },
      { edge: { ...grant(user(5), ORDERS), grant_key: `owner/${ORDERS}` } as Edge, reason: 'owner' },
      { edge: grant(`service_principal/${OWN_SP}`, MAIN), reason: 'connector_itself' },
      { edge: grant(user(1), WORKSPACE), reason: 'last_owner' },
      {
        edge: { kind: 'role_assignment', principal_key: user(1), role_key: 'account_admin', scope_key: '/' },
        reason: 'not_supported',
      },
    ],
    canAccess: async (subject) => mayUse(account, subject),
    dump: async () => account.dump(),
    async close() {
      for (const one of Object.values(connectors)) await one.close();
      await silent.close();
      await server.close();
      expect([server.unknown, server.disasters, server.misdirected]).toEqual([[], [], []]);
    },
  };
}

/** Past the connector: holds something itself or through a group of any depth, on it or on what contains it. */
function mayUse(account: DatabricksAccount, { principal_key, asset_key }: Subject): boolean {
  const [kind, name] = asset_key.split('/') as [Kind, string];
  const id = principal_key.split('/')[1] as string;
  const ids = new Set([id]);
  for (let size = 0; size < ids.size; ) {
    size = ids.size;
    for (const [groupId, members] of account.members) {
      if ([...members.keys()].some((reference) => ids.has(reference.split('/')[1] as string)))
        ids.add(groupId);
    }
  }
  const names = new Set(
    [...ids].map((one) =>
      String(
        account.users.get(one)?.userName ??
          account.groups.get(one)?.displayName ??
          account.servicePrincipals.get(one)?.applicationId,
      ),
    ),
  );
  const parts = name.split('.');
  const on = [`${kind} ${name}`, `schema ${parts.slice(0, 2).join('.')}`, `catalog ${parts[0]}`];
  return on.some((one) =>
    [...(account.privileges.get(one) ?? [])].some(
      ([principal, held]) =>
        names.has(principal) &&
        held.some((privilege) => one.startsWith(kind) || !privilege.startsWith('USE_')),
    ),
  );
}
