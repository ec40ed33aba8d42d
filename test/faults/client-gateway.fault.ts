import { expect, test } from 'vitest';
import { type Caller, insist, Recorder } from './clients.ts';
import { disturbWith, runLoad, until } from './disturb.ts';
import { FAULT_MODES, type FaultProxy } from './fault-proxy.ts';
import { IS_FULL, record, recordControl, times } from './results.ts';
import { TENANTS } from './uses.ts';
import { createWorld, type World } from './world.ts';

/** Callers and the gateway, with a fault between them. */
const PART = 'callers and the gateway';
const MODES = IS_FULL ? FAULT_MODES : (['cut_answers', 'half_open'] as const);

async function startBehindProxy(): Promise<{ world: World; proxy: FaultProxy; caller: () => Caller }> {
  const world = await createWorld();
  const { address } = await world.start();
  await world.fill(address, { days_old: 3 });
  await world.checker.drained();
  const proxy = await world.before({ host: '127.0.0.1', port: Number(new URL(address).port) });
  const through = `http://127.0.0.1:${proxy.port}`;
  return {
    world,
    proxy,
    caller: () => ({
      address: () => through,
      tokens: world.tokens,
      recorder: new Recorder(),
      attempt_ms: 4_000,
    }),
  };
}

test('every acknowledged event is stored once, whatever happens to the connections', async () => {
  const { world, proxy, caller } = await startBehindProxy();
  for (const mode of MODES) {
    const one = caller();
    const { recorder } = one;
    const load = (isEnough: () => boolean) =>
      runLoad(one, { singles: times(60, 12), batches: times(15, 4), streams: times(4, 1) }, isEnough);
    const acknowledged = () => recorder.acknowledged.size;
    const { rounds, recovery_ms } = await disturbWith(
      proxy,
      mode,
      { rounds: times(15, 3), felt: 6, acknowledged },
      load,
    );
    await world.checker.drained();
    const findings = await world.checker.uses(recorder.acknowledged);
    expect(recorder.wrong).toEqual([]);
    record({
      part: PART,
      fault: mode,
      done: `${rounds} times, felt ${proxy.counts[mode]} times, by ${recorder.attempts} requests (single, batch, stream, reads)`,
      acknowledged: recorder.acknowledged.size,
      ...findings,
      leaked: findings.leaked + recorder.leaked,
      recovery_ms,
      note: recorder.told(),
    });
  }

  // The same check, with callers that do not name their events.
  const one = caller();
  const load = (isEnough: () => boolean) =>
    runLoad(one, { singles: 30, batches: 10, streams: 2, with_id: false }, isEnough);
  await disturbWith(
    proxy,
    'cut_answers',
    { rounds: 5, felt: 6, acknowledged: () => one.recorder.acknowledged.size },
    load,
  );
  await world.checker.drained();
  const { lost, doubled } = await world.checker.uses(one.recorder.acknowledged);
  expect(lost).toBe(0);
  recordControl(
    { part: PART, protection: 'no event_id on repeats (cut_answers)', outcome: `${doubled} events doubled` },
    doubled > 0,
  );
});

test('a decision is made once, and its caller is told, however often the answer is cut off', async () => {
  const world = await createWorld();
  const { address } = await world.start();
  // Never used for long: a question about each.
  await world.fill(address, { days_old: 300, assets: times(8, 3) });
  const wanted = 2 * 5 * times(8, 3);
  const reviews = () =>
    world.checker.rows<{ id: string; tid: string }>(
      "SELECT r.id, t.tid FROM reviews r JOIN tenants t USING (tenant_id) WHERE r.status = 'PENDING' ORDER BY r.id",
    );
  let found = await reviews();
  while (found.length < wanted) found = await reviews();
  const proxy = await world.before({ host: '127.0.0.1', port: Number(new URL(address).port) });
  const recorder = new Recorder();
  const caller = {
    address: () => `http://127.0.0.1:${proxy.port}`,
    tokens: world.tokens,
    recorder,
    attempt_ms: 6_000,
  };

  const told = new Map<string, string>();
  let replays = 0;
  const decideAll = Promise.all(
    TENANTS.map(async (tenant) => {
      for (const { id } of found.filter(({ tid }) => tid === `tenant-${tenant}`)) {
        const answer = await insist(caller, tenant, {
          path: `/v1/reviews/${id}/decide`,
          body: JSON.stringify({ decision: told.size % 2 ? 'REVOKE' : 'CONFIRM', justification: 'seen' }),
          headers: { 'idempotency-key': id },
        });
        if (answer?.status !== 200) recorder.wrong.push(`${answer?.status} ${answer?.text}`);
        if (answer?.headers.get('idempotency-replayed')) replays += 1;
        told.set(id, answer?.text ?? '');
      }
    }),
  );
  const { rounds, recovery_ms } = await disturbWith(
    proxy,
    'cut_answers',
    { rounds: times(30, 6), felt: 3, acknowledged: () => told.size },
    () => decideAll,
  );
  expect(recorder.wrong).toEqual([]);
  expect(replays).toBeGreaterThan(0);
  const rows = await world.checker.rows<{ id: string; decisions: number; entries: number; removals: number }>(
    `SELECT r.id, (SELECT count(*)::int FROM review_decisions d WHERE d.tenant_id = r.tenant_id AND d.review_id = r.id) AS decisions,
       (SELECT count(*)::int FROM audit_entries e WHERE e.tenant_id = r.tenant_id AND e.review_id = r.id AND e.event_type = 'review.decided') AS entries,
       (SELECT count(*)::int FROM remediations m WHERE m.tenant_id = r.tenant_id AND m.review_id = r.id) AS removals
     FROM reviews r WHERE r.id = ANY ($1)`,
    [[...told.keys()]],
  );
  record({
    part: PART,
    fault: 'cut_answers, decisions',
    done: `${rounds} times among ${recorder.attempts} requests; ${replays} answers given again`,
    acknowledged: told.size,
    lost: rows.filter(({ decisions, entries }) => decisions === 0 || entries === 0).length,
    doubled: rows.filter(({ decisions, entries, removals }) => decisions > 1 || entries > 1 || removals > 1)
      .length,
    leaked: recorder.leaked,
    recovery_ms,
    note: recorder.told(),
  });

  // Something that may be made twice, with a new key for each attempt, which is none.
  let key = 0;
  let made = 0;
  const makeAll = (async () => {
    for (; made < 20; made += 1) {
      await insist(caller, 'a', () => {
        key += 1;
        return {
          path: '/v1/webhooks',
          body: JSON.stringify({
            url: 'https://example.com/hook',
            event_types: ['review.decided'],
            description: `hook ${made}`,
          }),
          headers: { 'idempotency-key': `hook-${key}` },
        };
      });
    }
  })();
  await disturbWith(proxy, 'cut_answers', { rounds: 6, felt: 2, acknowledged: () => made }, () => makeAll);
  await until(() => made === 20);
  const [twice] = await world.checker.rows<{ n: number }>('SELECT count(*)::int - 20 AS n FROM webhooks');
  recordControl(
    {
      part: PART,
      protection: 'a new Idempotency-Key at every repeat',
      outcome: `${twice?.n} of 20 made twice`,
    },
    (twice?.n ?? 0) > 0,
  );
});
