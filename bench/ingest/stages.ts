/**
 * Where the time of the pipeline goes: per event, by stage and by statement, in this process and without the gateway.
 *
 *   node scripts/run-ts.mjs bench/ingest/stages.ts [--grants 100000 --events 50000 --rounds 3]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { importDirectory } from '../../src/core/directory/import/import-directory.ts';
import { appendToInbox } from '../../src/core/events/inbox.sql.ts';
import type { PipelineContext } from '../../src/core/pipeline/process-tenant.ts';
import { processTenant } from '../../src/core/pipeline/process-tenant.ts';
import { STAGES, type Stage } from '../../src/core/pipeline/stages.ts';
import { type Database, openDatabase, type Querier } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { ensureTenants } from '../../src/platform/tenants/tenants.sql.ts';
import { serverCpuMs } from './server-cpu.ts';
import { workload } from './workload.ts';

const { values } = parseArgs({
  options: {
    grants: { type: 'string', default: '100000' },
    events: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '3' },
  },
});
const GRANTS = Number(values.grants);
const EVENTS = Number(values.events);
const ROUNDS = Number(values.rounds);
const CHUNK = 2_000;

interface Timing {
  ms: number;
  calls: number;
}

class Timings {
  readonly #all = new Map<string, Timing>();

  async measure<T>(name: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      const timing = this.#all.get(name) ?? { ms: 0, calls: 0 };
      timing.ms += performance.now() - began;
      timing.calls += 1;
      this.#all.set(name, timing);
    }
  }

  clear(): void {
    this.#all.clear();
  }

  print(title: string, events: number): void {
    console.log(`\n| ${title} | µs per event | ms in all | calls |\n|---|---|---|---|`);
    for (const [name, { ms, calls }] of [...this.#all].sort((a, b) => b[1].ms - a[1].ms)) {
      if (ms < 1) continue;
      console.log(`| ${name} | ${((ms * 1000) / events).toFixed(1)} | ${ms.toFixed(0)} | ${calls} |`);
    }
  }
}

const stages = new Timings();
const statements = new Timings();
let part = '';

/** The list is fixed at run time of the service; only here its entries are replaced. */
for (const stage of STAGES as Stage[]) {
  const { name, run } = stage;
  stage.run = (batch) => {
    part = batch.cause;
    return stages.measure(`${batch.cause}: ${name}`, () => run(batch));
  };
}

function timed(db: Database): Database {
  return {
    ...db,
    transaction: (tenantId, work) =>
      statements.measure('whole transactions', () =>
        db.transaction(tenantId, (tx) => {
          part = '';
          const querier: Querier = {
            tenant_id: tx.tenant_id,
            query: (text, given) =>
              statements.measure(`${part} ${summary(text)}`, () => tx.query(text, given)),
          };
          return work(querier);
        }),
      ),
  };
}

function summary(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '¦').trim().slice(0, 90);
}

async function main(): Promise<void> {
  const { directory, events } = workload({ grants: GRANTS, events: EVENTS * (ROUNDS + 1), now: new Date() });
  const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  try {
    await migrate(server.connection('owner'), { role: 'lapse_app' });
    const plain = openDatabase({
      connection: server.connection('application'),
      pool_size: 4,
      onError: () => {},
    });
    const db = timed(plain);
    const [tenant] = await ensureTenants(db, ['bench']);
    const tenant_id = tenant?.tenant_id as number;
    await importDirectory(
      { db: plain, tenant_id },
      (async function* () {
        let number = 0;
        for (const text of directory()) yield { number: ++number, text };
      })(),
    );
    const superuser = new pg.Client(server.connection('superuser'));
    await superuser.connect();
    const context: PipelineContext = {
      db,
      now: Date.now,
      onError: (error) => console.error(error),
    };
    const drain = async (): Promise<number> => {
      const began = performance.now();
      while (await processTenant(context, tenant_id));
      return (performance.now() - began) / 1000;
    };
    const firstScores = await drain();
    console.log(
      `first scores of ${GRANTS} grants: ${firstScores.toFixed(1)} s, ${Math.round(GRANTS / firstScores)} grants/s; load ${loadavg()[0]?.toFixed(1)}`,
    );
    stages.print('stage, first scores (per grant)', GRANTS);
    await superuser.query('VACUUM ANALYZE');
    for (let round = 0; round <= ROUNDS; round += 1) {
      if (round === 1) {
        // The first round warms everything up.
        stages.clear();
        statements.clear();
      }
      const slice = events.slice(round * EVENTS, (round + 1) * EVENTS);
      for (let from = 0; from < slice.length; from += CHUNK) {
        await appendToInbox(plain.alone(tenant_id), slice.slice(from, from + CHUNK));
      }
      const cpu = { here: process.cpuUsage(), server: await serverCpuMs(superuser) };
      const seconds = await drain();
      const here = process.cpuUsage(cpu.here);
      const server = (await serverCpuMs(superuser)) - cpu.server;
      console.log(
        `round ${round}: ${EVENTS} events in ${seconds.toFixed(2)} s, ${Math.round(EVENTS / seconds)}/s; ` +
          `processor time per event: ${((here.user + here.system) / EVENTS).toFixed(1)} µs here, ${((server * 1000) / EVENTS).toFixed(1)} µs in PostgreSQL's backends; load ${loadavg()[0]?.toFixed(1)}`,
      );
    }
    const measured = EVENTS * ROUNDS;
    stages.print('stage', measured);
    statements.print('statement, from its sending to its rows', measured);
    await superuser.end();
    await plain.close();
  } finally {
    await server.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

await main();
