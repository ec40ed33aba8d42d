import type { Connector, Edge, Subject } from '../../../src/connectors/connector.ts';
import {
  assetKey,
  parseAssetKey,
  parsePrincipalKey,
  principalKey,
} from '../../../src/connectors/synapse/keys.ts';
import { synapseType } from '../../../src/connectors/synapse/synapse-connector.ts';
import type { ConnectorWorld } from '../connector-world.ts';
import type { Through } from '../describe-faults.ts';
import { receiverTls } from '../receiver-tls.ts';
import { startScriptedServer } from '../scripted-server.ts';
import { shortSleep } from '../short-sleep.ts';
import { LOGS_ID } from './sql-audit-log.ts';
import { SqlDatabase } from './sql-database.ts';
import {
  APP_ID,
  CLIENT_SECRET,
  OWN_ID,
  OWN_NAME,
  SQL_PASSWORD,
  type SynapseServer,
  startSynapseServer,
  TENANT_ID,
} from './synapse-server.ts';
import { idOf } from './synapse-workspace.ts';

export const SALES = { plane: 'dedicated', database: 'sales' } as const;
export const LAKE = { plane: 'serverless', database: 'lake' } as const;
/** Names that would end a statement, if they were not quoted. */
export const NASTY = "we]ird 'table'; DROP ROLE x --";
export const NASTY_USER = "o']brien@corp.example";

export const userKey = (name: string, database: typeof SALES | typeof LAKE = SALES): string =>
  principalKey({ kind: 'user', ...database, name });
export const roleKey = (name: string, database: typeof SALES | typeof LAKE = SALES): string =>
  principalKey({ kind: 'role', ...database, name });
export const entraKey = (id: string): string => principalKey({ kind: 'entra', id });
export const tableKey = (
  schema: string,
  name: string,
  database: typeof SALES | typeof LAKE = SALES,
): string => assetKey({ kind: 'object', ...database, schema, name });
const schemaKey = (schema: string): string => assetKey({ kind: 'schema', ...SALES, schema });
export const databaseKey = (database: typeof SALES | typeof LAKE = SALES): string =>
  assetKey({ kind: 'database', ...database });
export const WORKSPACE_KEY = 'workspace/ws1';
export const mail = (name: string): string => `${name}@corp.example`;

/** People, programs, groups and roles in roles, in a dedicated pool and a serverless database. */
export function fillSynapse({ workspace, databases }: SynapseServer): void {
  workspace.assign('Synapse Administrator', OWN_ID, { type: 'ServicePrincipal' });
  workspace.assign('Synapse Administrator', idOf('user', 1));
  workspace.assign('Synapse Contributor', idOf('user', 2));
  workspace.assign('Synapse User', idOf('group', 1), { type: 'Group' });
  workspace.assign('Synapse User', idOf('app', 1), { type: 'ServicePrincipal' });
  workspace.assign('Synapse Contributor', idOf('user', 2), { item: 'bigDataPools/spark1' });
  workspace.assign('Synapse User', idOf('user', 3), { type: 'SomethingNew' });
  for (const { plane, database } of [SALES, LAKE])
    databases.set(database, fillDatabase(new SqlDatabase(plane, database)));
}

