import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { attempt, Recorder, sendUses } from './clients.ts';
import { disturb, runLoad } from './disturb.ts';
import { record, recordControl, times } from './results.ts';
import { makeUses, TENANTS, type Use } from './uses.ts';
import { atEnd, createWorld, type World } from './world.ts';

/** Fewer connections than there is work for. */
const PART = 'exhausted connections';

test('two connections and two hundred writers at once', async () => {
  const world = await createWorld({ env: { DATABASE_POOL_SIZE: '2' } });
  const { address } = await world.start();
  await world.fill(address);
  const recorder = new Recorder();
  const caller = { address: () => address, tokens: world.tokens, recorder, attempt_ms: 60_000 };
  const writer = async (index: number): Promise<void> => {
    const tenant = TENANTS[index % 2] as (typeof TENANTS)[number];
    for (let turn = 0; turn < times(3, 1); turn += 1) {
      const kind = (['single', 'batch', 'stream'] as const)[(index + turn) % 3] ?? 'single';
      await sendUses(caller, makeUses(tenant, kind === 'single' ? 1 : 5), kind);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: 200 }, (_, index) => writer(index)));
  const took_ms = performance.now() - began;
  await world.checker.drained();
  const findings = await world.checker.uses(recorder.acknowledged);
  expect(recorder.wrong).toEqual([]);
  expect(recorder.broken).toBe(0);
  const [deadlocks] = await world.checker.rows<{ n: number }>(
    'SELECT sum(deadlocks)::int AS n FROM pg_stat_database',
  );
  expect(deadlocks?.n).toBe(0);
  record({
    part: PART,
    fault: 'DATABASE_POOL_SIZE=2, 200 writers at once',
    done: `${recorder.attempts} requests in ${(took_ms / 1000).toFixed(1)} s`,
    acknowledged: recorder.acknowledged.size,
    ...findings,
    leaked: findings.leaked + recorder.leaked,
    recovery_ms: null,
    note: `${recorder.told()}; slowest answer ${(recorder.slowest_ms / 1000).toFixed(1)} s; no deadlock`,
  });
});

/** Takes every connection that the server gives to ordinary roles, and those of Lapse whenever they end, until released. */
function takeAll(world: World): () => Promise<void> {
  const hogs: pg.Client[] = [];
  let isOn = true;
  const hold = async (): Promise<void> => {
    while (isOn) {
      const hog = new pg.Client({ ...world.server.application, application_name: 'hog' });
      hog.on('error', () => {});
      try {
        await hog.connect();
        hogs.push(hog);
      } catch {
        await world.checker
          .rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'lapse%'")
          .catch(() => {});
        await sleep(20);
      }
    }
  };
  const holding = Promise.all([hold(), hold(), hold()]);
  const release = async (): Promise<void> => {
    isOn = false;
    await holding;
    await Promise.all(hogs.splice(0).map((hog) => hog.end().catch(() => {})));
  };
  atEnd(release);
  return release;
}

test('a server that has no connection left', async () => {
  const world = await createWorld();
  const { address } = await world.start();
  await world.fill(address);
  const recorder = new Recorder();
  const caller = { address: () => address, tokens: world.tokens, recorder, attempt_ms: 60_000 };
  let release = async (): Promise<void> => {};
  const refused = () => recorder.statuses.get(503) ?? 0;
  let before = 0;
  const { rounds, recovery_ms } = await disturb(
    {
      on: () => {
        before = refused();
        release = takeAll(world);
      },
      off: () => release(),
      isFelt: () => refused() > before + 5,
      acknowledged: () => recorder.acknowledged.size,
      rounds: times(4, 1),
    },
    (isEnough) => runLoad(caller, { singles: 60, batches: 15, streams: 4 }, isEnough),
  );
  await world.checker.drained();
  const findings = await world.checker.uses(recorder.acknowledged);
  expect(recorder.wrong).toEqual([]);
  expect(recorder.broken).toBe(0);
  record({
    part: PART,
    fault: 'max_connections used up by others',
    done: `${rounds} times during ${recorder.attempts} requests`,
    acknowledged: recorder.acknowledged.size,
    ...findings,
    leaked: findings.leaked + recorder.leaked,
    recovery_ms,
    note: recorder.told(),
  });

  // Callers that do not repeat what was refused.
  release = takeAll(world);
  before = refused();
  const uses: Use[] = [];
  while (refused() < before + 5) {
    const [use] = makeUses('a', 1) as [Use];
    uses.push(use);
    await attempt(caller, 'a', { path: '/v1/events', body: JSON.stringify(use.event) });
  }
  await release();
  await world.checker.drained();
  const { lost } = await world.checker.uses(new Map(uses.map(({ name }) => [name, 'a'])));
  recordControl(
    {
      part: PART,
      protection: 'callers that do not repeat after 503',
      outcome: `${lost} of ${uses.length} events missing`,
    },
    lost > 0,
  );
});
