import { type ExecFileException, execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { attachEmbeddedServer, startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import type { ConnectionSettings } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { organisation } from '../../src/synthetic/organisation.ts';
import { eventually, PROGRAM, startLapse, temporaryDirectory } from './lapse-process.ts';

/** docs/operations.md, "Backup": the commands there, while Lapse is under load, and what is left of it afterwards. */

const run = promisify(execFile);
const server = inject('testServer');
const SECRETS_KEY = randomBytes(32).toString('base64');
const SOURCE = `${server.prefix}_backup_source`;
const ELSEWHERE = `${server.prefix}_backup_restored`;
const BACKUP_ROLE = `${server.prefix}_backup`;
const OPEN = {
  AUTH_DISABLED: 'true',
  TENANTS: 'first,second',
  RATE_LIMIT_READS: 'off',
  RATE_LIMIT_WRITES: 'off',
};
const SIZE = { seed: 11, principals: 60, assets: 20, grants: 300, days: 20, now: new Date() };
const { lines, events } = organisation(SIZE);
const EVENTS = [...events()].slice(0, 1_500);
const DIRECTORY = [...lines()].map((line) => JSON.stringify(line)).join('\n');
const BATCH = 20;

/** Of the server's version or newer, as pg_dump demands; the embedded server comes without. */
async function clientTools(): Promise<string | null> {
  const [row] = await rows(
    server.admin,
    "SELECT current_setting('server_version_num')::int / 10000 AS major",
  );
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  for (const directory of [...versions.sort().map((v) => path.join(debian, v, 'bin')), '']) {
    try {
      const version = execFileSync(path.join(directory, 'pg_dump'), ['--version'], { encoding: 'utf8' });
      if (Number(/(\d+)/.exec(version)?.[1]) >= Number(row?.major)) return directory;
    } catch {
      // Not here.
    }
  }
  return null;
}

async function rows(
  connection: pg.ClientConfig,
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    let last: Record<string, unknown>[] = [];
    for (const statement of statements) last = (await client.query(statement)).rows;
    return last;
  } finally {
    await client.end();
  }
}

function addressOf({ host = '', port = 5432, user = '', password = '', database = '' }: ConnectionSettings) {
  const url = new URL(`postgres://localhost/${database}`);
  Object.assign(url, { username: user, password });
  if (host.startsWith('/')) url.searchParams.set('host', host);
  else Object.assign(url, { hostname: host, port: String(port) });
  return url.href;
}

async function api(address: string, method: string, route: string, body?: string, type = 'application/json') {
  const response = await fetch(`${address}${route}`, {
    method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': type } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`);
  return text;
}
const json = async (...call: Parameters<typeof api>) => JSON.parse(await api(...call));

const bin = await clientTools();
const reason = bin === null ? ' (skipped: no pg_dump that is as new as this server)' : '';

type Restored = { address: string; admin: ConnectionSettings; application: ConnectionSettings };
interface Kept {
  /** Acknowledged before the dump began. */
  acknowledged: string[];
  key: string;
  checkpoint: string;
  tree_size: number;
  uses: Record<string, unknown>[];
}

const tool = (name: string, args: string[], { password = '' }: ConnectionSettings) =>
  run(path.join(bin as string, name), args, { env: { ...process.env, PGPASSWORD: password } }).catch(
    (error: ExecFileException & { stderr: string }) => {
      throw new Error(`${name}: ${error.stderr}`);
    },
  );

afterAll(async () => {
  for (const name of [SOURCE, ELSEWHERE]) {
    await rows(server.admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
  await rows(server.admin, `DROP ROLE IF EXISTS ${BACKUP_ROLE}`);
});

test.skipIf(bin === null)(
  `a dump made under load has everything acknowledged before it, wherever it is restored${reason}`,
  async () => {
    const dump = path.join(await temporaryDirectory(), 'lapse.dump');
    const kept = await dumpUnderLoad(dump);
    await restoreOnSameServer(dump, kept);
    await restoreIntoEmbedded(dump, kept);
  },
  240_000,
);

async function dumpUnderLoad(dump: string): Promise<Kept> {
  await rows(
    server.admin,
    `CREATE ROLE ${BACKUP_ROLE} LOGIN PASSWORD 'backup' BYPASSRLS IN ROLE pg_read_all_data`,
    `CREATE DATABASE ${SOURCE} OWNER ${server.owner.user} TEMPLATE template0 ENCODING 'UTF8'`,
  );
  await migrate({ ...server.owner, database: SOURCE }, { role: server.application.user as string });
  const lapse = startLapse({ command: 'serve', env: environment(SOURCE) });
  const address = await lapse.ready();
  await api(address, 'POST', '/v1/directory/import', DIRECTORY, 'application/x-ndjson');

  await changePolicy(address, 2);
  await eventually(() => json(address, 'GET', '/v1/audit/checkpoint').then(Boolean, () => false));
  const { note, tree_size } = await json(address, 'GET', '/v1/audit/checkpoint');

  const acknowledged: string[] = [];
  const load = sendAll(address, (batch) => acknowledged.push(...batch));
  await eventually(() => acknowledged.length > EVENTS.length / 4);
  const before = [...acknowledged];
  const from = { ...server.admin, user: BACKUP_ROLE, password: 'backup', database: SOURCE };
  await tool('pg_dump', ['--format=custom', `--file=${dump}`, ...connectionArguments(from)], from);
  // It was made while more came in.
  expect(acknowledged.length).toBeGreaterThan(before.length);
  await load;
  const kept = {
    ...{ acknowledged: before, checkpoint: note, tree_size },
    key: (await json(address, 'GET', '/v1/audit/key')).key,
    uses: await usesAtRest({ ...server.admin, database: SOURCE }),
  };
  expect((await lapse.stop()).code).toBe(0);
  return kept;
}

/** Transactions go on being numbered as before; the database has another name. */
async function restoreOnSameServer(dump: string, kept: Kept): Promise<void> {
  await rows(
    server.admin,
    `CREATE DATABASE ${ELSEWHERE} OWNER ${server.owner.user} TEMPLATE template0 ENCODING 'UTF8'`,
  );
  await restore(dump, { ...server.owner, database: ELSEWHERE });
  await migrate({ ...server.owner, database: ELSEWHERE }, { role: server.application.user as string });
  const lapse = startLapse({ command: 'serve', env: environment(ELSEWHERE) });
  const at = (connection: ConnectionSettings) => ({ ...connection, database: ELSEWHERE });
  const restored = { admin: at(server.admin), application: at(server.application) };
  await goesOn({ address: await lapse.ready(), ...restored }, kept);
  expect((await lapse.stop()).code).toBe(0);
}

/** Another server and version, whose transactions are numbered from the beginning. */
async function restoreIntoEmbedded(dump: string, kept: Kept): Promise<void> {
  const data_dir = await temporaryDirectory();
  const embedded = await startEmbeddedServer({ data_dir, log: () => {} });
  await restore(dump, embedded.connection('owner')).finally(() => embedded.stop());
  await mkdir(path.join(data_dir, 'keys'), { mode: 0o700 });
  await writeFile(path.join(data_dir, 'keys', 'secrets.key'), SECRETS_KEY, { mode: 0o600 });
  const lapse = startLapse({ data_dir, env: OPEN });
  const address = await lapse.ready();
  const running = await attachEmbeddedServer(data_dir);
  if (running === null) throw new Error('the server does not run');
  const restored = {
    admin: running.connection('superuser', 'lapse'),
    application: running.connection('application'),
  };
  await goesOn({ address, ...restored }, kept);
  expect((await lapse.stop()).code).toBe(0);
}

function restore(dump: string, owner: ConnectionSettings) {
  const options = ['--no-owner', '--no-privileges', '--exit-on-error'];
  return tool('pg_restore', [...options, ...connectionArguments(owner), dump], owner);
}

async function goesOn(restored: Restored, kept: Kept): Promise<void> {
  const { address, admin } = restored;
  // What waited in the queue of the dump is applied, once.
  await usesAtRest(admin);
  const stored = (await rows(admin, 'SELECT event_id FROM events')).map((row) => row.event_id);
  const missing = new Set(kept.acknowledged);
  for (const id of stored) missing.delete(id as string);
  expect([...missing]).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);

  // Callers repeat what they cannot be sure of; the outcome is that of the server that never stopped.
  await sendAll(address, () => {});
  expect(await usesAtRest(admin)).toEqual(kept.uses);

  // The log goes on: everything has a place, the kept checkpoint is a beginning of it.
  await changePolicy(address, 3);
  await eventually(async () => {
    const { tree_size } = await json(address, 'GET', '/v1/audit/checkpoint');
    return tree_size > kept.tree_size && tree_size === (await json(address, 'GET', '/v1/audit')).total;
  });
  await verifies(address, kept);
  await keepsTenantsApart(restored);
}

async function verifies(address: string, kept: Kept): Promise<void> {
  const directory = await temporaryDirectory();
  const [bundle, checkpoint] = ['bundle', 'checkpoint'].map((name) => path.join(directory, name)) as [
    string,
    string,
  ];
  await writeFile(bundle, await api(address, 'GET', '/v1/audit/export'));
  await writeFile(checkpoint, kept.checkpoint);
  const args = ['audit', 'verify', bundle, '--key', kept.key, '--checkpoint', checkpoint];
  const { stdout } = await run(process.execPath, [PROGRAM, ...args]);
  expect(stdout).toMatch('VERIFIED. No entry was changed, removed, inserted or moved.');
}

/** Roles are not in a dump: what they may do must be as on a server that was never restored. */
async function keepsTenantsApart({ admin, application }: Restored): Promise<void> {
  const privileges = (role: string, connection: ConnectionSettings) =>
    rows(
      connection,
      `SELECT table_name, string_agg(privilege_type, ', ' ORDER BY privilege_type) AS may
       FROM information_schema.role_table_grants WHERE grantee = '${role}' AND table_schema = 'public'
       GROUP BY 1 ORDER BY 1`,
    );
  expect(await privileges(application.user as string, admin)).toEqual(
    await privileges(server.application.user as string, { ...server.admin, database: SOURCE }),
  );
  const open = await rows(
    admin,
    `SELECT relname FROM pg_class c WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
       AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant_id') AND relname <> 'tenants'
       AND NOT (relrowsecurity AND relforcerowsecurity
                AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid))`,
  );
  expect(open).toEqual([]);
  const asTenant = (tid: string) =>
    rows(
      application,
      `SELECT set_config('lapse.tenant_id', tenant_id::text, false) FROM tenants WHERE tid = '${tid}'`,
      'SELECT count(*)::int AS n FROM grants',
    );
  const [[first], [second]] = [await asTenant('first'), await asTenant('second')];
  expect(first?.n).toBeGreaterThan(0);
  expect(second?.n).toBe(0);
}

function environment(database: string): Record<string, string> {
  const DATABASE_URL = addressOf({ ...server.application, database });
  return { ...OPEN, SECRETS_KEY, DATABASE_URL };
}

function connectionArguments({ host = '', port, user = '', database = '' }: ConnectionSettings): string[] {
  return [
    `--host=${host}`,
    `--port=${port ?? 5432}`,
    `--username=${user}`,
    `--dbname=${database}`,
    '--no-password',
  ];
}

const changePolicy = (address: string, days: number) =>
  api(address, 'PUT', '/v1/policy', JSON.stringify({ remediation: { min_grant_age_days: days } }));

async function sendAll(address: string, onAcknowledged: (ids: string[]) => void): Promise<void> {
  let next = 0;
  const sender = async () => {
    for (let start = next; start < EVENTS.length; start = next) {
      next += BATCH;
      const batch = EVENTS.slice(start, start + BATCH);
      const answer = await json(address, 'POST', '/v1/events/batch', JSON.stringify({ events: batch }));
      expect(answer).toMatchObject({ accepted: batch.length, rejected: 0 });
      onAcknowledged(batch.map((event) => event.event_id));
    }
  };
  await Promise.all([sender(), sender()]);
}

/** When each access was used, once nothing waits any more. */
async function usesAtRest(connection: ConnectionSettings): Promise<Record<string, unknown>[]> {
  const WAITING = ['inbox', 'recalculations', 'peer_moves'].map((table) => `(SELECT count(*) FROM ${table})`);
  await eventually(async () => {
    const [row] = await rows(connection, `SELECT ${WAITING.join(' + ')} AS n`);
    return Number(row?.n) === 0;
  });
  return rows(
    connection,
    `SELECT grant_id, last_used_at::text, encode(active_days, 'hex') AS days FROM grant_scores ORDER BY grant_id`,
  );
}
