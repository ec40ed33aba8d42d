import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { ConnectionSettings } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { SAFETY } from './safe-server.ts';

/** What a test file needs to make a database of its own. */
export interface TestServer {
  /** May create databases and roles. */
  admin: ConnectionSettings;
  owner: ConnectionSettings;
  application: ConnectionSettings;
  template: string;
  prefix: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * One real PostgreSQL for the whole run: the one of DATABASE_URL (a role that may create databases), else the embedded one in
 * a temporary directory, as Lapse runs it, or hasty. The schema is migrated once, into a template that test files copy.
 */
export async function openTestServer(
  project: TestProject,
  { hasty }: { hasty: boolean },
): Promise<() => Promise<void>> {
  const server = process.env.DATABASE_URL
    ? externalServer(process.env.DATABASE_URL)
    : await embeddedServer(hasty);
  const prefix = `lapse_test_${randomBytes(4).toString('hex')}`;
  const template = `${prefix}_template`;
  const roles = await createRoles(server.admin, prefix);
  await runAsAdmin(server.admin, [
    `CREATE DATABASE ${template} OWNER ${roles.owner.user} ENCODING 'UTF8' TEMPLATE template0`,
  ]);
  await migrate({ ...roles.owner, database: template }, { role: roles.application.user as string });
  project.provide('testServer', { admin: server.admin, ...roles, template, prefix });
  return async () => {
    await dropEverything(server.admin, prefix);
    await server.stop();
  };
}

function externalServer(url: string): { admin: ConnectionSettings; stop: () => Promise<void> } {
  const { hostname, port, username, password, pathname } = new URL(url);
  const admin = {
    host: decodeURIComponent(hostname),
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  };
  return { admin, stop: async () => {} };
}

/** Nothing of it has to outlive a power cut. On a disk, dropping a database flushes all there is: two seconds become 40 ms. */
const HASTY = [...SAFETY.map((name) => `ALTER SYSTEM SET ${name} = off`), 'SELECT pg_reload_conf()'];

async function embeddedServer(
  hasty: boolean,
): Promise<{ admin: ConnectionSettings; stop: () => Promise<void> }> {
  const { startEmbeddedServer } = await import('@lapse/embedded-postgres');
  const directory = await mkdtemp(path.join(hasty ? await quickPlace() : tmpdir(), 'lapse-tests-'));
  const server = await startEmbeddedServer({ data_dir: directory, log: () => {} });
  const admin = server.connection('superuser', 'postgres');
  if (hasty) await runAsAdmin(admin, HASTY);
  return {
    admin,
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Memory, where there is plenty: a disk takes up to twenty times as long to write and remove the 900 files of a database. */
async function quickPlace(): Promise<string> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir();
}

async function createRoles(
  admin: ConnectionSettings,
  prefix: string,
): Promise<{ owner: ConnectionSettings; application: ConnectionSettings }> {
  const password = randomBytes(12).toString('hex');
  await runAsAdmin(admin, [
    `CREATE ROLE ${prefix}_owner LOGIN PASSWORD '${password}'`,
    `CREATE ROLE ${prefix}_app LOGIN PASSWORD '${password}'`,
  ]);
  return {
    owner: { ...admin, user: `${prefix}_owner`, password },
    application: { ...admin, user: `${prefix}_app`, password },
  };
}

async function dropEverything(admin: ConnectionSettings, prefix: string): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
    prefix,
  ]);
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  await client.query(`DROP ROLE IF EXISTS ${prefix}_owner`);
  await client.query(`DROP ROLE IF EXISTS ${prefix}_app`);
  await client.end();
}

async function runAsAdmin(admin: ConnectionSettings, statements: string[]): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
