/**
 * Events per second on the built program, from the first byte sent until every score is readable, divided by the rows
 * per second of COPY of the same rows into a table like `events` in the same database; rounds alternate in one run.
 * The same work as one graphile-worker job per event beside it. Also the time from one event to its score, when idle and at half of the greatest rate, and the resident memory.
 *
 *   npm run bench:ingest [-- --quick | --grants 1000000 --events 100000 --rounds 3 --memory-events 1000000]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { AcceptedEvent } from '../../src/core/events/inbox.sql.ts';
import { record } from '../result.ts';
import { EventJobs } from './jobs.ts';
import { idleLatency, loadedLatency, percentile } from './latency.ts';
import { batchBodies, closeConnections, lastUse, sendBatches, sendStream } from './send.ts';
import { importInto, inBlocks, residentDuring, type Service, startService } from './service.ts';
import { Store } from './store.ts';
import { workload } from './workload.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    grants: { type: 'string' },
    events: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    'memory-events': { type: 'string' },
    seconds: { type: 'string', default: '20' },
    port: { type: 'string', default: '18110' },
  },
});
const GRANTS = Number(values.grants ?? (values.quick ? 20_000 : 1_000_000));
const EVENTS = Number(values.events ?? (values.quick ? 10_000 : 100_000));
const ROUNDS = Number(values.rounds);
const MEMORY_EVENTS = Number(values['memory-events'] ?? (values.quick ? 50_000 : 1_000_000));
/** Fewer, because they take so much longer. */
const JOBS = Math.ceil(EVENTS / 10);
const BATCH = 500;
const CONNECTIONS = 8;
/** The service's only tenant. */
const TENANT = 1;

