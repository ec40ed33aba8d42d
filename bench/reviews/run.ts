/**
 * Reviews in numbers: reviews per second when a change of policy makes 10,000 pairs stale at once, decisions per second
 * of 16 clients, and what a page of GET /v1/reviews reads at 1,000 and at 100,000 reviews.
 *
 *   npm run bench:reviews [-- --large 100000 --pairs 10000 --decisions 2000]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import type pg from 'pg';
import pino from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { buildApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { processTenant } from '../../src/core/pipeline/process-tenant.ts';
import { changePolicy } from '../../src/core/policy/change-policy.ts';
import { DEFAULT_POLICY } from '../../src/core/policy/policy.rules.ts';
import { foldReviewCounts } from '../../src/core/reviews/counts.sql.ts';
import { answerReviews, type ReviewListQuery } from '../../src/core/reviews/list.ts';
import { sweepTenant } from '../../src/core/scores/sweep/sweep.ts';
import { createCursorCodec } from '../../src/gateway/lists/cursor.ts';
import { ROLES } from '../../src/gateway/roles.rules.ts';
import { createDevAuthenticate } from '../../src/gateway/tokens/token-verifier.ts';
import { type Database, openDatabase, sessionSettings } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { withClient } from '../../test/support/with-client.ts';
import { record } from '../result.ts';
import { explained } from '../scores/explained.ts';
import { fillPairs, fillReviews } from './fill.ts';

const { values } = parseArgs({
  options: {
    large: { type: 'string', default: '100000' },
    pairs: { type: 'string', default: '10000' },
    decisions: { type: 'string', default: '2000' },
  },
});
const SMALL = 1_000;
const LARGE = Number(values.large);
const CLIENTS = 16;
const TENANT = 1;

type Server = Awaited<ReturnType<typeof startEmbeddedServer>>;

async function main(): Promise<void> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  try {
    await measureWork(server);
    await measureLists(server);
  } finally {
    await server.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

async function createDatabase(server: Server, name: string): Promise<void> {
  await withClient(server.connection('superuser', 'postgres'), (client) =>
    client.query(`CREATE DATABASE ${name} OWNER lapse_owner`),
  );
  await migrate(server.connection('owner', name), { role: 'lapse_app' });
  await withClient(server.connection('superuser', name), (client) =>
    client.query(`INSERT INTO tenants (tenant_id, tid) OVERRIDING SYSTEM VALUE VALUES (${TENANT}, 'bench')`),
  );
}

async function measureWork(server: Server): Promise<void> {
  const pairs = Number(values.pairs);
  await createDatabase(server, 'bench_work');
  await withClient(server.connection('superuser', 'bench_work'), (client) =>
    fillPairs(client, TENANT, pairs),
  );
  const connection = server.connection('application', 'bench_work');
  const worker = openDatabase({ connection, pool_size: 3, plans: 'force_custom_plan', onError: () => {} });
  const context = { db: worker, now: () => Date.now(), onError: throwIt };
  while (await processTenant(context, TENANT));
  while ((await sweepTenant(context, TENANT)) > 0);

  const policy = { review: { weekly_budget: null }, patience: { never_used_days: 21 } };
  const changed = performance.now();
  await changePolicy(worker, { tenant_id: TENANT, actor: 'bench', input: policy });
  while (await processTenant(context, TENANT));
  const recalculated = performance.now();
  while ((await sweepTenant(context, TENANT)) > 0);
  const ended = performance.now();
  const [{ made } = { made: 0 }] = await worker
    .tenant(TENANT)
    .query<{ made: number }>('SELECT count(*) AS made FROM reviews WHERE tenant_id = $1', [TENANT]);
  const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
  record({
    line: 'reviews made after a change of policy',
    unit: '/s',
    values: [made / ((ended - recalculated) / 1000)],
  });
  console.log(`${made} reviews of ${pairs} pairs after a change of policy:`);
  console.log(`  lapse dates recomputed in ${seconds(changed, recalculated)} s`);
  console.log(
    `  reviews made in ${seconds(recalculated, ended)} s, ${Math.round(made / ((ended - recalculated) / 1000))}/s`,
  );
  await measureDecisions(connection, worker);
  await worker.close();
}

async function measureDecisions(connection: pg.ClientConfig, reader: Database): Promise<void> {
  // A busy machine makes decisions slow, not impossible: a client of the bench has no other work to turn to.
  const db = openDatabase({
    connection: connection as never,
    pool_size: CLIENTS,
    connect_ms_max: 120_000,
    onError: () => {},
  });
  const off = { RATE_LIMIT_READS: 'off', RATE_LIMIT_WRITES: 'off', RATE_LIMIT_BULK: 'off' };
  const app = await buildApp({
    config: loadConfig('start', off),
    db,
    secrets_key: Buffer.alloc(32),
    authenticate: createDevAuthenticate(TENANT),
    logger: pino({ level: 'silent' }),
    isReady: async () => true,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const ids = await reader
    .tenant(TENANT)
    .query<{ id: string }>(
      "SELECT id FROM reviews WHERE tenant_id = $1 AND status = 'PENDING' ORDER BY id LIMIT $2",
      [TENANT, Number(values.decisions)],
    );
  for (const decision of ['CONFIRM', 'REVOKE'] as const) {
    const waiting = ids.splice(0, Math.ceil(ids.length / (decision === 'CONFIRM' ? 2 : 1)));
    const count = waiting.length;
    const started = performance.now();
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const answer = await fetch(`http://127.0.0.1:${port}/v1/reviews/${next.id}/decide`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'idempotency-key': uuidv7() },
            body: JSON.stringify({ decision, justification: 'bench' }),
          });
          if (answer.status !== 200) throw new Error(await answer.text());
          await answer.arrayBuffer();
        }
      }),
    );
    const perSecond = Math.round(count / ((performance.now() - started) / 1000));
    record({ line: `decisions (${decision}) by ${CLIENTS} clients`, unit: '/s', values: [perSecond] });
    console.log(`${count} decisions (${decision}) by ${CLIENTS} clients: ${perSecond}/s`);
  }
  await app.close();
  await db.close();
}

const LISTS: Record<string, Partial<ReviewListQuery>> = {
  'first page': {},
  'by score': { sort: 'score' },
  'status=PENDING': { status: 'PENDING' },
  'status=PENDING, by score': { status: 'PENDING', sort: 'score' },
  'status=DECIDED': { status: 'DECIDED' },
  'risk_level=CRITICAL': { risk_level: 'CRITICAL' },
  'status=PENDING&risk_level=HIGH': { status: 'PENDING', risk_level: 'HIGH' },
  'due_before now': { due_before: new Date().toISOString() },
  'status=PENDING, due_before now': { status: 'PENDING', due_before: new Date().toISOString() },
  assigned_to_id: { assigned_to_id: 'p1900000-0000-7000-8000-000000000007' },
  'assigned_to_id, PENDING': { assigned_to_id: 'p1900000-0000-7000-8000-000000000005', status: 'PENDING' },
  principal_id: { principal_id: 'p1900000-0000-7000-8000-000000000007' },
  asset_id: { asset_id: 'a1900000-0000-7000-8000-000000000007' },
  campaign_id: { campaign_id: 'campaign-1' },
  'offset=900': { offset: 900 },
};

async function measureLists(server: Server): Promise<void> {
  const reports: Map<string, number>[] = [];
  for (const reviews of [SMALL, LARGE]) {
    const name = `bench_${reviews}`;
    await createDatabase(server, name);
    await withClient(server.connection('superuser', name), async (client) => {
      await fillPairs(client, TENANT, reviews);
      await fillReviews(client, TENANT, reviews);
    });
    const db = openDatabase({
      connection: server.connection('application', name),
      pool_size: 2,
      onError: () => {},
    });
    while (await db.transaction(TENANT, foldReviewCounts));
    await withClient(server.connection('superuser', name), (client) => client.query('VACUUM ANALYZE'));
    await db.close();
    reports.push(
      await readLists(sessionSettings(server.connection('application', name), 'bench', 'force_generic_plan')),
    );
  }
  const [small, large] = reports as [Map<string, number>, Map<string, number>];
  console.log(
    `\n| GET /v1/reviews, buffers (list, then evidence) | at ${SMALL} | at ${LARGE} | ratio |\n|---|---|---|---|`,
  );
  for (const [name, buffers] of large) {
    const before = small.get(name) as number;
    record({
      line: `GET /v1/reviews ${name}, ${LARGE} against ${SMALL} reviews, buffers`,
      unit: 'ratio',
      values: [buffers / before],
    });
    console.log(`| ${name} | ${before} | ${buffers} | ${(buffers / before).toFixed(2)} |`);
  }
}

function readLists(settings: pg.ClientConfig): Promise<Map<string, number>> {
  return withClient(settings, async (client) => {
    const report = new Map<string, number>();
    const cursors = createCursorCodec(Buffer.alloc(32));
    const names = { identifiers: ['nobody@corp.example'], aliases: ['nobody@corp.example'] };
    const caller = { tenant_id: TENANT, subject: 'nobody', label: 'nobody', roles: new Set(ROLES), ...names };
    await client.query(`SET lapse.tenant_id = '${TENANT}'`);
    for (const [name, query] of Object.entries(LISTS)) {
      await client.query('BEGIN');
      const buffers = { list: 0, evidence: 0 };
      const q = explained(client, TENANT, (reading) => {
        buffers[reading.text.includes('AS total') ? 'list' : 'evidence'] += reading.buffers;
        if (reading.seq_scans.length > 0) console.log(`${name}: sequential scan of ${reading.seq_scans}`);
      });
      const means = { q, cursors, policy: DEFAULT_POLICY, now: Date.now(), caller };
      await answerReviews(means, { limit: 50, ...query });
      await client.query('COMMIT');
      report.set(name, buffers.list);
      report.set(`${name}, evidence`, Math.max(1, buffers.evidence));
    }
    return report;
  });
}

function throwIt(error: Error): never {
  throw error;
}

await main();
