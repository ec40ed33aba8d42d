import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import type { ConnectionSettings } from '../../src/platform/database/database.ts';
import { withClient } from './with-client.ts';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql/15/bin';

/** A PostgreSQL of its own, beside the one that Lapse lives in: what a connector is connected to. */
export interface TargetServer {
  host: string;
  port: number;
  superuser: ConnectionSettings;
  /** Where the server writes its log as csv, if it was asked to. */
  log_directory: string;
  query<T = Record<string, unknown>>(text: string, values?: unknown[], database?: string): Promise<T[]>;
  /** As another role; the connection is new each time. */
  as<T = Record<string, unknown>>(user: string, text: string, database?: string): Promise<T[]>;
  /** A session that stays open until it is ended. */
  open(user: string | null, database: string): Promise<pg.Client>;
  stop(): Promise<void>;
}

export const TARGETS: {
  name: string;
  start: (settings?: Record<string, string>) => Promise<TargetServer>;
}[] = [
  { name: 'PostgreSQL 18', start: startEmbedded },
  ...(existsSync(`${DEBIAN}/initdb`) ? [{ name: 'PostgreSQL 15', start: startDebian }] : []),
];

/** The password of every role that a test makes. */
export const TARGET_PASSWORD = 'target-secret-7f3a';

async function startEmbedded(settings: Record<string, string> = {}): Promise<TargetServer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lapse-target-'));
  const start = () => startEmbeddedServer({ data_dir: directory, log: () => {} });
  let server = await start();
  const superuser = server.connection('superuser', 'postgres');
  await withClient(superuser, async (client) => {
    // What a test did need not survive a power cut.
    for (const [name, value] of Object.entries({ synchronous_commit: 'off', ...settings })) {
      await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
    }
    await client.query('SELECT pg_reload_conf()');
  });
  if (Object.keys(settings).length > 0) {
    await server.stop();
    server = await start();
  }
  return targetAt(server.connection('superuser', 'postgres'), async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });
}

async function startDebian(settings: Record<string, string> = {}): Promise<TargetServer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lapse-target-'));
  const port = await freePort();
  const asServer = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : ['env'];
  if (process.getuid?.() === 0) {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
    await chown(directory, Number(uid?.stdout), Number(gid?.stdout));
  }
  const call = (args: string[]) => run(asServer[0] as string, [...asServer.slice(1), ...args], { cwd: '/' });
  const data = path.join(directory, 'data');
  await call([
    `${DEBIAN}/initdb`,
    '-D',
    data,
    '-U',
    'target_admin',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]);
  const options = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: directory,
    fsync: 'off',
    ...settings,
  }).map(([name, value]) => `-c ${name}=${value}`);
  await call([
    `${DEBIAN}/pg_ctl`,
    '-D',
    data,
    '-w',
    '-l',
    path.join(directory, 'log'),
    '-o',
    options.join(' '),
    'start',
  ]);
  // Passwords are checked from now on, as they would be.
  const superuser = {
    host: '127.0.0.1',
    port,
    user: 'target_admin',
    password: TARGET_PASSWORD,
    database: 'postgres',
  };
  await withClient(superuser, async (client) => {
    await client.query(`ALTER ROLE target_admin PASSWORD '${TARGET_PASSWORD}'`);
  });
  await call(['sh', '-c', `echo 'host all all 127.0.0.1/32 scram-sha-256' > ${data}/pg_hba.conf`]);
  await call([`${DEBIAN}/pg_ctl`, '-D', data, 'reload']);
  return targetAt(superuser, async () => {
    await call([`${DEBIAN}/pg_ctl`, '-D', data, '-m', 'immediate', 'stop']);
    await rm(directory, { recursive: true, force: true });
  });
}

async function targetAt(superuser: ConnectionSettings, stop: () => Promise<void>): Promise<TargetServer> {
  const query = <T>(text: string, values?: unknown[], database = 'postgres') =>
    withClient({ ...superuser, database }, async (client) => (await client.query(text, values)).rows as T[]);
  const [data] = await query<{ setting: string }>(
    "SELECT setting FROM pg_settings WHERE name = 'data_directory'",
  );
  return {
    host: superuser.host as string,
    port: superuser.port as number,
    superuser,
    log_directory: path.join(data?.setting as string, 'log'),
    query,
    as: (user, text, database = 'postgres') =>
      withClient(
        { ...superuser, user, password: TARGET_PASSWORD, database },
        async (client) => (await client.query(text)).rows as never,
      ),
    open: async (user, database) => {
      const who = user === null ? {} : { user, password: TARGET_PASSWORD };
      const client = new pg.Client({ ...superuser, ...who, database });
      await client.connect();
      return client;
    },
    stop,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