function fillDatabase(database: SqlDatabase): SqlDatabase {
  const add = (name: string, number: number): number =>
    database.addPrincipal('E', mail(name), idOf('user', number));
  const [ana, bob, carol, dave, erin, frank, gina] = [
    'ana',
    'bob',
    'carol',
    'dave',
    'erin',
    'frank',
    'gina',
  ].map((name, i) => add(name, i + 1)) as [number, number, number, number, number, number, number];
  const nasty = database.addPrincipal('E', NASTY_USER, idOf('user', 8));
  const own = database.addPrincipal('E', OWN_NAME, APP_ID);
  database.addPrincipal('E', 'nightly-job', idOf('app', 1));
  database.addPrincipal('S', 'sql_user');
  const team = database.addPrincipal('X', 'Data team', idOf('group', 1));
  const analysts = database.addPrincipal('R', 'analysts');
  const juniors = database.addPrincipal('R', 'juniors');
  for (const member of [bob, dave, juniors]) database.join(analysts, member);
  database.join(juniors, carol);
  database.join('db_datareader', erin);
  database.join('db_owner', own);
  database.join('db_owner', 'dbo');
  const mart = database.addSchema('mart', gina);
  const orders = database.addObject('dbo', 'orders');
  const sums = database.addObject('mart', 'sums', { type: 'V' });
  const weird = database.addObject('dbo', NASTY);
  const on = (major_id: number) => ({ class: 1, major_id, minor_id: 0 }) as const;
  database.grant({ ...on(orders), grantee: ana, name: 'SELECT' });
  database.grant({ ...on(orders), grantee: analysts, name: 'SELECT' });
  database.grant({ ...on(orders), grantee: dave, name: 'SELECT' });
  database.grant({ ...on(orders), grantee: team, name: 'SELECT' });
  database.grant({ ...on(orders), grantee: erin, name: 'UPDATE' });
  database.grant({ ...on(orders), grantee: erin, name: 'UPDATE', minor_id: 2, state: 'D' });
  database.grant({ ...on(orders), grantee: gina, name: 'SELECT', state: 'W' });
  database.grant({ ...on(orders), grantee: frank, name: 'SELECT', grantor: gina });
  database.grant({ ...on(weird), grantee: nasty, name: 'SELECT' });
  database.grant({ ...on(sums), grantee: 0, name: 'SELECT', grantor: gina });
  database.grant({ class: 3, major_id: mart, minor_id: 0, grantee: bob, name: 'EXECUTE', grantor: gina });
  return database;
}

export const SETTINGS = {
  tenant_id: TENANT_ID,
  client_id: APP_ID,
  client_secret: CLIENT_SECRET,
  workspace: 'ws1',
  dedicated_host: 'localhost',
  dedicated_pools: [SALES.database],
  serverless_host: 'localhost',
  serverless_databases: [LAKE.database],
  sql_ca_certificate: receiverTls.cert,
  logs_workspace_id: LOGS_ID,
  settle_ms: 2_000,
};
/** Without SQL. */
export const ROLES_ONLY = {
  dedicated_host: null,
  dedicated_pools: null,
  serverless_host: null,
  serverless_databases: null,
  logs_workspace_id: null,
};

export function connectSynapse(
  { url, sql_port }: Pick<SynapseServer, 'url' | 'sql_port'>,
  more: object = {},
  now: () => Date = () => new Date(),
): Connector {
  const addresses = { workspace_url: url, login_url: url, logs_url: url, sql_port };
  const read = synapseType.readSettings({ ...SETTINGS, ...addresses, ...more });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return synapseType.connect(read.settings, { now, sleep: shortSleep });
}

export interface SynapseWorld extends ConnectorWorld {
  server: SynapseServer;
  /** Has one Synapse role, on the workspace. */
  role_holder: Subject;
}

const ORDERS = tableKey('dbo', 'orders');

