/**
 * What the list endpoints read, at 10,000 and at 1,000,000 grants: buffers and scans from EXPLAIN (ANALYZE, BUFFERS) of
 * the very statements that the store sends, with the generic plans it runs with. Also the speed and memory of an
 * import. Counts do not depend on how busy the machine is.
 *
 *   npm run bench:lists [-- --large 1000000]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { listAssets } from '../../src/core/directory/assets.sql.ts';
import { listGrants } from '../../src/core/directory/grants.sql.ts';
import { importDirectory } from '../../src/core/directory/import/import-directory.ts';
import { listPrincipals } from '../../src/core/directory/principals.sql.ts';
import {
  type ConnectionSettings,
  openDatabase,
  type Querier,
  sessionSettings,
} from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import type { PageRequest } from '../../src/platform/database/page.ts';
import { ensureTenants } from '../../src/platform/tenants/tenants.sql.ts';
import { directoryText, organisation } from '../../src/synthetic/organisation.ts';
import { record } from '../result.ts';

const SMALL = 10_000;
const LARGE = Number(process.argv[process.argv.indexOf('--large') + 1] || 1_000_000) || 1_000_000;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

interface Reading {
  rows: number;
  buffers: number;
  seq_scans: string[];
}

async function main(): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const server = await startEmbeddedServer({ data_dir: directory, log: () => {} });
  try {
    const sizes = [];
    for (const grants of [SMALL, LARGE]) {
      const database = `bench_${grants}`;
      const admin = new pg.Client(server.connection('superuser', 'postgres'));
      await admin.connect();
      await admin.query(`CREATE DATABASE ${database} OWNER lapse_owner`);
      await admin.end();
      sizes.push(await measure(grants, (role) => server.connection(role, database)));
    }
    print(sizes as [Map<string, Reading>, Map<string, Reading>]);
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function measure(
  grants: number,
  connection: (role: 'superuser' | 'owner' | 'application') => ConnectionSettings,
): Promise<Map<string, Reading>> {
  await migrate(connection('owner'), { role: 'lapse_app' });
  const onError = (error: Error) => console.error(error.message);
  const db = openDatabase({ connection: connection('application'), pool_size: 4, onError });
  const [tenant] = await ensureTenants(db, ['bench']);
  const tenant_id = tenant?.tenant_id as number;
  const { lines } = organisation({
    seed: 1,
    principals: Math.max(500, grants / 20),
    assets: Math.max(100, grants / 100),
    grants,
    days: 0,
    now: new Date('2026-01-01T00:00:00Z'),
  });
  const started = performance.now();
  const rssBefore = process.memoryUsage().rss;
  let rssMax = 0;
  const summary = await importDirectory(
    {
      db,
      tenant_id,
      onProgress: () => {
        rssMax = Math.max(rssMax, process.memoryUsage().rss);
      },
    },
    (async function* () {
      let number = 0;
      for (const line of lines()) yield { number: ++number, text: directoryText(line) };
    })(),
  );
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `import of ${summary.lines} lines (${grants} grants): ${seconds.toFixed(1)} s, ${Math.round(summary.lines / seconds)} lines/s, ` +
      `resident memory ${mb(rssBefore)} before, at most ${mb(rssMax)} during; rejected ${summary.rejected}`,
  );
  const superuser = new pg.Client(connection('superuser'));
  await superuser.connect();
  await superuser.query('VACUUM ANALYZE');
  await superuser.end();

  const client = new pg.Client(
    sessionSettings(connection('application'), 'lapse bench', 'force_generic_plan'),
  );
  await client.connect();
  const readings = await explainLists(client, tenant_id);
  await client.end();
  await db.close();
  return readings;
}

async function explainLists(client: pg.Client, tenantId: number): Promise<Map<string, Reading>> {
  await client.query(`SET lapse.tenant_id = '${tenantId}'`);
  const pick = async (text: string): Promise<string> => (await client.query(text)).rows[0].value;
  const principal = await pick('SELECT principal_id AS value FROM grants ORDER BY id OFFSET 5000 LIMIT 1');
  const asset = await pick('SELECT asset_id AS value FROM grants ORDER BY id OFFSET 7000 LIMIT 1');
  const middle = await pick(
    'SELECT id AS value FROM grants ORDER BY id OFFSET (SELECT count(*) / 2 FROM grants) LIMIT 1',
  );
  const email = await pick(
    'SELECT email AS value FROM principals WHERE email IS NOT NULL ORDER BY id OFFSET 300 LIMIT 1',
  );
  const department = await pick(
    'SELECT department AS value FROM principals WHERE department IS NOT NULL LIMIT 1',
  );

  const page: PageRequest = { limit: 50, after: null, offset: 0 };
  const lists: Record<string, (q: Querier) => Promise<unknown>> = {
    'grants, first page': (q) => listGrants(q, {}, page),
    'grants, deep cursor': (q) => listGrants(q, {}, { ...page, after: middle }),
    'grants?principal_id': (q) => listGrants(q, { principal_id: principal }, page),
    'grants?asset_id': (q) => listGrants(q, { asset_id: asset }, page),
    'grants?status=active': (q) => listGrants(q, { status: 'active' }, page),
    'grants?status=revoked': (q) => listGrants(q, { status: 'revoked' }, page),
    'principals, first page': (q) => listPrincipals(q, {}, page),
    'principals?email': (q) => listPrincipals(q, { email }, page),
    'principals?department': (q) => listPrincipals(q, { department }, page),
    'principals?type=group': (q) => listPrincipals(q, { type: 'group' }, page),
    'principals?q (one match)': (q) => listPrincipals(q, { q: email }, page),
    'assets, first page': (q) => listAssets(q, {}, page),
    'assets?platform&classification': (q) =>
      listAssets(q, { platform: 'databricks', classification: 'pii' }, page),
  };
  const readings = new Map<string, Reading>();
  for (const [name, list] of Object.entries(lists)) {
    const q: Querier = {
      tenant_id: tenantId,
      query: async (text, values = []) => {
        readings.set(name, await explain(client, text, values));
        return [];
      },
    };
    await list(q);
  }
  return readings;
}

async function explain(client: pg.Client, text: string, values: unknown[]): Promise<Reading> {
  const literals = values.map((value) =>
    typeof value === 'number' ? value : pg.escapeLiteral(String(value)),
  );
  await client.query(`PREPARE measured AS ${text}`);
  const run = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE measured (${literals.join(', ')})`;
  // The first run warms the catalog caches of the session, whose buffers are not the statement's.
  await client.query(run);
  const { rows } = await client.query(run);
  await client.query('DEALLOCATE measured');
  const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
  return {
    rows: plan['Actual Rows'],
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    seq_scans: seqScans(plan),
  };
}

function seqScans(plan: Plan): string[] {
  const here = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? '?'] : [];
  return [...here, ...(plan.Plans ?? []).flatMap(seqScans)];
}

function print([small, large]: [Map<string, Reading>, Map<string, Reading>]): void {
  console.log(
    `\n| list | buffers at ${SMALL} | at ${LARGE} | ratio | sequential scans |\n|---|---|---|---|---|`,
  );
  for (const [name, reading] of large) {
    const before = small.get(name)?.buffers ?? 0;
    const ratio = (reading.buffers / Math.max(1, before)).toFixed(2);
    record({
      line: `${name}, ${LARGE} against ${SMALL} grants, buffers`,
      unit: 'ratio',
      values: [Number(ratio)],
    });
    console.log(
      `| ${name} | ${before} (${small.get(name)?.rows} rows) | ${reading.buffers} (${reading.rows} rows) | ${ratio} | ${reading.seq_scans.join(', ') || 'none'} |`,
    );
  }
}

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

await main();
