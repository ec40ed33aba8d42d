/**
 * Grants as CSV, with the principals and assets that they name, the same file again, and the same grants as NDJSON: seconds, statements
 * and the memory of the process. `--profile` tells for how long which statements were waited.
 *
 *   npm run bench:csv [-- --rows 1000000] [--profile]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { importGrantsCsv } from '../../src/core/csv/import-csv.ts';
import {
  type ImportOptions,
  type ImportSummary,
  importDirectory,
} from '../../src/core/directory/import/import-directory.ts';
import { type Database, openDatabase, type Querier } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { renewStatistics } from '../../src/platform/database/statistics.ts';
import { ensureTenants } from '../../src/platform/tenants/tenants.sql.ts';
import { record } from '../result.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    profile: { type: 'boolean', default: false },
  },
});
const ROWS = Number(values.rows);
const [PEOPLE, ASSETS] = [Math.ceil(ROWS / 20), Math.ceil(ROWS / 100)];
/** As workers do. */
const RENEW_EVERY_MS = 2_000;

const READING = { map: null, set: {}, separator: null, date_format: 'iso', time_zone: 'UTC' } as const;

type Lines = AsyncIterable<{ number: number; text: string }>;

const person = (i: number): string => `person${i % PEOPLE}@corp.example`;
const asset = (i: number): string => `sales.table_${(i * 31) % ASSETS}`;

async function* csv(): Lines {
  yield { number: 1, text: 'principal,principal_name,department,asset,platform,permission,granted_at' };
  for (let i = 0; i < ROWS; i += 1) {
    const who = `${person(i)},"Person, ${i % PEOPLE}",Department ${i % 50}`;
    yield { number: i + 2, text: `${who},${asset(i)},fabric,read_${Math.floor(i / PEOPLE)},2025-01-01` };
  }
}

async function* ndjson(): Lines {
  let number = 0;
  const line = (fields: object) => ({ number: ++number, text: JSON.stringify(fields) });
  for (let i = 0; i < PEOPLE; i += 1) {
    const email = person(i);
    yield line({
      kind: 'principal',
      id: email,
      email,
      display_name: `Person, ${i}`,
      type: 'user',
      department: `Department ${i % 50}`,
    });
  }
  for (let i = 0; i < ASSETS; i += 1) {
    const name = `sales.table_${i}`;
    yield line({ kind: 'asset', id: name, name, type: 'table', platform: 'fabric' });
  }
  for (let i = 0; i < ROWS; i += 1) {
    yield line({
      kind: 'grant',
      id: `g${i}`,
      principal_id: person(i),
      asset_id: asset(i),
      permission: `read_${Math.floor(i / PEOPLE)}`,
      granted_at: '2025-01-01T00:00:00Z',
    });
  }
}

/** What was asked of the database: how often, and how long it was waited for. */
class Asked {
  statements = 0;
  readonly #waited = new Map<string, { times: number; ms: number }>();

  of(db: Database): Database {
    const watched = <Q extends Querier>(q: Q): Q =>
      Object.assign(Object.create(q), {
        query: async (text: string, given?: unknown[]) => {
          const start = performance.now();
          const rows = await q.query(text, given);
          this.#add(text, performance.now() - start);
          return rows;
        },
      });
    return Object.assign(Object.create(db), {
      alone: (tenant: number) => watched(db.alone(tenant)),
      transaction: (tenant: number, work: (tx: Querier) => Promise<unknown>) =>
        db.transaction(tenant, (tx) => work(watched(tx))),
    });
  }

  #add(text: string, ms: number): void {
    const key = text.replace(/\s+/g, ' ').slice(0, 110);
    const before = this.#waited.get(key) ?? { times: 0, ms: 0 };
    this.#waited.set(key, { times: before.times + 1, ms: before.ms + ms });
    this.statements += 1;
  }

  print(): void {
    const most = [...this.#waited].sort(([, a], [, b]) => b.ms - a.ms).slice(0, 14);
    for (const [text, { times, ms }] of most)
      console.log(`  ${(ms / 1000).toFixed(1)} s, ${times} times: ${text}`);
  }
}

async function measure(
  name: string,
  options: ImportOptions,
  work: (options: ImportOptions) => Promise<ImportSummary>,
): Promise<void> {
  const asked = new Asked();
  const halves = [0, 0];
  let half = 0;
  const watch = setInterval(() => {
    halves[half] = Math.max(halves[half] as number, process.memoryUsage().heapUsed / 2 ** 20);
  }, 50);
  const onProgress = ({ lines }: ImportSummary): void => {
    half = lines > ROWS / 2 ? 1 : 0;
  };
  const start = performance.now();
  const cpu = process.cpuUsage();
  const summary = await work({ ...options, db: asked.of(options.db), onProgress });
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  if (summary.rejected > 0 || summary.counts.grant !== ROWS) throw new Error(JSON.stringify(summary));
  const [first, second] = halves.map((heap) => heap.toFixed(0));
  console.log(
    `${name}: ${seconds.toFixed(1)} s, of which ${((user + system) / 1e6).toFixed(1)} s of this process; ${asked.statements} statements; ` +
      `heap at most ${first} MB in the first half and ${second} in the second`,
  );
  if (values.profile) asked.print();
  record({ line: `${name}, ${ROWS} grants`, unit: 's', values: [seconds] });
  record({ line: `${name}, ${ROWS} grants, statements`, unit: 'statements', values: [asked.statements] });
  record({ line: `${name}, ${ROWS} grants, heap`, unit: 'MB', values: [Math.max(...halves)] });
}

const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
const server = await startEmbeddedServer({ data_dir, log: () => {} });
try {
  const superuser = new pg.Client(server.connection('superuser', 'postgres'));
  await superuser.connect();
  await superuser.query('CREATE DATABASE bench OWNER lapse_owner');
  await superuser.end();
  await migrate(server.connection('owner', 'bench'), { role: 'lapse_app' });
  const connection = server.connection('application', 'bench');
  const db = openDatabase({ connection, pool_size: 4, onError: (error) => console.error(error.message) });
  const renew = setInterval(() => void renewStatistics(db).catch(() => {}), RENEW_EVERY_MS);
  const [one, other] = await ensureTenants(db, ['csv', 'ndjson']);
  const of = (tenant: typeof one): ImportOptions => ({ db, tenant_id: tenant?.tenant_id as number });
  const asCsv = (options: ImportOptions) => importGrantsCsv(options, csv(), READING);
  await measure('CSV', of(one), asCsv);
  await measure('the same CSV again', of(one), asCsv);
  await measure('NDJSON', of(other), (options) => importDirectory(options, ndjson()));
  clearInterval(renew);
  await db.close();
} finally {
  await server.stop();
  await rm(data_dir, { recursive: true, force: true });
}
