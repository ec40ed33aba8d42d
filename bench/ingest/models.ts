/**
 * What an event costs by each of the two score models, in the real pipeline: the same organisation and the same events in two
 * tenants of one database, in rounds that take turns at who is first. Processor time of this process and of PostgreSQL's
 * sessions, statements, and pages that were looked at; the second model may cost a tenth more.
 *
 *   node scripts/run-ts.mjs bench/ingest/models.ts [--grants 50000 --events 20000 --rounds 5]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { importDirectory } from '../../src/core/directory/import/import-directory.ts';
import { type AcceptedEvent, appendToInbox } from '../../src/core/events/inbox.sql.ts';
import { processTenant } from '../../src/core/pipeline/process-tenant.ts';
import { MODEL_VERSIONS, type ModelVersion } from '../../src/core/policy/policy.rules.ts';
import { type Database, openDatabase, type Querier } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { ensureTenants } from '../../src/platform/tenants/tenants.sql.ts';
import { median } from '../result.ts';
import { serverCpuMs } from './server-cpu.ts';
import { workload } from './workload.ts';

const { values } = parseArgs({
  options: {
    grants: { type: 'string', default: '50000' },
    events: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
  },
});
const GRANTS = Number(values.grants);
const EVENTS = Number(values.events);
const ROUNDS = Number(values.rounds);
const CHUNK = 2_000;
const POOL_SIZE = 4;

/** Of one round, per event. */
interface Cost {
  here_us: number;
  server_us: number;
  statements: number;
  pages: number;
}
const MEASURES = ['here_us', 'server_us', 'statements', 'pages'] as const satisfies (keyof Cost)[];

let statements = 0;
function counting(db: Database): Database {
  return {
    ...db,
    transaction: (tenantId, work) =>
      db.transaction(tenantId, (tx) => {
        const querier: Querier = {
          tenant_id: tx.tenant_id,
          query: (text, given) => {
            statements += 1;
            return tx.query(text, given);
          },
        };
        return work(querier);
      }),
  };
}

/** What PostgreSQL has counted so far; sessions tell it about once a second unless they are asked to do it at once. */
async function pagesRead(db: Database, tenantId: number, superuser: pg.Client): Promise<number> {
  const tellNow = () =>
    db.transaction(tenantId, (tx) => tx.query('SELECT pg_stat_force_next_flush(), pg_sleep(0.2)'));
  await Promise.all(Array.from({ length: POOL_SIZE }, tellNow));
  const { rows } = await superuser.query<{ pages: string }>(
    'SELECT blks_hit + blks_read AS pages FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.pages);
}

async function main(): Promise<void> {
  const { directory, events } = workload({ grants: GRANTS, events: EVENTS * (ROUNDS + 1), now: new Date() });
  const lines = [...directory()];
  const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  try {
    await migrate(server.connection('owner'), { role: 'lapse_app' });
    const db = openDatabase({
      connection: server.connection('application'),
      pool_size: POOL_SIZE,
      onError: () => {},
    });
    const superuser = new pg.Client(server.connection('superuser'));
    await superuser.connect();
    const context = { db: counting(db), now: Date.now, onError: (error: Error) => console.error(error) };
    const drain = async (tenantId: number): Promise<void> => {
      while (await processTenant(context, tenantId));
    };
    const tenants = new Map<ModelVersion, number>();
    for (const model of MODEL_VERSIONS) {
      const [tenant] = await ensureTenants(db, [`model ${model}`]);
      const tenantId = tenant?.tenant_id as number;
      tenants.set(model, tenantId);
      await superuser.query(
        `INSERT INTO policies (tenant_id, version, policy, changed_by, changed_at)
         VALUES ($1, 0, jsonb_build_object('model_version', $2::int), 'system', 'epoch')`,
        [tenantId, model],
      );
      await importDirectory(
        { db, tenant_id: tenantId },
        (async function* () {
          for (const [index, text] of lines.entries()) yield { number: index + 1, text };
        })(),
      );
      await drain(tenantId);
    }
    await superuser.query('VACUUM ANALYZE');

    const spend = async (tenantId: number, slice: readonly AcceptedEvent[]): Promise<Cost> => {
      for (let from = 0; from < slice.length; from += CHUNK)
        await appendToInbox(db.alone(tenantId), slice.slice(from, from + CHUNK));
      const pages = await pagesRead(db, tenantId, superuser);
      const server_ms = await serverCpuMs(superuser);
      const here = process.cpuUsage();
      statements = 0;
      await drain(tenantId);
      const { user, system } = process.cpuUsage(here);
      const cost = {
        here_us: user + system,
        server_us: ((await serverCpuMs(superuser)) - server_ms) * 1_000,
        statements,
        pages: (await pagesRead(db, tenantId, superuser)) - pages,
      };
      return Object.fromEntries(MEASURES.map((name) => [name, cost[name] / slice.length])) as unknown as Cost;
    };

    const costs = new Map<ModelVersion, Cost[]>(MODEL_VERSIONS.map((model) => [model, []]));
    for (let round = 0; round <= ROUNDS; round += 1) {
      const slice = events.slice(round * EVENTS, (round + 1) * EVENTS);
      for (const model of round % 2 === 0 ? MODEL_VERSIONS : MODEL_VERSIONS.toReversed()) {
        const cost = await spend(tenants.get(model) as number, slice);
        // The first round warms everything up.
        if (round > 0) costs.get(model)?.push(cost);
        console.log(`round ${round}, model ${model}: ${shown(cost)}; load ${loadavg()[0]?.toFixed(1)}`);
      }
    }
    const of = (model: ModelVersion, name: keyof Cost): number[] =>
      (costs.get(model) as Cost[]).map((cost) => cost[name]);
    for (const model of MODEL_VERSIONS) {
      const middle = Object.fromEntries(MEASURES.map((name) => [name, median(of(model, name))]));
      console.log(`model ${model}, median: ${shown(middle as unknown as Cost)}`);
    }
    const ratios = (name: keyof Cost): number[] =>
      of(2, name).map((second, round) => second / (of(1, name)[round] as number));
    for (const name of MEASURES) {
      console.log(
        `second against first, ${name}: ${ratios(name)
          .map((ratio) => ratio.toFixed(3))
          .join(' ')}, median ${median(ratios(name)).toFixed(3)}`,
      );
    }
    const total = (model: ModelVersion) =>
      of(model, 'here_us').map((here, round) => here + (of(model, 'server_us')[round] as number));
    const both = total(2).map((second, round) => second / (total(1)[round] as number));
    console.log(
      `second against first, processor time in all: ${both.map((ratio) => ratio.toFixed(3)).join(' ')}, median ${median(both).toFixed(3)} (aim 1.1)`,
    );
    await superuser.end();
    await db.close();
  } finally {
    await server.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

const shown = ({ here_us, server_us, statements, pages }: Cost): string =>
  `per event ${here_us.toFixed(1)} µs here, ${server_us.toFixed(1)} µs in PostgreSQL, ${statements.toFixed(4)} statements, ${pages.toFixed(2)} pages`;

await main();
