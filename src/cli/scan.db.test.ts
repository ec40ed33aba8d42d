import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  dumpAccess,
  type PostgresWorld,
  postgresWorld,
  SHOP,
  tableKey,
} from '../../test/support/postgres-world.ts';
import { readCsv } from '../../test/support/read-csv.ts';
import { receiverTls } from '../../test/support/receiver-tls.ts';
import { runScan, type ScanRun } from '../../test/support/run-scan.ts';
import { TARGET_PASSWORD, TARGETS, type TargetServer } from '../../test/support/target-server.ts';
import { postgresType } from '../connectors/postgres/postgres-connector.ts';
import type { ScannedAccess } from '../connectors/scan/score-access.ts';

/** What nobody should call a role, and somebody does. */
const EVIL = '<script>alert(1)</script> "x"\'&\n\u001b[31m\u202e';
const FORMULA = '=HYPERLINK("http://evil")';

let server: TargetServer;
let world: PostgresWorld;
let folder: string;
beforeAll(async () => {
  const [target] = TARGETS;
  server = await (target as (typeof TARGETS)[number]).start({
    shared_preload_libraries: 'pg_stat_statements',
  });
  world = await postgresWorld(server);
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  await server.query(
    `CREATE ROLE ${quoted(EVIL)} LOGIN VALID UNTIL '2020-01-01'; GRANT SELECT ON sales.orders TO ${quoted(EVIL)};
     CREATE ROLE ${quoted(FORMULA)} LOGIN; GRANT SELECT ON sales.orders TO ${quoted(FORMULA)}`,
    [],
    SHOP,
  );
  folder = await mkdtemp(path.join(tmpdir(), 'lapse-scan-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world?.close();
  await server?.stop();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const urlOf = (user: string, rest = ''): string =>
  `postgres://${user}@${encodeURIComponent(server.host)}:${server.port}/postgres${rest}`;

const run = (
  args: string[] = [],
  {
    url = urlOf('lapse_reader'),
    password = TARGET_PASSWORD as string | null,
    tls = ['--tls', 'disable'],
  } = {},
): Promise<ScanRun> =>
  runScan([url, ...tls, ...args], {
    env: password === null ? {} : { PGPASSWORD: password },
    secrets: [TARGET_PASSWORD],
  });

/** A server that answers what a client says first, which is whether it may use TLS, and nothing else. */
async function answering(
  answer: (socket: Socket) => void,
): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const fake = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
  return {
    port: (fake.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => fake.close(resolve));
    },
  };
}

interface Json {
  coverage: { observes_use: boolean; observed_since: string; sources: unknown[] };
  totals: Record<string, number>;
  superusers: string[];
  access: ScannedAccess[];
}
const scanJson = async (args: string[] = [], more = {}): Promise<Json> => {
  const { out, error } = await run(['--json', ...args], more);
  expect(error).toBe(null);
  return JSON.parse(out) as Json;
};
const rowOf = ({ access }: Json, who: string, on: string): ScannedAccess | undefined =>
  access.find(({ principal, asset }) => principal === who && asset === on);

describe('where the server tells nothing about use', () => {
  test('it says that use is not known, and claims nothing', async () => {
    const { out, error } = await run();
    expect(error).toBe(null);
    expect(out).toContain('Use is not known.');
    expect(out).toContain('CREATE EXTENSION pg_stat_statements in database postgres.');
    expect(out).toContain('No log_path is set.');
    expect(out.indexOf('Use is not known.')).toBeLessThan(out.indexOf('The stalest access'));
    const json = await scanJson();
    expect(json.coverage).toMatchObject({ observes_use: false, observed_since: null });
    expect(rowOf(json, 'ana', 'shop.sales.orders')).toMatchObject({ use: 'not_known', score: null });
    expect(json.access.filter(({ use }) => use === 'not_seen')).toEqual([]);
    expect(out.replace(/so nothing below says that access was never used/, '')).not.toMatch(
      /never|none seen|unused|[Nn]o use/,
    );
  });
});

describe('with pg_stat_statements', () => {
  beforeAll(async () => {
    await server.query('CREATE EXTENSION pg_stat_statements');
    await server.query('SELECT pg_stat_statements_reset()');
    await server.as('ana', 'SELECT * FROM sales.orders', SHOP);
    await server.as('carol', 'SELECT count(*) FROM sales.orders', SHOP);
  });

  test('what was used before the scan is found, and since when the rest was quiet', async () => {
    const json = await scanJson();
    expect(json.coverage.observes_use).toBe(true);
    const since = json.coverage.observed_since;
    expect(Date.parse(since)).toBeLessThan(Date.now());
    expect(rowOf(json, 'ana', 'shop.sales.orders')).toMatchObject({
      use: 'seen',
      permission: 'read',
      last_used_not_before: since,
      revocable: true,
    });
    // Carol is in juniors, and juniors are in analysts.
    expect(rowOf(json, 'analysts', 'shop.sales.orders')).toMatchObject({
      use: 'seen',
      members: 2,
      members_seen: 1,
    });
    expect(rowOf(json, 'frank', 'shop.sales.payments')).toMatchObject({
      use: 'not_seen',
      last_used_at: null,
      no_use_since: since,
    });
    expect(rowOf(json, 'PUBLIC (every role)', 'shop.sales')).toMatchObject({
      use: 'seen',
      revocable: false,
      not_revocable_because: 'everybody has it',
    });
    expect(rowOf(json, 'shop_owner', 'shop.sales.payments')).toMatchObject({
      permission: 'owner',
      revocable: false,
      not_revocable_because: 'it is ownership',
    });
    expect(json.superusers).toEqual(expect.arrayContaining(['root', 'lapse_admin']));
    expect(json.totals.grants).toBe(json.access.length);
    const kept = json.access.map(({ revocable }) => revocable);
    expect(kept.lastIndexOf(true)).toBeLessThan(kept.indexOf(false));
  });

  test('nothing on the server is different afterwards, and nothing could have been', async () => {
    const before = await dumpAccess(server);
    await run();
    expect(await dumpAccess(server)).toEqual(before);
    const begun = await server.query<{ query: string }>(
      `SELECT DISTINCT query FROM pg_stat_statements JOIN pg_roles r ON r.oid = userid
       WHERE r.rolname = 'lapse_reader' AND query ~* '^(begin|start)'`,
    );
    expect(begun).toEqual([{ query: 'BEGIN READ ONLY' }]);
    const read = postgresType.readSettings({
      host: server.host,
      port: server.port,
      user: 'lapse_admin',
      password: TARGET_PASSWORD,
      tls: 'disable',
    });
    if ('faults' in read) throw new Error('unexpected');
    const connector = postgresType.connect(read.settings, { now: () => new Date(), read_only: true });
    const plan = await connector.plan({
      kind: 'grant',
      principal_key: 'role/ana',
      asset_key: tableKey('orders'),
    });
    if (plan.outcome !== 'planned') throw new Error(plan.outcome);
    await expect(connector.revoke(plan.undo)).rejects.toThrow(/read-only transaction/);
    await connector.close();
    expect(await dumpAccess(server)).toEqual(before);
  });

  test('the table: what is known first, the stalest first, everything visible', async () => {
    const { out, err } = await run();
    expect(out.split('\n')[0]).toMatch(
      /^PostgreSQL 18\S* at \S+:\d+, read as lapse_reader on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    );
    const known = out.indexOf('Use is known since ');
    const heads = out.indexOf('SCORE');
    expect(known).toBeGreaterThan(0);
    expect(heads).toBeGreaterThan(known);
    expect(out).toMatch(/\d superusers? \(.*root.*\) can reach everything without a grant/);
    // Expired accounts come first; their names can do nothing to a terminal.
    const first = out.slice(heads).split('\n')[1];
    expect(first).toMatch(
      /^ \d\d\.\d {2}<script>alert\(1\)<\/script> "x"'&\\u\{a\}\\u\{1b\}\[31m\\u\{202e\} +read/,
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(out).toContain('180 days sooner, because the account is disabled in the directory.');
    expect(out).toMatch(/--limit \d+ shows all\./);
    expect(err.trim().split('\n')).toEqual([
      expect.stringMatching(/^1\/5 Reading principals: \d+$/),
      expect.stringMatching(/^2\/5 Reading memberships: \d+$/),
      expect.stringMatching(/^3\/5 Reading assets: \d+$/),
      expect.stringMatching(/^4\/5 Reading grants: \d+$/),
      expect.stringMatching(/^5\/5 Reading use: \d+$/),
    ]);
    const { out: one } = await run(['--limit', '1']);
    expect(one).toContain('The stalest access, 1 of ');
  });

  test('CSV is one table, in which nothing runs', async () => {
    const { out, err } = await run(['--csv']);
    const [head, ...records] = readCsv(out);
    expect(head).toContain('not_revocable_because');
    const names = records.map(([principal]) => principal);
    expect(names).toContain(EVIL);
    expect(names).toContain(`'${FORMULA}`);
    expect(records.every((record) => record.length === head?.length)).toBe(true);
    expect(err).toContain('Use is known since ');
  });

  test('JSON has names as they are, and no byte that a terminal obeys', async () => {
    const { out } = await run(['--json', '--limit', '3']);
    const json = JSON.parse(out) as Json;
    expect(json.access).toHaveLength(3);
    expect(json.access.map(({ principal }) => principal)).toContain(EVIL);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test('HTML is one file in which names are text', async () => {
    const file = path.join(folder, 'scan.html');
    const { out, error } = await run(['--html', file]);
    expect(error).toBe(null);
    expect(out).toMatch(/^Wrote all \d+ grants to /);
    const html = await readFile(file, 'utf8');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;x&quot;&#39;&amp;\\u{a}');
    expect(html).not.toMatch(/<script|<link (?!rel="icon")|https?:\/\/(?!evil)|\u202e/);
    expect(html).toContain("default-src 'none'");
    for (const tag of ['html', 'table', 'tbody', 'tr', 'td', 'section', 'details', 'main']) {
      const opened = html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length;
      expect(opened, tag).toBe(html.match(new RegExp(`</${tag}>`, 'g'))?.length);
    }
    expect(html.indexOf('What is known about use')).toBeLessThan(html.indexOf('<table'));
    expect(html).toContain('<span class="kept">not revocable</span>');
    expect((await stat(file)).mode & 0o077).toBe(0);
    if (process.env.SCAN_HTML)
      await (await import('node:fs/promises')).writeFile(process.env.SCAN_HTML, html);
  });

  test('only the databases that are named are read', async () => {
    const json = await scanJson(['--databases', 'postgres']);
    expect(json.access.filter(({ asset }) => asset.startsWith(SHOP))).toEqual([]);
    expect(json.access.length).toBeGreaterThan(0);
    const { error } = await run(['--databases', 'nowhere']);
    expect(error).toBe('The server does not have a database named nowhere: see --databases.');
  });

  test('a password may come from standard input', async () => {
    const stdin = vi.spyOn(process, 'stdin', 'get');
    stdin.mockReturnValue(Readable.from([`${TARGET_PASSWORD}\n`]) as never);
    const { error, out } = await run(['--password-file', '-'], { password: null });
    expect(error).toBe(null);
    expect(out).toContain('Use is known since ');
  });

  test('who lacks pg_monitor is told, not shown half of the truth', async () => {
    const { error, out } = await run([], { url: urlOf('lapse_limited') });
    expect(out).toBe('');
    expect(error).toMatch(/^lapse_limited is not a member of pg_monitor, .* GRANT pg_monitor TO it/);
  });

  test('a database that may not be read is named', async () => {
    await server.query('CREATE DATABASE closed');
    await server.query('REVOKE CONNECT ON DATABASE closed FROM PUBLIC');
    const { error } = await run();
    expect(error).toBe(
      'lapse_reader lacks CONNECT on database closed: grant it, or name the databases to read with --databases.',
    );
    await server.query('DROP DATABASE closed');
  });

  test('a wrong password, none, and an account that is not there', async () => {
    expect((await run([], { password: 'wrong-secret' })).error).toMatch(
      /^\S+ does not accept this password for lapse_reader\.$/,
    );
    const none = await run([], { password: null });
    expect(none.error).toMatch(/asks for the password of lapse_reader: set PGPASSWORD/);
    expect((await run([], { url: urlOf('nobody_here') })).error).toContain('nobody_here');
  });

  test('a database that is not there', async () => {
    const url = urlOf('lapse_reader').replace(/postgres$/, 'nowhere');
    expect((await run([], { url })).error).toContain('no database named nowhere');
  });
});

test.each(TARGETS.slice(1))('also $name, over the network', async ({ start }) => {
  const other = await start({ shared_preload_libraries: 'pg_stat_statements' });
  const otherWorld = await postgresWorld(other);
  try {
    await other.query('CREATE EXTENSION pg_stat_statements');
    await other.as('ana', 'SELECT * FROM sales.orders', SHOP);
    const url = `postgres://lapse_reader@${other.host}:${other.port}`;
    const before = await dumpAccess(other);
    const json = await scanJson([], { url });
    expect(await dumpAccess(other)).toEqual(before);
    expect(rowOf(json, 'ana', 'shop.sales.orders')).toMatchObject({ use: 'seen' });
    expect(rowOf(json, 'frank', 'shop.sales.payments')).toMatchObject({ use: 'not_seen' });
    const { error } = await run([], { url, password: 'wrong-secret' });
    expect(error).toBe(`${other.host}:${other.port} does not accept this password for lapse_reader.`);
    const refused = await run([], { url, tls: ['--tls', 'require'] });
    expect(refused.error).toContain('refuses TLS');
  } finally {
    await otherWorld.close();
    await other.stop();
  }
});

test('Ctrl-C ends it at once, also while nothing answers', async () => {
  let isAsked = false;
  const silent = await answering(() => {
    isAsked = true;
  });
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const before = process.listenerCount('SIGINT');
  const running = run([], { url: `postgres://ana@127.0.0.1:${silent.port}/x` });
  await vi.waitFor(() => expect(isAsked).toBe(true));
  process.emit('SIGINT');
  expect(exit).toHaveBeenCalledExactlyOnceWith(130);
  await silent.close();
  const { err, out } = await running;
  expect(err).toContain('lapse: Stopped; nothing was changed.\n');
  expect(out).toBe('');
  expect(process.listenerCount('SIGINT')).toBe(before);
});

test('a server without TLS', async () => {
  const fake = await answering((socket) => socket.write('N'));
  const { error } = await run([], { url: `postgres://ana@127.0.0.1:${fake.port}/x`, tls: [] });
  await fake.close();
  expect(error).toMatch(/^127\.0\.0\.1:\d+ refuses TLS; --tls disable connects without it/);
});

test('a certificate that nobody known has signed', async () => {
  const fake = await answering((socket) => {
    socket.write('S');
    new TLSSocket(socket, { isServer: true, key: receiverTls.key, cert: receiverTls.cert }).on(
      'error',
      () => {},
    );
  });
  const { error } = await run([], { url: `postgres://ana@localhost:${fake.port}/x`, tls: [] });
  await fake.close();
  expect(error).toMatch(/^The certificate of localhost cannot be verified \(.*--tls-ca FILE/);
});

describe('what cannot be reached', () => {
  test.each([
    [
      'mysql://root@db/shop',
      'Nothing is known about mysql://; what can be scanned is postgres, azure_ad, databricks, synapse, fabric, baton, postgres://USER@HOST:5432/DATABASE.',
    ],
    [
      'db.example.com',
      'This is neither a platform nor a URL; what can be scanned is postgres, azure_ad, databricks, synapse, fabric, baton, postgres://USER@HOST:5432/DATABASE.',
    ],
    [
      'postgres://ana:top-secret@db/shop',
      'A password in a URL is shown to everybody on this machine: set PGPASSWORD, or use --password-file.',
    ],
    ['postgres://db/shop', 'The URL names no user; expected postgres://USER@HOST:5432/DATABASE.'],
    ['postgres:///shop?user=ana', 'The URL names no host; expected postgres://USER@HOST:5432/DATABASE.'],
    [
      'postgres://ana@db/shop?options=x',
      'The URL has a parameter that is not known; known are host, sslmode, user.',
    ],
    ['postgres://ana@db/shop?sslmode=prefer', 'tls: expected one of disable, require, verify-full.'],
    ['postgres://ana@localhost:1/shop', 'Nothing answers at localhost:1.'],
    ['postgres://ana@nowhere.invalid/shop', 'There is no host named nowhere.invalid.'],
  ])('%s', async (url, expected) => {
    const { error, out } = await run([], { url, tls: [] });
    expect(error).toBe(expected);
    expect(out).toBe('');
  });
});
