import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { DEFAULT_POLICY } from '../../src/core/policy/policy.rules.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { csvText } from '../../src/reports/content/query.sql.ts';
import { reportQuery } from '../../src/reports/content/rows.sql.ts';
import type { ReportFormat } from '../../src/reports/report.rules.ts';
import { getReport } from '../../src/reports/reports.sql.ts';
import { requestReport } from '../../src/reports/request-report.ts';
import { median, record } from '../result.ts';
import { fill } from './fill.ts';

const TENANT = 1;
const LOOK_EVERY_MS = 20;

/**
 * The stale access of many grants as CSV, from the request until it is completed, against COPY of the same query into
 * nothing; both in turns. The memory is of the worker, which has a process of its own here.
 */
export async function benchCsv({ rows, rounds }: { rows: number; rounds: number }): Promise<void> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  let worker: ChildProcess | undefined;
  let db: Database | undefined;
  try {
    const superuser = new pg.Client(server.connection('superuser', 'postgres'));
    await superuser.connect();
    await superuser.query('CREATE DATABASE bench OWNER lapse_owner');
    await superuser.end();
    await migrate(server.connection('owner', 'bench'), { role: 'lapse_app' });
    const end = Date.now() - 60_000;
    const period = { period_start: iso(end - 30 * 86_400_000), period_end: iso(end) };
    const filler = new pg.Client(server.connection('superuser', 'bench'));
    await filler.connect();
    await filler.query("INSERT INTO tenants (tenant_id, tid) OVERRIDING SYSTEM VALUE VALUES (1, 'bench')");
    await fill(filler, TENANT, { grants: rows, as_of: period.period_end });
    await filler.end();

    const connection = server.connection('application', 'bench');
    db = openDatabase({ connection, pool_size: 2, onError: () => {} });
    const machine = new Machine(db, connection, period);
    worker = machine.worker;
    const ratios: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const bare = await machine.copy();
      const whole = await machine.make('csv');
      if (whole.rows !== rows || whole.bytes < bare.bytes)
        throw new Error('the report is not what COPY gives');
      // The first warms up.
      if (round === 0) continue;
      ratios.push(bare.seconds / whole.seconds);
      console.log(
        `round ${round}: COPY ${bare.seconds.toFixed(2)} s, report ${whole.seconds.toFixed(2)} s ` +
          `(${(whole.bytes / 1e6).toFixed(0)} MB), ratio ${(bare.seconds / whole.seconds).toFixed(2)}, ` +
          `worker at most ${whole.peak_mb.toFixed(0)} MB, begun at ${whole.begun_mb.toFixed(0)} MB`,
      );
    }
    console.log(`median ratio ${median(ratios).toFixed(2)} (aim 0.3 or more)`);
    record({
      line: `report of ${rows} rows as CSV against COPY`,
      unit: 'ratio',
      values: ratios,
      at_least: 0.3,
    });
    for (const format of ['json', 'xlsx'] as const) {
      const { seconds, bytes, peak_mb } = await machine.make(format);
      console.log(
        `${format}: ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB, worker at most ${peak_mb.toFixed(0)} MB`,
      );
      record({
        line: `report of ${rows} rows as ${format}: memory of the worker`,
        unit: 'MB',
        values: [peak_mb],
      });
    }
  } finally {
    worker?.disconnect();
    await db?.close();
    await server.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

interface Made {
  seconds: number;
  bytes: number;
  rows: number;
  peak_mb: number;
  begun_mb: number;
}

class Machine {
  readonly worker: ChildProcess;
  readonly #db: Database;
  readonly #period: { period_start: string; period_end: string };
  #rss = 0;
  #peak = 0;

  constructor(db: Database, connection: object, period: { period_start: string; period_end: string }) {
    this.#db = db;
    this.#period = period;
    this.worker = fork('scripts/run-ts.mjs', ['bench/reports/worker.ts'], {
      env: { ...process.env, CONNECTION: JSON.stringify(connection) },
    });
    this.worker.on('message', (rss: number) => {
      this.#rss = rss;
      this.#peak = Math.max(this.#peak, rss);
    });
  }

  async copy(): Promise<{ seconds: number; bytes: number }> {
    const request = { type: 'stale_access', format: 'csv', ...this.#period, filters: NO_FILTERS } as const;
    const start = performance.now();
    let bytes = 0;
    await this.#db.snapshot(TENANT, async (snapshot) => {
      const text = csvText(reportQuery(TENANT, request, DEFAULT_POLICY));
      for await (const chunk of snapshot.copyCsv(text)) bytes += chunk.length;
    });
    return { seconds: (performance.now() - start) / 1000, bytes };
  }

  async make(format: ReportFormat): Promise<Made> {
    this.#peak = this.#rss;
    const begun_mb = this.#rss / 1e6;
    const start = performance.now();
    const request = { type: 'stale_access', format, ...this.#period, filters: NO_FILTERS } as const;
    const { id } = await this.#db.transaction(TENANT, (tx) =>
      requestReport(tx, { request, actor: 'bench', now: Date.now() }),
    );
    this.worker.send('wake');
    for (;;) {
      const report = await getReport(this.#db.tenant(TENANT), id);
      if (report?.status === 'failed') throw new Error(report.error ?? 'failed');
      if (report?.status === 'completed') {
        const seconds = (performance.now() - start) / 1000;
        const { size_bytes: bytes = 0, row_count: rows = 0 } = report;
        return { seconds, bytes: bytes ?? 0, rows: rows ?? 0, peak_mb: this.#peak / 1e6, begun_mb };
      }
      await sleep(LOOK_EVERY_MS);
    }
  }
}

const NO_FILTERS = { department: null, platform: null, classification: null };
const iso = (at: number): string => new Date(at).toISOString();
