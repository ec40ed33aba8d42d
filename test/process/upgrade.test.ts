import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { attachEmbeddedServer, startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { expect, test } from 'vitest';
import { dumpSchema } from '../support/schema-dump.ts';
import { eventually, PROGRAM, startLapse, temporaryDirectory } from './lapse-process.ts';

/** What an earlier release left behind opens in this one. See test/fixtures/upgrade/README.md. */

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/upgrade/${name}`, import.meta.url));
const run = promisify(execFile);

interface Expected {
  secrets_key: string;
  as_of: string;
  totals: Record<string, number>;
  audit_entries: number;
  audit_key: string;
  audit_checkpoint: string;
  remediations: { id: string; status: string; grant_id: string }[];
  decided: { id: string }[];
  scores: [string, string, number][];
}

/** The data directory as that release left it: its tables and rows, its keys, and a server that was shut down. */
async function oldDataDirectory(name: string): Promise<{ data_dir: string; expected: Expected }> {
  const expected = JSON.parse(await readFile(fixture(`${name}.json`), 'utf8')) as Expected;
  const sql = gunzipSync(await readFile(fixture(`${name}.sql.gz`))).toString();
  const data_dir = await temporaryDirectory();
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  try {
    await asRole(server.connection('owner'), (query) =>
      // Two lines are for psql only.
      query(sql.replace(/^\\(un)?restrict .*$/gm, '')),
    );
  } finally {
    await server.stop();
  }
  await mkdir(path.join(data_dir, 'keys'), { mode: 0o700 });
  await writeFile(path.join(data_dir, 'keys', 'secrets.key'), `${expected.secrets_key}\n`, { mode: 0o600 });
  return { data_dir, expected };
}

type Query = (text: string) => Promise<Record<string, unknown>[]>;

async function asRole<T>(connection: pg.ClientConfig, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(async (text) => (await client.query(text)).rows);
  } finally {
    await client.end();
  }
}

interface Page {
  items: Record<string, unknown>[];
  next_cursor: string | null;
  total: number;
}

function reader(address: string) {
  const get = async (route: string): Promise<Page & Record<string, unknown>> => {
    const response = await fetch(`${address}${route}`);
    if (response.status !== 200) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Page & Record<string, unknown>;
  };
  const all = async (route: string): Promise<Page['items']> => {
    const items: Page['items'] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await get(`${route}${route.includes('?') ? '&' : '?'}limit=100${cursor}`);
      items.push(...page.items);
      cursor = page.next_cursor && `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
    return items;
  };
  return { get, all };
}

/** What it is the history of must be said, by one parameter or another. */
const NEEDS: Record<string, string> = {
  '/v1/scores/history': '?principal_id=prin-028',
  '/v1/decisions': '?principal_id=prin-028',
};

/** Every route of the API description that lists something. */
async function listRoutes(address: string): Promise<string[]> {
  const description = (await (await fetch(`${address}/openapi.json`)).json()) as {
    paths: Record<string, { get?: { parameters?: { required?: boolean; in: string; name: string }[] } }>;
  };
  return Object.entries(description.paths)
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'cursor'))
    .filter(([, { get }]) => !get?.parameters?.some(({ required }) => required))
    .map(([route]) => route);
}

const UNLIMITED = { RATE_LIMIT_READS: 'off', RATE_LIMIT_WRITES: 'off' };

test.each(['schema-0008'])('a data directory with %s opens, with everything that was in it', async (name) => {
  const { data_dir, expected } = await oldDataDirectory(name);
  // Nothing that time makes due changes what is read here.
  const gateway = startLapse({
    ...{ command: 'serve', args: ['--role', 'gateway'], data_dir },
    env: { ...UNLIMITED, AUTH_DISABLED: 'true' },
  });
  const address = await gateway.ready();
  await hasTheSchemaOfNow(data_dir);
  await answersAsBefore(address, expected);
  expect((await gateway.stop()).code).toBe(0);

  const lapse = startLapse({ data_dir, env: UNLIMITED });
  await goesOn(await lapse.ready(), data_dir, expected);
  expect((await lapse.stop()).code).toBe(0);
});

async function hasTheSchemaOfNow(dataDir: string): Promise<void> {
  const server = await attachEmbeddedServer(dataDir);
  if (!server) throw new Error('the server does not run');
  await asRole(server.connection('superuser', 'lapse'), async (query) => {
    expect(await dumpSchema(query)).toBe(
      await readFile(new URL('../../src/platform/database/schema.sql', import.meta.url), 'utf8'),
    );
    // Partitions are not in that file: none may be open to other tenants.
    const open = await query(
      `SELECT relname FROM pg_class
       WHERE relispartition AND relkind = 'r' AND NOT (relrowsecurity AND relforcerowsecurity)`,
    );
    expect(open).toEqual([]);
  });
}

async function answersAsBefore(address: string, expected: Expected): Promise<void> {
  const { get, all } = reader(address);
  const lists = await listRoutes(address);
  expect(lists).toEqual(expect.arrayContaining(Object.keys(expected.totals).map((noun) => `/v1/${noun}`)));
  for (const route of lists) await get(`${route}${NEEDS[route] ?? ''}`);
  for (const [noun, total] of Object.entries(expected.totals)) {
    expect(await all(`/v1/${noun}`), noun).toHaveLength(total);
  }
  const remediations = await all('/v1/remediations');
  expect(remediations).toEqual(expected.remediations.map((before) => expect.objectContaining(before)));
  const decided = await all('/v1/reviews?status=DECIDED');
  expect(decided).toEqual(expected.decided.map((before) => expect.objectContaining(before)));
  const scores = await all(`/v1/scores?form=pair&as_of=${expected.as_of}`);
  expect(scores.map(({ principal_id, asset_id, score }) => [principal_id, asset_id, score])).toEqual(
    expected.scores,
  );
}

async function goesOn(address: string, directory: string, expected: Expected): Promise<void> {
  const { get } = reader(address);
  const send = (method: string, route: string, body: object) =>
    fetch(`${address}${route}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  // A use of the stalest access is taken, and moves its score.
  const [principal_id, asset_id, score] = expected.scores[0] as [string, string, number];
  const use = { principal_id, asset_id, action: 'query', timestamp: new Date().toISOString() };
  expect((await send('POST', '/v1/events', use)).status).toBe(201);
  await eventually(async () => {
    const { items } = await get(`/v1/scores?form=pair&principal_id=${principal_id}&asset_id=${asset_id}`);
    return Number(items[0]?.score) < score;
  });
  // The log goes on from where it was: the checkpoint that was kept is a beginning of the new one.
  await send('PUT', '/v1/policy', { remediation: { min_grant_age_days: 3 } });
  await eventually(
    async () => Number((await get('/v1/audit/checkpoint')).tree_size) > expected.audit_entries,
  );
  await verifies(address, directory, expected);
}

async function verifies(address: string, directory: string, expected: Expected): Promise<void> {
  const bundle = path.join(directory, 'audit.ndjson');
  const checkpoint = path.join(directory, 'audit.checkpoint');
  await writeFile(bundle, await (await fetch(`${address}/v1/audit/export`)).text());
  await writeFile(checkpoint, expected.audit_checkpoint);
  const args = ['audit', 'verify', bundle, '--key', expected.audit_key, '--checkpoint', checkpoint];
  const { stdout } = await run(process.execPath, [PROGRAM, ...args]);
  expect(stdout).toMatch(`The first ${expected.audit_entries.toLocaleString('en')} entries are those`);
  expect(stdout).toMatch('VERIFIED. No entry was changed, removed, inserted or moved.');
}
