/**
 * A sync of a directory with 1,000,000 memberships, or of a catalogue with 1,000,000 grants, killed once on the way, and the
 * next ones, in which nothing has changed: rows written and bytes of the write-ahead log, seconds, requests, and the memory
 * of the process.
 *
 *   npm run bench:sync [-- --memberships 1000000]
 *   npm run bench:sync -- --platform databricks [--grants 1000000]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { migrate } from '../../src/platform/database/migrate.ts';
import { record } from '../result.ts';
import { type BenchServer, startCatalogServer } from './catalog-server.ts';
import { startTenantServer } from './tenant-server.ts';

const { values } = parseArgs({
  options: {
    platform: { type: 'string', default: 'azure_ad' },
    memberships: { type: 'string', default: '1000000' },
    grants: { type: 'string', default: '1000000' },
  },
});
const MEMBERS_PER_GROUP = 100;
const APPLICATIONS = 100;
const GRANTS_PER_TABLE = 100;
const TENANT = 1;

interface Subject {
  platform: string;
  /** What is counted, and how many of them there are. */
  counted: 'memberships' | 'grants';
  number: number;
  start(): Promise<BenchServer>;
  /** What syncs come after the first, and how many milliseconds later. */
  later: (readonly [string, number])[];
}

const SUBJECTS: Record<string, Subject> = {
  azure_ad: {
    platform: 'azure_ad',
    counted: 'memberships',
    number: Number(values.memberships),
    start: () =>
      startTenantServer({
        users: Math.max(1_000, Number(values.memberships) / 10),
        groups: Number(values.memberships) / MEMBERS_PER_GROUP,
        members_per_group: MEMBERS_PER_GROUP,
        applications: APPLICATIONS,
        assignments_per_application: Math.ceil(Number(values.memberships) / 10 / APPLICATIONS),
      }),
    later: [
      ['a sync of what has changed', 4_000_000],
      ['a full listing, a day later', 90_000_000],
    ],
  },
  databricks: {
    platform: 'databricks',
    counted: 'grants',
    number: Number(values.grants),
    start: () =>
      startCatalogServer({
        users: Math.min(10_000, Math.max(GRANTS_PER_TABLE, Number(values.grants) / 100)),
        tables: Math.ceil(Number(values.grants) / GRANTS_PER_TABLE),
        grants_per_table: GRANTS_PER_TABLE,
      }),
    later: [['the next sync', 4_000_000]],
  },
};
const subject = SUBJECTS[values.platform];
if (!subject || !(subject.number >= GRANTS_PER_TABLE)) {
  console.error(
    `Expected --platform ${Object.keys(SUBJECTS).join(' or ')}, and at least ${GRANTS_PER_TABLE} memberships or grants.`,
  );
  process.exit(2);
}
const { platform, counted, number } = subject;

interface Run {
  seconds: number;
  rss_mb: number;
  heap_mb: number;
}