export async function synapseWorld(through: Through = async (url) => url): Promise<SynapseWorld> {
  const server = await startSynapseServer();
  server.url = await through(server.url);
  server.sql_port = Number(new URL(await through(`http://127.0.0.1:${server.sql_port}`)).port);
  fillSynapse(server);
  const silent = await startScriptedServer(() => new Promise(() => {}));
  const nobody = await startScriptedServer(() => ({}));
  await nobody.close();
  const now = (): Date => new Date('2026-03-01T12:00:00Z');
  const connectors = {
    connector: connectSynapse(server, {}, now),
    small_pages: connectSynapse(server, { page_size: 1 }, now),
    silent: connectSynapse({ url: silent.url, sql_port: server.sql_port }, {}, now),
    unreachable: connectSynapse({ url: nobody.url, sql_port: Number(new URL(nobody.url).port) }, {}, now),
  };
  const grant = (principal_key: string, asset_key: string): Edge => ({
    kind: 'grant',
    principal_key,
    asset_key,
  });
  const membership = (group_key: string, member_key: string): Edge => ({
    kind: 'membership',
    group_key,
    member_key,
  });
  return {
    ...connectors,
    server,
    secrets: [CLIENT_SECRET, SQL_PASSWORD, 'eyJ.'],
    expected: {
      principals: [
        entraKey(idOf('user', 1)),
        entraKey(idOf('group', 1)),
        userKey(mail('ana')),
        userKey(mail('ana'), LAKE),
        userKey('Data team'),
        roleKey('analysts'),
        roleKey('db_datareader'),
        userKey(NASTY_USER),
      ],
      assets: [
        WORKSPACE_KEY,
        'item/bigDataPools/spark1',
        databaseKey(),
        ORDERS,
        tableKey('dbo', NASTY, LAKE),
      ],
      grants: [
        {
          principal_key: entraKey(idOf('user', 2)),
          asset_key: WORKSPACE_KEY,
          permission: 'Synapse Contributor',
        },
        { principal_key: userKey(mail('ana')), asset_key: ORDERS, permission: 'SELECT' },
        { principal_key: roleKey('analysts'), asset_key: ORDERS, permission: 'SELECT' },
        { principal_key: roleKey('db_datareader'), asset_key: databaseKey(), permission: 'db_datareader' },
        { principal_key: userKey(NASTY_USER), asset_key: tableKey('dbo', NASTY), permission: 'SELECT' },
      ],
      memberships: [
        { group_key: roleKey('analysts'), member_key: userKey(mail('bob')) },
        { group_key: roleKey('analysts'), member_key: roleKey('juniors') },
        { group_key: roleKey('db_datareader', LAKE), member_key: userKey(mail('erin'), LAKE) },
      ],
    },
    direct: { principal_key: userKey(mail('ana')), asset_key: ORDERS },
    inherited: { principal_key: userKey(mail('bob')), asset_key: ORDERS },
    several: { principal_key: userKey(mail('dave')), asset_key: ORDERS },
    role_holder: { principal_key: entraKey(idOf('user', 3)), asset_key: WORKSPACE_KEY },
    untouchable: [
      { edge: grant(entraKey(idOf('user', 1)), WORKSPACE_KEY), reason: 'last_owner' },
      { edge: grant(entraKey(OWN_ID), WORKSPACE_KEY), reason: 'connector_itself' },
      { edge: membership(roleKey('db_owner'), userKey(OWN_NAME)), reason: 'connector_itself' },
      { edge: membership(roleKey('db_owner'), userKey('dbo')), reason: 'built_in' },
      { edge: membership(roleKey('public'), userKey(mail('ana'))), reason: 'everybody' },
      { edge: grant(roleKey('public'), tableKey('mart', 'sums')), reason: 'everybody' },
      { edge: grant(roleKey('db_datareader'), databaseKey()), reason: 'built_in' },
      { edge: grant(userKey(mail('gina')), schemaKey('mart')), reason: 'owner' },
      { edge: grant(userKey(mail('gina')), tableKey('mart', 'sums')), reason: 'owner' },
      { edge: grant(userKey(mail('frank')), ORDERS), reason: 'not_supported' },
      { edge: grant(userKey(mail('gina')), ORDERS), reason: 'dependents' },
      { edge: grant(userKey(mail('erin')), ORDERS), reason: 'not_supported' },
      { edge: membership(entraKey(idOf('group', 1)), entraKey(idOf('user', 1))), reason: 'not_supported' },
      {
        edge: {
          kind: 'role_assignment',
          principal_key: entraKey(idOf('user', 1)),
          role_key: 'r',
          scope_key: 's',
        },
        reason: 'not_supported',
      },
    ],
    canAccess: async (subject) => mayUse(server, subject),
    dump: async () => dumpOf(server),
    async close() {
      for (const one of Object.values(connectors)) await one.close();
      await silent.close();
      await server.close();
    },
  };
}

export const dumpOf = ({ workspace, databases }: SynapseServer): unknown => ({
  roles: workspace.dump(),
  databases: [...databases.values()].map((database) => database.dump()),
});

/** Past the connector: given to the principal, or to a role that it is in; of the workspace, any of its roles. */
function mayUse({ databases, workspace }: SynapseServer, { principal_key, asset_key }: Subject): boolean {
  const [who, what] = [parsePrincipalKey(principal_key), parseAssetKey(asset_key)];
  if (who?.kind === 'entra' && what?.kind === 'workspace') {
    return [...workspace.assignments.values()].some(
      ({ principalId, scope }) => principalId === who.id && scope === `workspaces/${workspace.name}`,
    );
  }
  if (who?.kind !== 'user' || what?.kind !== 'object') return false;
  const database = databases.get(what.database) as SqlDatabase;
  const holders = database.rolesOf(database.idOf(who.name));
  const object = database.objectNamed(what.schema, what.name)?.object_id;
  return database.permissions.some(
    (one) => holders.has(one.grantee) && one.major_id === object && one.name === 'SELECT',
  );
}
