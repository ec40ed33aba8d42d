import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import type { ConnectionSettings } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { temporaryDirectory } from '../process/lapse-process.ts';
import type { FaultTarget } from './fault-proxy.ts';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql/15/bin';
export const hasDebianServer = existsSync(`${DEBIAN}/initdb`);

/** A PostgreSQL with Lapse's schema, its application's role and somebody who sees everything. */
export interface FaultServer {
  name: string;
  target: FaultTarget;
  application: ConnectionSettings;
  superuser: ConnectionSettings;
  stop(): Promise<void>;
}

export async function startEmbedded(directory?: string): Promise<FaultServer> {
  const server = await startEmbeddedServer({
    data_dir: directory ?? (await temporaryDirectory()),
    log: () => {},
  });
  const application = server.connection('application');
  await migrate(server.connection('owner'), { role: application.user as string });
  return {
    name: 'PostgreSQL 18 (embedded)',
    target: { path: `${application.host}/.s.PGSQL.${application.port}` },
    application,
    superuser: server.connection('superuser'),
    stop: () => server.stop('immediate'),
  };
}

/** A cluster of Debian's, whose settings, standby and disk a test chooses. */
export class DebianServer implements FaultServer {
  readonly name = 'PostgreSQL 15 (Debian)';
  readonly data: string;
  readonly port: number;
  readonly application: ConnectionSettings;
  readonly superuser: ConnectionSettings;
  readonly owner: ConnectionSettings;
  readonly #directory: string;
  #isRunning = false;

  private constructor(directory: string, port: number) {
    this.#directory = directory;
    this.data = path.join(directory, 'data');
    this.port = port;
    const at = { host: '127.0.0.1', port, password: 'unused', database: 'lapse' };
    this.application = { ...at, user: 'lapse_app' };
    this.owner = { ...at, user: 'lapse_owner' };
    this.superuser = { ...at, user: 'lapse_super' };
  }

  get target(): FaultTarget {
    return { host: '127.0.0.1', port: this.port };
  }

  /** With Lapse's schema in it. */
  static async start(
    settings: Record<string, string | number> = {},
    directory?: string,
  ): Promise<DebianServer> {
    const server = await DebianServer.#at(directory);
    await server.#call(
      'initdb',
      '-D',
      server.data,
      '-U',
      'lapse_super',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    );
    await server.#configure({ max_connections: 100, shared_buffers: '64MB', ...settings });
    await server.#call(
      'sh',
      '-c',
      `echo 'host replication all 127.0.0.1/32 trust' >> ${server.data}/pg_hba.conf`,
    );
    await server.up();
    await server.query('CREATE ROLE lapse_owner LOGIN', 'postgres');
    await server.query('CREATE ROLE lapse_app LOGIN', 'postgres');
    await server.query('CREATE DATABASE lapse OWNER lapse_owner', 'postgres');
    await migrate(server.owner, { role: 'lapse_app' });
    return server;
  }

  /** A copy that follows `primary`, which it reaches at `port`. */
  static async follow(primary: DebianServer, port = primary.port): Promise<DebianServer> {
    const standby = await DebianServer.#at();
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'lapse_super'];
    await standby.#call('pg_basebackup', '-D', standby.data, ...from, '-R', '-X', 'stream', '-c', 'fast');
    await standby.#configure({
      primary_conninfo: `host=127.0.0.1 port=${port} user=lapse_super application_name=standby`,
    });
    await standby.up();
    return standby;
  }

  static async #at(given?: string): Promise<DebianServer> {
    const directory = given ?? (await temporaryDirectory());
    if (process.getuid?.() === 0) {
      const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
      await chown(directory, Number(ids[0]?.stdout), Number(ids[1]?.stdout));
    }
    await chmod(directory, 0o755);
    const server = new DebianServer(directory, await freePort());
    return server;
  }

  async #configure(settings: Record<string, string | number>): Promise<void> {
    const own = { listen_addresses: '127.0.0.1', port: this.port, unix_socket_directories: this.#directory };
    const lines = Object.entries({ ...own, ...settings }).map(([name, value]) => `${name} = '${value}'`);
    await this.#call(
      'sh',
      '-c',
      `cat >> ${this.data}/postgresql.auto.conf <<'END'\n${lines.join('\n')}\nEND`,
    );
  }

  async up(): Promise<void> {
    await this.#call(
      'pg_ctl',
      '-D',
      this.data,
      '-w',
      '-t',
      '120',
      '-l',
      path.join(this.#directory, 'log'),
      'start',
    );
    this.#isRunning = true;
  }

  async down(how: 'fast' | 'immediate'): Promise<void> {
    await this.#call('pg_ctl', '-D', this.data, '-w', '-m', how, 'stop');
    this.#isRunning = false;
  }

  async promote(): Promise<void> {
    await this.#call('pg_ctl', '-D', this.data, '-w', '-t', '120', 'promote');
  }

  async query<T = Record<string, unknown>>(text: string, database = 'lapse'): Promise<T[]> {
    const client = new pg.Client({ ...this.superuser, database });
    await client.connect();
    try {
      return (await client.query(text)).rows as T[];
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    if (this.#isRunning) await this.down('immediate');
  }

  /** The server refuses to run as root. */
  async #call(program: string, ...args: string[]): Promise<void> {
    const file = existsSync(`${DEBIAN}/${program}`) ? `${DEBIAN}/${program}` : program;
    const as = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : ['env'];
    // pg_ctl leaves a server behind that would keep the pipes open.
    if (program === 'pg_ctl') await ended(as, file, args);
    else await run(as[0] as string, [...as.slice(1), file, ...args], { cwd: '/' });
  }
}

async function ended(as: string[], file: string, args: string[]): Promise<void> {
  const child = spawn(as[0] as string, [...as.slice(1), file, ...args], { cwd: '/', stdio: 'ignore' });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}`);
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
