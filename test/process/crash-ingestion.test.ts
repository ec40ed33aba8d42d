import { setTimeout as sleep } from 'node:timers/promises';
import { attachEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { expect, test } from 'vitest';
import { organisation } from '../../src/synthetic/organisation.ts';
import { type LapseProcess, startLapse, usedDirectory } from './lapse-process.ts';

/**
 * kill -9 of Lapse and of PostgreSQL again and again while events come in. A caller repeats what was not acknowledged,
 * as callers do. At the end every acknowledged event is there once and the scores are those of an undisturbed run.
 */

const KILLS = 6;
const BATCH = 40;
const NOW = new Date();
const { lines, events } = organisation({
  seed: 7,
  principals: 60,
  assets: 20,
  grants: 300,
  days: 30,
  now: NOW,
});
const EVENTS = [...events()].slice(0, 2_400);
const UNLIMITED = { RATE_LIMIT_WRITES: 'off', RATE_LIMIT_READS: 'off', LOG_LEVEL: 'warn' };

async function post(address: string, path: string, type: string, body: string): Promise<unknown> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

/** Sends a batch until it is acknowledged, to whatever address Lapse has by then. */
async function sendSurely(address: () => Promise<string>, batch: object[]): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      const body = JSON.stringify({ events: batch });
      const answer = await post(await address(), '/v1/events/batch', 'application/json', body);
      expect(answer).toMatchObject({ accepted: batch.length, rejected: 0 });
      return;
    } catch (error) {
      if ((error as Error).name === 'AssertionError') throw error;
      await sleep(50);
    }
  }
  throw new Error('a batch was never acknowledged');
}

interface Outcome {
  events: unknown;
  baselines: unknown[];
  scores: {
    grant_id: string;
    last_used_at: string;
    days: string;
    lapses_at: string;
    anomaly_signals: number;
  }[];
}

async function outcome(dataDir: string): Promise<Outcome> {
  const server = await attachEmbeddedServer(dataDir);
  if (!server) throw new Error('the server does not run');
  const client = new pg.Client(server.connection('superuser', 'lapse'));
  await client.connect();
  const rows = async (text: string) => (await client.query(text)).rows;
  try {
    for (;;) {
      const [waiting] = await rows(
        'SELECT (SELECT count(*) FROM inbox) + (SELECT count(*) FROM recalculations) + (SELECT count(*) FROM peer_moves) AS n',
      );
      if (Number(waiting.n) === 0) break;
      await sleep(100);
    }
    return {
      events: (await rows('SELECT count(*)::int AS n, count(DISTINCT event_id)::int AS ids FROM events'))[0],
      baselines: await rows(
        'SELECT principal_id, baseline::text FROM principal_baselines ORDER BY principal_id',
      ),
      scores: await rows(
        `SELECT grant_id, last_used_at::text, encode(active_days, 'hex') AS days, lapses_at::text, anomaly_signals
         FROM grant_scores ORDER BY grant_id`,
      ),
    };
  } finally {
    await client.end();
  }
}

async function run(kill: (lapse: LapseProcess, round: number) => Promise<LapseProcess>): Promise<Outcome> {
  const data_dir = await usedDirectory();
  let lapse = startLapse({ data_dir, env: UNLIMITED });
  let address = lapse.ready();
  await post(
    await address,
    '/v1/directory/import',
    'application/x-ndjson',
    [...lines()].map((line) => JSON.stringify(line)).join('\n'),
  );
  const batches: object[][] = [];
  for (let start = 0; start < EVENTS.length; start += BATCH) batches.push(EVENTS.slice(start, start + BATCH));
  const every = Math.ceil(batches.length / (KILLS + 1));
  let next = 0;
  const senders = Array.from({ length: 3 }, async () => {
    for (let index = next++; index < batches.length; index = next++) {
      await sendSurely(() => address, batches[index] as object[]);
    }
  });
  for (let round = 1; round <= KILLS; round += 1) {
    while (next < Math.min(round * every, batches.length)) await sleep(5);
    lapse = await kill(lapse, round);
    address = lapse.ready();
    address.catch(() => {});
  }
  await Promise.all(senders);
  await address;
  return outcome(data_dir);
}

test('nothing acknowledged is lost, nothing is applied twice, and scores are those of an undisturbed run', async () => {
  const undisturbed = await run(async (lapse) => lapse);
  expect(undisturbed.events).toEqual({ n: EVENTS.length, ids: EVENTS.length });

  const disturbed = await run(async (lapse, round) => {
    if (round % 2 === 0) {
      process.kill(await lapse.postmasterPid(), 'SIGKILL');
      return lapse;
    }
    lapse.signal('SIGKILL');
    await lapse.ended;
    return startLapse({ data_dir: lapse.data_dir, env: UNLIMITED });
  });
  expect(disturbed.events).toEqual(undisturbed.events);
  const uses = ({ scores }: Outcome) =>
    scores.map(({ grant_id, last_used_at, days }) => [grant_id, last_used_at, days]);
  expect(uses(disturbed)).toEqual(uses(undisturbed));
  const dates = ({ scores }: Outcome) =>
    scores.map(({ grant_id, lapses_at, anomaly_signals }) => [grant_id, lapses_at, anomaly_signals]);
  expect(dates(disturbed)).toEqual(dates(undisturbed));
  expect(undisturbed.scores.some((row) => row.anomaly_signals > 0)).toBe(true);
  expect(disturbed.baselines).toEqual(undisturbed.baselines);
  expect(undisturbed.baselines.length).toBeGreaterThan(0);
});
