/**
 * What the figures of a tenant read, at 10,000 and at 1,000,000 grants, at rest and in a flood: buffers from EXPLAIN
 * (ANALYZE, BUFFERS) of the very statement that a scrape sends, and the time it takes when repeated.
 *
 *   npm run bench:scrape [-- --large 1000000]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { loadOperationalFigures } from '../../src/alerts/operational-figures.sql.ts';
import { DEFAULT_POLICY } from '../../src/core/policy/policy.rules.ts';
import { lapseDateOf } from '../../src/core/scores/decay.rules.ts';
import { marksOf } from '../../src/core/scores/marks.rules.ts';
import { sessionSettings } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { record } from '../result.ts';
import { explained } from '../scores/explained.ts';
import { fill } from '../scores/fill.ts';

const { values } = parseArgs({ options: { large: { type: 'string', default: '1000000' } } });
const SIZES = [10_000, Number(values.large)];
const TENANT = 1;
const REPEATS = 20;

/** Every queue at once, far beyond what is counted. */
const FLOOD = [
  `INSERT INTO inbox (tenant_id, events, payload) SELECT ${TENANT}, 1, repeat('x', 300) FROM generate_series(1, 200000)`,
  `INSERT INTO audit_entries (tenant_id, id, event_type, description, actor, at, data)
   SELECT ${TENANT}, gen_random_uuid(), 'x', 'x', 'system', now(), '{}' FROM generate_series(1, 200000)`,
  `INSERT INTO dead_letters (tenant_id, id, event, reason, attempts, received_at)
   SELECT ${TENANT}, gen_random_uuid(), '{}', 'x', 3, now() FROM generate_series(1, 200000)`,
  `INSERT INTO workflows (tenant_id, id, review_id, steps, reminder_percents, started_at, timer, timer_at)
   SELECT ${TENANT}, 'w' || i, 'r' || i, '[]', '{}', now(), 'deadline', now() - interval '1 hour'
   FROM generate_series(1, 100000) i`,
  `UPDATE grant_scores SET reached = 0 WHERE tenant_id = ${TENANT}`,
];

async function main(): Promise<void> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  const connect = async (settings: pg.ClientConfig): Promise<pg.Client> => {
    const client = new pg.Client(settings);
    await client.connect();
    return client;
  };
  try {
    for (const grants of SIZES) {
      const database = `bench_${grants}`;
      const maintenance = await connect(server.connection('superuser', 'postgres'));
      await maintenance.query(`CREATE DATABASE ${database} OWNER lapse_owner`);
      await maintenance.end();
      await migrate(server.connection('owner', database), { role: 'lapse_app' });
      const admin = await connect(server.connection('superuser', database));
      await admin.query(
        `INSERT INTO tenants (tenant_id, tid) OVERRIDING SYSTEM VALUE VALUES (${TENANT}, 'bench')`,
      );
      await fill(admin, TENANT, { grants, crossings: 300, now: Date.now() });
      await announceAll(admin);
      const application = server.connection('application', database);
      const client = await connect(sessionSettings(application, 'lapse bench', 'force_generic_plan'));
      await client.query(`SET lapse.tenant_id = '${TENANT}'`);
      await measure(client, `${grants} grants, at rest`);
      for (const statement of FLOOD) await admin.query(statement);
      await measure(client, `${grants} grants, in a flood that was not vacuumed yet`);
      await admin.query('VACUUM ANALYZE');
      await measure(client, `${grants} grants, in a flood`);
      await client.end();
      await admin.end();
    }
  } finally {
    await server.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

/** Nothing waits to be announced, for an hour. */
async function announceAll(admin: pg.Client): Promise<void> {
  const { half_life_days } = DEFAULT_POLICY;
  for (const of of ['grant', 'principal'] as const) {
    const passed = marksOf(DEFAULT_POLICY, of).map(({ score, code }) => {
      const bound = new Date(lapseDateOf(score, Date.now() + 3_600_000, half_life_days)).toISOString();
      return `CASE WHEN lapses_at <= '${bound}' THEN ${code} ELSE 0 END`;
    });
    await admin.query(`UPDATE ${of}_scores SET reached = greatest(${passed.join(', ')})`);
  }
  await admin.query('VACUUM ANALYZE');
}

async function measure(client: pg.Client, name: string): Promise<void> {
  const moment = { policy: DEFAULT_POLICY, now: Date.now() };
  await client.query('BEGIN');
  let read = '';
  let pages = 0;
  await loadOperationalFigures(
    explained(client, TENANT, ({ text, buffers, seq_scans }) => {
      if (text.includes('set_config')) return;
      pages = buffers;
      read = `${buffers} buffers, ${seq_scans.length} sequential scans (${seq_scans.join(', ')})`;
    }),
    moment,
  );
  await client.query('COMMIT');
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const began = performance.now();
    await client.query('BEGIN');
    await loadOperationalFigures(
      {
        tenant_id: TENANT,
        query: async (text, given = []) =>
          (await client.query({ name: `measured ${text.length}`, text, values: given })).rows,
      },
      moment,
    );
    await client.query('COMMIT');
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  record({ line: `what a scrape reads, ${name}`, unit: 'buffers', values: [pages] });
  record({ line: `a scrape, ${name}`, unit: 'ms', values: times });
  console.log(
    `${name}: ${read}; median ${times[REPEATS / 2]?.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms`,
  );
}

await main();