async function main(): Promise<void> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  const served = await (subject as Subject).start();
  const maintenance = new pg.Client(server.connection('superuser', 'postgres'));
  await maintenance.connect();
  await maintenance.query('CREATE DATABASE bench OWNER lapse_owner');
  await maintenance.end();
  await migrate(server.connection('owner', 'bench'), { role: 'lapse_app' });
  const admin = new pg.Client(server.connection('superuser', 'bench'));
  await admin.connect();
  try {
    const connection = JSON.stringify(server.connection('application', 'bench'));
    await measure(admin, served, (at) => startSync(connection, served.url, at));
  } finally {
    await admin.end();
    await served.close();
    await server.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

const startSync = (connection: string, url: string, at: number) =>
  spawn(
    process.execPath,
    ['scripts/run-ts.mjs', 'bench/sync/one-sync.ts', connection, url, String(at), platform],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );

async function measure(
  admin: pg.Client,
  served: BenchServer,
  start: (at: number) => ReturnType<typeof startSync>,
): Promise<void> {
  let at = Date.parse('2026-03-01T12:00:00Z');
  await admin.query(
    `INSERT INTO tenants (tenant_id, tid) OVERRIDING SYSTEM VALUE VALUES (${TENANT}, 'bench')`,
  );
  await admin.query(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by, next_sync_at) VALUES (${TENANT}, 'c1', $2, 'Bench', '{}', '', '{}', 300, 'bench', $1)`,
    [new Date(at).toISOString(), platform],
  );
  const before = await written(admin);
  const killed = start(at);
  const halfway = await killHalfway(admin, killed);
  const asked = served.requests();
  at = await nextDue(admin);
  const first = await finish(start(at));
  const between = await written(admin);
  const progress = await progressOf(admin);
  if (progress?.phase !== 'done') throw new Error(`the sync was not done: ${JSON.stringify(progress)}`);
  console.log(
    `killed at ${halfway} ${counted} after ${asked} requests; ${served.requests() - asked} more until it was done: ${JSON.stringify(progress)}`,
  );
  const rows = between.rows - before.rows;
  const wal = between.wal - before.wal;
  console.log(`first sync: ${rows} rows, ${mb(wal)} MB of log, ${told(first)}`);
  record({
    line: `first sync of ${counted}, after it was killed halfway`,
    unit: 's',
    values: [first.seconds],
  });
  record({ line: `first sync of ${counted}, rows written`, unit: 'rows', values: [rows] });
  recordMemory(`first sync of ${counted}`, first);
  for (const [name, later] of (subject as Subject).later) {
    await admin.query('VACUUM ANALYZE');
    const settled = await written(admin);
    const earlier = served.requests();
    at = (await nextDue(admin)) + later;
    const run = await finish(start(at));
    const after = await written(admin);
    const ratio = (after.rows - settled.rows) / rows;
    console.log(
      `${name}, of which nothing has: ${served.requests() - earlier} requests, ${after.rows - settled.rows} rows, ${mb(after.wal - settled.wal)} MB of log, ${told(run)}; ${ratio.toFixed(4)} of the rows of the first (aim 0.1)`,
    );
    record({
      line: `${name} (${counted}), rows written against the first`,
      unit: 'ratio',
      values: [ratio],
      at_most: 0.1,
    });
    record({ line: `${name} (${counted})`, unit: 's', values: [run.seconds] });
    recordMemory(`${name} (${counted})`, run);
  }
}

function recordMemory(line: string, { heap_mb, rss_mb }: Run): void {
  record({ line: `${line}, heap at most`, unit: 'MB', values: [heap_mb] });
  record({ line: `${line}, resident at most`, unit: 'MB', values: [rss_mb] });
}

async function killHalfway(admin: pg.Client, child: ReturnType<typeof startSync>): Promise<number> {
  for (;;) {
    const progress = await progressOf(admin);
    const read = Number(progress?.[counted] ?? 0);
    if (read >= number / 2) {
      child.kill('SIGKILL');
      await once(child, 'exit');
      return Number((await progressOf(admin))?.[counted]);
    }
    if (child.exitCode !== null) throw new Error('the sync ended before it was half done');
    await sleep(50);
  }
}

/** By its own clock: when the next sync begins, or the lease of one that was killed ends. */
async function nextDue(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query('SELECT next_sync_at FROM connectors');
  return rows[0].next_sync_at.getTime();
}

async function finish(child: ReturnType<typeof startSync>): Promise<Run> {
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the sync ended with ${code}`);
  return JSON.parse(text.trim().split('\n').at(-1) as string);
}

async function progressOf(admin: pg.Client): Promise<Record<string, unknown> | null> {
  const { rows } = await admin.query('SELECT progress, error FROM connectors');
  if (rows[0].error !== null) throw new Error(rows[0].error);
  return rows[0].progress;
}

async function written(admin: pg.Client): Promise<{ rows: number; wal: number }> {
  // Sessions that ended tell their figures a moment later.
  await sleep(1_500);
  const { rows } = await admin.query(
    `SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 AS rows,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal FROM pg_stat_user_tables`,
  );
  return rows[0];
}

const mb = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
const told = ({ seconds, rss_mb, heap_mb }: Run): string =>
  `${seconds.toFixed(1)} s, at most ${heap_mb.toFixed(0)} MB of heap and ${rss_mb.toFixed(0)} MB resident`;

await main();
