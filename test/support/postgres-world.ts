import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Connector, Subject } from '../../src/connectors/connector.ts';
import { parseAssetKey, parseRoleKey } from '../../src/connectors/postgres/keys.ts';
import { postgresType } from '../../src/connectors/postgres/postgres-connector.ts';
import type { ConnectorWorld } from './connector-world.ts';
import { TARGET_PASSWORD, type TargetServer } from './target-server.ts';

export const SHOP = 'shop';
export const tableKey = (table: string, schema = 'sales'): string => `table/${SHOP}/${schema}/${table}`;
export const role = (name: string): string => `role/${encodeURIComponent(name)}`;

/** People, groups in groups, several grantors, columns, everybody's table, and names that must be quoted. */
const ROLES = `
  CREATE ROLE lapse_reader LOGIN PASSWORD '${TARGET_PASSWORD}' IN ROLE pg_monitor;
  CREATE ROLE lapse_admin LOGIN SUPERUSER PASSWORD '${TARGET_PASSWORD}';
  CREATE ROLE lapse_limited LOGIN PASSWORD '${TARGET_PASSWORD}';
  CREATE ROLE shop_owner;
  CREATE ROLE analysts; CREATE ROLE juniors; CREATE ROLE auditors;
  CREATE ROLE ana LOGIN PASSWORD '${TARGET_PASSWORD}'; CREATE ROLE bob LOGIN PASSWORD '${TARGET_PASSWORD}';
  CREATE ROLE carol LOGIN PASSWORD '${TARGET_PASSWORD}'; CREATE ROLE dave LOGIN PASSWORD '${TARGET_PASSWORD}';
  CREATE ROLE erin LOGIN PASSWORD '${TARGET_PASSWORD}'; CREATE ROLE frank LOGIN PASSWORD '${TARGET_PASSWORD}';
  CREATE ROLE olga LOGIN PASSWORD '${TARGET_PASSWORD}'; CREATE ROLE root LOGIN SUPERUSER PASSWORD '${TARGET_PASSWORD}';
  CREATE ROLE svc_etl LOGIN PASSWORD '${TARGET_PASSWORD}';
  CREATE ROLE "we""ird; DROP ROLE ana --" LOGIN PASSWORD '${TARGET_PASSWORD}';
  CREATE ROLE "zoe@example.com" LOGIN PASSWORD '${TARGET_PASSWORD}' VALID UNTIL '2020-01-01';
  GRANT analysts TO bob; GRANT juniors TO carol; GRANT analysts TO juniors; GRANT auditors TO frank;
  GRANT shop_owner TO olga; GRANT pg_read_all_data TO svc_etl;`;

const OBJECTS = `
  CREATE SCHEMA sales AUTHORIZATION shop_owner;
  SET ROLE shop_owner;
  GRANT USAGE ON SCHEMA sales TO PUBLIC;
  CREATE TABLE sales.orders (id integer, price integer, "No""te" text);
  CREATE TABLE sales.notices (id integer);
  CREATE TABLE sales.payments (id integer, card text);
  CREATE TABLE sales."Odd ""table/name" (id integer);
  CREATE TABLE sales.parts (id integer, day date) PARTITION BY RANGE (day);
  CREATE VIEW sales.totals AS SELECT sum(price) AS total FROM sales.orders;
  CREATE MATERIALIZED VIEW sales.snapshot AS SELECT count(*) AS n FROM sales.orders;
  GRANT SELECT ON sales.orders TO ana; GRANT SELECT, INSERT ON sales.orders TO analysts;
  GRANT SELECT ON sales.notices TO PUBLIC;
  GRANT SELECT ON sales.payments TO frank; GRANT SELECT ON sales.payments TO auditors;
  GRANT SELECT (id), UPDATE (price, "No""te") ON sales.orders TO "we""ird; DROP ROLE ana --";
  GRANT SELECT ON sales."Odd ""table/name" TO "we""ird; DROP ROLE ana --";
  GRANT SELECT ON sales.payments TO dave WITH GRANT OPTION;
  SET ROLE dave; GRANT SELECT ON sales.payments TO erin;
  SET ROLE shop_owner; GRANT INSERT ON sales.payments TO erin;
  RESET ROLE;`;

