/**
 * Webhooks in numbers: deliveries per second through the whole machine (enqueued in a transaction, claimed, signed, sent,
 * recorded) divided by a bare loop that signs and sends the same to the same receiver, in rounds that take turns; and the
 * time from a decision to its arrival on an idle service.
 *
 *   npm run bench:webhooks [-- --quick | --count 5000 --rounds 5 --decisions 100]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { percentile } from '../ingest/latency.ts';
import { startService } from '../ingest/service.ts';
import { record } from '../result.ts';
import { idleLatency } from './latency.ts';
import { startReceiver } from './receiver.ts';
import { bareRound, startMachine } from './throughput.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    count: { type: 'string' },
    rounds: { type: 'string' },
    decisions: { type: 'string' },
    port: { type: 'string', default: '8391' },
  },
});
const COUNT = Number(values.count ?? (values.quick ? 500 : 5_000));
const ROUNDS = Number(values.rounds ?? (values.quick ? 1 : 5));
const DECISIONS = Number(values.decisions ?? (values.quick ? 10 : 100));
const TENANT = 1;

const dataDir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
try {
  if (ROUNDS > 0) await throughput();
  if (DECISIONS > 0) await latency();
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function throughput(): Promise<void> {
  const server = await startEmbeddedServer({ data_dir: path.join(dataDir, 'throughput'), log: () => {} });
  const superuser = new pg.Client(server.connection('superuser', 'postgres'));
  await superuser.connect();
  await superuser.query('CREATE DATABASE bench OWNER lapse_owner');
  await superuser.end();
  await migrate(server.connection('owner', 'bench'), { role: 'lapse_app' });
  const connection = server.connection('application', 'bench');
  const db = openDatabase({ connection, pool_size: 4, plans: 'force_generic_plan', onError: () => {} });
  await db.registry("INSERT INTO tenants (tid) VALUES ('bench')");
  const receiver = await startReceiver();
  const machine = await startMachine(db, TENANT, connection, receiver);
  try {
    const ratios: number[] = [];
    // The first of each warms up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bare = await bareRound(receiver, COUNT);
      const whole = await machine.round(receiver, COUNT);
      if (round === 0) continue;
      ratios.push(whole / bare);
      console.log(
        `round ${round}: bare ${bare.toFixed(0)}/s, deliveries ${whole.toFixed(0)}/s, ratio ${(whole / bare).toFixed(2)}`,
      );
    }
    record({
      line: 'deliveries per second / a bare signed loop',
      unit: 'ratio',
      values: ratios,
      at_least: 0.5,
    });
    console.log(`median ratio ${percentile(ratios, 50).toFixed(2)} (aim 0.5 or more)`);
  } finally {
    await machine.stop();
    receiver.stop();
    await db.close();
    await server.stop();
  }
}

async function latency(): Promise<void> {
  const service = await startService(path.join(dataDir, 'latency'), Number(values.port));
  const receiver = await startReceiver();
  try {
    const taken = await idleLatency(service.url, receiver, DECISIONS);
    record({ line: 'decision to arrival when idle, p50', unit: 'ms', values: [percentile(taken, 50)] });
    record({
      line: 'decision to arrival when idle, p99',
      unit: 'ms',
      values: [percentile(taken, 99)],
      at_most: 1_000,
    });
    const [p50, p99] = [percentile(taken, 50), percentile(taken, 99)];
    console.log(
      `decision to arrival, idle: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (aim p99 under 1000)`,
    );
  } finally {
    receiver.stop();
    await service.stop();
  }
}