const median = (numbers: number[]): number => percentile(numbers, 50);
const rate = (events: number, seconds: number): string => `${Math.round(events / seconds)}/s`;
const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`;

interface Way {
  name: string;
  aim: number;
  send: (slice: AcceptedEvent[]) => () => Promise<void>;
  ratios: number[];
  rates: number[];
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const port = Number(values.port);
  const service = await startService(dataDir, port);
  try {
    await measure(service, dataDir);
  } finally {
    closeConnections();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(service: Service, dataDir: string): Promise<void> {
  const { url, pid } = service;
  const store = await Store.attach(dataDir);
  const total = (2 * EVENTS + JOBS) * (ROUNDS + 1) + MEMORY_EVENTS;
  const { directory, events } = workload({ grants: GRANTS, events: total, now: new Date() });
  await prepare(store, dataDir, directory());

  let used = 0;
  const take = (count: number): AcceptedEvent[] => {
    used += count;
    return events.slice(used - count, used);
  };
  const ways: Way[] = [
    { name: 'stream', aim: 0.25, send: asStream(url), ratios: [], rates: [] },
    { name: `batches of ${BATCH}`, aim: 0.2, send: asBatches(url), ratios: [], rates: [] },
  ];
  const jobs = await EventJobs.start(dataDir, TENANT);
  const jobRates: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const way of ways) {
      const slice = take(EVENTS);
      const ours = await timeToScores(store, url, slice, way.send(slice));
      const copy = await store.copy(slice);
      if (round === 0) continue; // warms both up
      way.ratios.push(copy / ours);
      way.rates.push(slice.length / ours);
      console.log(
        `round ${round}, ${way.name}: ${rate(slice.length, ours)}, COPY ${rate(slice.length, copy)}, ratio ${(copy / ours).toFixed(3)}; ${load()}`,
      );
    }
    const slice = take(JOBS);
    const seconds = await timeToScores(store, url, slice, () => jobs.apply(slice), false);
    if (round === 0) continue;
    jobRates.push(slice.length / seconds);
    console.log(`round ${round}, a job per event: ${rate(slice.length, seconds)}; ${load()}`);
  }
  await jobs.stop();
  for (const { name, aim, ratios, rates } of ways) {
    record({ line: `${name}, events to scores`, unit: '/s', values: rates });
    record({ line: `${name} against COPY`, unit: 'ratio', values: ratios, at_least: aim });
    console.log(
      `${name}: median ${Math.round(median(rates))}/s, ratio to COPY median ${median(ratios).toFixed(3)} (aim ${aim}), from ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`,
    );
  }

  const [stream] = ways as [Way, Way];
  const faster = stream.rates.map((own, round) => own / (jobRates[round] as number));
  record({ line: 'stream against a queued job per event', unit: 'ratio', values: faster, at_least: 3 });
  console.log(
    `a job per event on graphile-worker: median ${Math.round(median(jobRates))}/s; the stream is ${median(faster).toFixed(1)} times faster (aim 3)`,
  );

  const pairs = events.slice(0, EVENTS);
  const idle = await idleLatency(url, pairs);
  record({
    line: 'one event to its score when idle, p50',
    unit: 'ms',
    values: [percentile(idle, 50)],
    at_most: 500,
  });
  console.log(
    `one event to its score when idle: p50 ${percentile(idle, 50)} ms (aim 500), p99 ${percentile(idle, 99)} ms, ${idle.length} events; ${load()}`,
  );
  const half = Math.max(...ways.map((way) => median(way.rates))) / 2;
  const loaded = await loadedLatency(url, pairs, {
    per_second: half,
    seconds: Number(values.seconds),
    batch: BATCH,
  });
  record({
    line: 'at half of the greatest rate, p99',
    unit: 'ms',
    values: [percentile(loaded.ms, 99)],
    at_most: 2_000,
  });
  await store.settled();
  console.log(
    `at half of the greatest rate (${Math.round(half)}/s wanted, ${Math.round(loaded.per_second)}/s sent): p50 ${percentile(loaded.ms, 50)} ms, p99 ${percentile(loaded.ms, 99)} ms (aim 2000), ${loaded.ms.length} events; ${load()}`,
  );

  const slice = take(MEMORY_EVENTS);
  let seconds = 0;
  const { before, most } = await residentDuring(pid, async () => {
    seconds = await timeToScores(store, url, slice, asStream(url)(slice));
  });
  record({
    line: `resident memory while streaming ${MEMORY_EVENTS} events`,
    unit: 'MB',
    values: [most],
    at_most: 512,
  });
  console.log(
    `resident memory while streaming ${MEMORY_EVENTS} events (${rate(MEMORY_EVENTS, seconds)}): ${before} MB before, at most ${most} MB (aim 512); ${load()}`,
  );
  await store.client.end();
}

async function prepare(store: Store, dataDir: string, lines: Iterable<string>): Promise<void> {
  const began = performance.now();
  await importInto(dataDir, lines);
  const imported = performance.now();
  await store.settled();
  const scored = performance.now();
  await store.atRest();
  await store.client.query('VACUUM ANALYZE');
  await store.createCopyTarget();
  console.log(
    `${GRANTS} grants imported in ${((imported - began) / 1000).toFixed(1)} s, scored ${((scored - imported) / 1000).toFixed(1)} s later; ${load()}`,
  );
}

function asStream(url: string): Way['send'] {
  return (slice) => {
    const blocks = [...inBlocks(slice.map((event) => JSON.stringify(event)))];
    return () => sendStream(url, blocks, slice.length);
  };
}

function asBatches(url: string): Way['send'] {
  return (slice) => {
    const bodies = batchBodies(slice, BATCH);
    return () => sendBatches(url, bodies, CONNECTIONS);
  };
}

/** Seconds from the first byte until nothing waits; afterwards it is checked that the scores know of the uses. */
async function timeToScores(
  store: Store,
  url: string,
  slice: AcceptedEvent[],
  send: () => Promise<void>,
  isExact = true,
): Promise<number> {
  const before = await store.eventCount();
  const began = performance.now();
  await send();
  await store.settled();
  const seconds = (performance.now() - began) / 1000;
  const kept = (await store.eventCount()) - before;
  if (kept !== slice.length) throw new Error(`${kept} of ${slice.length} events were applied`);
  // Jobs without the lock of the tenant may overwrite each other's uses.
  for (const event of isExact ? slice.slice(-100) : []) {
    if ((await lastUse(url, event)) < Date.parse(event.timestamp)) {
      throw new Error(`the score of ${event.principal_id} on ${event.asset_id} does not know its last use`);
    }
  }
  return seconds;
}

await main();