export async function fillTarget(server: TargetServer): Promise<void> {
  await server.query(ROLES);
  await server.query(`CREATE DATABASE ${SHOP} OWNER shop_owner`);
  await server.query(OBJECTS, [], SHOP);
}

export interface PostgresWorld extends ConnectorWorld {
  server: TargetServer;
  /** Another account or other settings on the same server. */
  connect(settings?: Record<string, unknown>): Connector;
  /** Can this role do it, in a session of its own? */
  may(user: string, statement: string): Promise<boolean>;
}

/** `at`: where the connector finds the server, when not at its own address. */
export async function postgresWorld(
  server: TargetServer,
  at: { host: string; port: number } = server,
): Promise<PostgresWorld> {
  await fillTarget(server);
  const silence = await silentServer();
  const opened: Connector[] = [];
  const connect = (settings: Record<string, unknown> = {}): Connector => {
    const read = postgresType.readSettings({
      host: at.host,
      port: at.port,
      user: 'lapse_reader',
      password: TARGET_PASSWORD,
      remediation_user: 'lapse_admin',
      remediation_password: TARGET_PASSWORD,
      tls: 'disable',
      ...settings,
    });
    if ('faults' in read) throw new Error(JSON.stringify(read.faults));
    const connector = postgresType.connect(read.settings, { now: () => new Date('2026-03-01T09:00:00Z') });
    opened.push(connector);
    return connector;
  };
  const may = async (user: string, statement: string): Promise<boolean> =>
    server.as(user, statement, SHOP).then(
      () => true,
      (error: { code?: string; message: string }) => {
        if (error.code === '42501') return false;
        throw error;
      },
    );
  const [alone, gone] = [silence.address, await mkdtemp(path.join(tmpdir(), 'lapse-nobody-'))];
  return {
    server,
    connect,
    may,
    connector: connect(),
    small_pages: connect({ page_size: 1 }),
    silent: connect({ host: alone, port: silence.port, timeout_ms: 3000 }),
    unreachable: connect({ host: gone, port: 5999, timeout_ms: 3000 }),
    secrets: [TARGET_PASSWORD],
    expected: {
      principals: ['public', 'role/pg_read_all_data', ...['ana', 'analysts', 'zoe@example.com'].map(role)],
      assets: [
        `database/${SHOP}`,
        `schema/${SHOP}/sales`,
        ...['orders', 'totals', 'snapshot', 'parts'].map((name) => tableKey(name)),
      ],
      grants: [
        { principal_key: role('ana'), asset_key: tableKey('orders'), permission: 'read' },
        { principal_key: role('analysts'), asset_key: tableKey('orders'), permission: 'read_write' },
        { principal_key: role('dave'), asset_key: tableKey('payments'), permission: 'admin' },
        { principal_key: role('shop_owner'), asset_key: tableKey('orders'), permission: 'owner' },
        { principal_key: 'public', asset_key: tableKey('notices'), permission: 'read' },
        { principal_key: 'public', asset_key: `database/${SHOP}`, permission: 'use' },
        { principal_key: 'public', asset_key: `schema/${SHOP}/sales`, permission: 'use' },
      ],
      memberships: [
        { group_key: 'public', member_key: role('ana') },
        { group_key: role('analysts'), member_key: role('juniors') },
        { group_key: role('juniors'), member_key: role('carol') },
        { group_key: 'role/pg_read_all_data', member_key: role('svc_etl') },
      ],
    },
    direct: { principal_key: role('ana'), asset_key: tableKey('orders') },
    inherited: { principal_key: role('bob'), asset_key: tableKey('orders') },
    several: { principal_key: role('frank'), asset_key: tableKey('payments') },
    untouchable: [
      {
        edge: { kind: 'membership', group_key: 'public', member_key: role('ana') },
        reason: 'everybody',
      },
      {
        edge: { kind: 'grant', principal_key: 'public', asset_key: tableKey('notices') },
        reason: 'everybody',
      },
      {
        edge: { kind: 'grant', principal_key: role('root'), asset_key: tableKey('orders') },
        reason: 'superuser',
      },
      {
        edge: { kind: 'grant', principal_key: role('shop_owner'), asset_key: tableKey('orders') },
        reason: 'owner',
      },
      {
        edge: { kind: 'grant', principal_key: role('dave'), asset_key: tableKey('payments') },
        reason: 'dependents',
      },
      {
        edge: { kind: 'grant', principal_key: role('lapse_reader'), asset_key: tableKey('orders') },
        reason: 'connector_itself',
      },
      {
        edge: { kind: 'grant', principal_key: role('pg_monitor'), asset_key: tableKey('orders') },
        reason: 'built_in',
      },
      {
        edge: { kind: 'membership', group_key: 'role/pg_read_all_data', member_key: role('svc_etl') },
        reason: 'built_in',
      },
      {
        edge: { kind: 'membership', group_key: role('pg_monitor'), member_key: role('lapse_reader') },
        reason: 'connector_itself',
      },
      {
        edge: { kind: 'membership', group_key: role('shop_owner'), member_key: role('olga') },
        reason: 'last_owner',
      },
      {
        edge: { kind: 'role_assignment', principal_key: role('ana'), role_key: 'x', scope_key: 'y' },
        reason: 'not_supported',
      },
    ],
    canAccess: (subject: Subject) => {
      const name = parseAssetKey(subject.asset_key);
      if (name?.kind !== 'table') throw new Error('tables only');
      const user = parseRoleKey(subject.principal_key) as string;
      return may(user, `SELECT count(*) FROM ${name.schema}.${name.table}`);
    },
    dump: () => dumpAccess(server),
    close: async () => {
      await Promise.all(opened.map((connector) => connector.close()));
      await silence.close();
      await rm(gone, { recursive: true, force: true });
    },
  };
}

