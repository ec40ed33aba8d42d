import { expect, test } from 'vitest';
import { organisation } from '../../src/synthetic/organisation.ts';
import { attempt, insist, Recorder } from './clients.ts';
import { record, recordControl, times } from './results.ts';
import type { Tenant } from './uses.ts';
import { createWorld, type World } from './world.ts';

/** Messages that come several times, in any order, through several gateways. */
const PART = 'duplicated and reordered messages';
const SEED = 20_260_115;
const { lines, events } = organisation({
  seed: 7,
  principals: 60,
  assets: 20,
  grants: 300,
  days: 30,
  now: new Date(),
});
const EVENTS = [...events()].slice(0, times(2_000, 600));

/** A generator that a failing run can be repeated with. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffle<T>(items: T[], next: () => number): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}

/** Each one to five times, in batches of one to forty. */
function disorder(next: () => number): object[][] {
  const copies = EVENTS.flatMap((event) => Array.from({ length: 1 + Math.floor(next() * 5) }, () => event));
  const rest = shuffle(copies, next);
  const batches: object[][] = [];
  while (rest.length > 0) batches.push(rest.splice(0, 1 + Math.floor(next() * 40)));
  return batches;
}

async function outcome(world: World, tenant: Tenant) {
  const of = (text: string) => world.checker.rows(text, [`tenant-${tenant}`]);
  return {
    events: await of(
      'SELECT count(*)::int AS n, count(DISTINCT event_id)::int AS ids FROM events JOIN tenants USING (tenant_id) WHERE tid = $1',
    ),
    scores: await of(
      `SELECT grant_id, last_used_at::text, encode(active_days, 'hex') AS days, lapses_at::text, anomaly_signals
       FROM grant_scores JOIN tenants USING (tenant_id) WHERE tid = $1 ORDER BY grant_id`,
    ),
    baselines: await of(
      'SELECT principal_id, baseline::text FROM principal_baselines JOIN tenants USING (tenant_id) WHERE tid = $1 ORDER BY principal_id',
    ),
  };
}

test('scores are those of a clean run', async () => {
  const world = await createWorld();
  const gateways = await Promise.all([1, 2, 3].map(() => world.start({ role: 'gateway' })));
  await Promise.all([1, 2].map(() => world.start({ role: 'worker' })));
  const recorder = new Recorder();
  const through = (index: number) => ({
    address: () => gateways[index % gateways.length]?.address as string,
    tokens: world.tokens,
    recorder,
    attempt_ms: 60_000,
  });
  const body = [...lines()].map((line) => JSON.stringify(line)).join('\n');
  for (const tenant of ['a', 'b'] as const) {
    const imported = await attempt(through(0), tenant, {
      path: '/v1/directory/import',
      type: 'application/x-ndjson',
      body,
    });
    expect(imported?.status).toBe(200);
  }
  await world.checker.drained();

  // Tenant a gets everything once, in order; tenant b gets the same in disorder.
  for (let from = 0; from < EVENTS.length; from += 100) {
    await insist(through(0), 'a', {
      path: '/v1/events/batch',
      body: JSON.stringify({ events: EVENTS.slice(from, from + 100) }),
    });
  }
  const batches = disorder(random(SEED));
  let next = 0;
  await Promise.all(
    Array.from({ length: 9 }, async (_, index) => {
      for (let at = next++; at < batches.length; at = next++) {
        const batch = batches[at] as object[];
        const asStream = at % 3 === 0;
        await insist(through(index), 'b', {
          path: asStream ? '/v1/events/stream' : '/v1/events/batch',
          type: asStream ? 'application/x-ndjson' : 'application/json',
          body: asStream
            ? batch.map((event) => JSON.stringify(event)).join('\n')
            : JSON.stringify({ events: batch }),
        });
      }
    }),
  );
  await world.checker.drained();
  const [clean, disturbed] = [await outcome(world, 'a'), await outcome(world, 'b')];
  expect(recorder.wrong).toEqual([]);
  expect(clean.events).toEqual([{ n: EVENTS.length, ids: EVENTS.length }]);
  const used = ({ scores }: Awaited<ReturnType<typeof outcome>>) =>
    scores.map(({ grant_id, last_used_at, days }) => [grant_id, last_used_at, days]);
  expect(used(disturbed)).toEqual(used(clean));
  const differing = disturbed.scores.filter(
    (row, index) => JSON.stringify(row) !== JSON.stringify(clean.scores[index]),
  ).length;
  const baselines = disturbed.baselines.filter(
    (row, index) => JSON.stringify(row) !== JSON.stringify(clean.baselines[index]),
  ).length;
  const stored = Number(disturbed.events[0]?.n);
  record({
    part: PART,
    fault: 'each event 1 to 5 times, in random order, 3 gateways and 2 workers',
    done: `${batches.reduce((sum, batch) => sum + batch.length, 0)} copies of ${EVENTS.length} events in ${batches.length} requests (seed ${SEED})`,
    acknowledged: EVENTS.length,
    lost: Math.max(0, EVENTS.length - stored),
    doubled: Math.max(0, stored - EVENTS.length),
    leaked: 0,
    recovery_ms: null,
    note: `${differing} of ${clean.scores.length} scores and ${baselines} of ${clean.baselines.length} baselines differ from a clean run`,
  });
  expect(differing).toBe(0);

  // The same copies without their ids.
  const nameless = batches
    .slice(0, 20)
    .map((batch) => batch.map((event) => ({ ...event, event_id: undefined })));
  for (const batch of nameless)
    await insist(through(0), 'b', { path: '/v1/events/batch', body: JSON.stringify({ events: batch }) });
  await world.checker.drained();
  const more = Number((await outcome(world, 'b')).events[0]?.n) - EVENTS.length;
  recordControl(
    { part: PART, protection: 'copies without event_id', outcome: `${more} events more than there were` },
    more > 0,
  );
});