/** All access of the server, as the catalogues have it; the order of an ACL's items means nothing. */
export async function dumpAccess(server: TargetServer): Promise<unknown> {
  const sorted = (acl: string) => `(SELECT array_agg(i::text ORDER BY i::text) FROM unnest(${acl}) i)`;
  const [objects, members, databases] = await Promise.all([
    server.query(
      `SELECT 'table' AS kind, oid::regclass::text AS name, relacl IS NULL AS is_default, ${sorted('relacl')} AS acl
       FROM pg_class WHERE relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
       UNION ALL SELECT 'schema', nspname, nspacl IS NULL, ${sorted('nspacl')} FROM pg_namespace
       UNION ALL SELECT 'column', attrelid::regclass || '.' || attname, attacl IS NULL, ${sorted('attacl')}
       FROM pg_attribute WHERE attrelid >= 16384 AND attnum > 0
       UNION ALL SELECT 'default', oid::text, false, ${sorted('defaclacl')} FROM pg_default_acl
       ORDER BY 1, 2`,
      [],
      SHOP,
    ),
    server.query(
      `SELECT roleid::regrole::text, member::regrole::text, grantor::regrole::text, to_jsonb(a) - 'oid' AS options
       FROM pg_auth_members a ORDER BY 1, 2, 3`,
    ),
    server.query(
      `SELECT datname, datacl IS NULL AS is_default, ${sorted('datacl')} AS acl FROM pg_database ORDER BY 1`,
    ),
  ]);
  return { objects, members, databases };
}

/** Takes connections and says nothing. */
async function silentServer(): Promise<{ address: string; port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    address: '127.0.0.1',
    port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
