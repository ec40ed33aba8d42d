import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eventually, temporaryDirectory } from '../process/lapse-process.ts';
import { answerWith, startReceiver } from '../support/webhook-receiver.ts';
import { attempt, Recorder } from './clients.ts';
import { runLoad } from './disturb.ts';
import { record, recordControl } from './results.ts';
import { makeUses, TENANTS } from './uses.ts';
import { atEnd, createWorld, type World } from './world.ts';

/** The clock of Lapse's machine is set forward by forty days, and back. */
const PART = 'clock jumps';
const PRELOAD = fileURLToPath(new URL('clock-preload.cjs', import.meta.url));
const JUMP_MS = 40 * 86_400_000;

async function startWithClock(extra: Record<string, string> = {}) {
  const file = path.join(await temporaryDirectory(), 'offset');
  const set = (ms: number): void => writeFileSync(file, String(ms));
  set(0);
  const world = await createWorld({
    env: {
      NODE_OPTIONS: `--require ${PRELOAD}`,
      CLOCK_OFFSET_FILE: file,
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      WEBHOOK_TIMEOUT_SECONDS: '2',
      WEBHOOK_RETRY_SCHEDULE: '1,1,1,1,1,1',
      ...extra,
    },
  });
  const { address } = await world.start({ role: 'gateway' });
  const receiver = await startReceiver();
  atEnd(() => receiver.close());
  for (const tenant of TENANTS) {
    const made = await attempt(callerOf(world, address), tenant, {
      path: '/v1/webhooks',
      body: JSON.stringify({ url: receiver.url, event_types: ['review.decided'] }),
    });
    expect(made?.status).toBe(201);
  }
  return { world, address, receiver, set };
}

const callerOf = (world: World, address: string, recorder = new Recorder()) => ({
  address: () => address,
  tokens: world.tokens,
  recorder,
  attempt_ms: 30_000,
});

/** Work in somebody's hands until a time that no lease reaches. */
function stuckLeases(world: World): Promise<{ what: string; until: string }[]> {
  return world.checker.rows(
    `SELECT 'delivery ' || status AS what, due_at::text AS until FROM webhook_deliveries WHERE due_at > now() + interval '1 hour'
     UNION ALL SELECT 'removal ' || status || ' ' || coalesce(error, ''), due_at::text FROM remediations
     WHERE due_at > now() + interval '1 day'
     UNION ALL SELECT 'connector', next_sync_at::text FROM connectors WHERE next_sync_at > now() + interval '1 day'
     UNION ALL SELECT 'batch', not_before::text FROM inbox WHERE not_before > now() + interval '1 day'`,
  );
}

/** Decides on one review of each tenant; answers how many were decided. */
async function decideOne(world: World, address: string, decision: string): Promise<number> {
  let decided = 0;
  for (const tenant of TENANTS) {
    const [review] = await world.checker.rows<{ id: string }>(
      `SELECT r.id FROM reviews r JOIN tenants t USING (tenant_id)
       WHERE t.tid = $1 AND r.status = 'PENDING' ORDER BY r.id LIMIT 1`,
      [`tenant-${tenant}`],
    );
    const answer = await attempt(callerOf(world, address), tenant, {
      path: `/v1/reviews/${review?.id}/decide`,
      body: JSON.stringify({ decision, justification: 'seen' }),
      headers: { 'idempotency-key': review?.id as string },
    });
    expect(answer?.status).toBe(200);
    decided += 1;
  }
  return decided;
}

const hasReviews = (world: World, count: number) =>
  eventually(
    async () => (await world.checker.rows("SELECT FROM reviews WHERE status = 'PENDING'")).length >= count,
  );

test('nothing is announced twice or ahead of its time, and nothing is left lying for forty days', async () => {
  const { world, address, receiver, set } = await startWithClock();
  let { lapse: worker } = await world.start({ role: 'worker' });
  await world.fill(address, { days_old: 300 });
  await hasReviews(world, 50);
  // In forty days these will have been unused for too long; not today.
  await importFresh(world, address);
  const recorder = new Recorder();
  // Whatever is used crosses back once; that has happened by now.
  await runLoad(callerOf(world, address, recorder), { singles: 10, batches: 4, streams: 1 });
  await world.checker.drained();
  const counts = async () =>
    (
      await world.checker.rows(
        `SELECT (SELECT count(*)::int FROM reviews) AS reviews,
         (SELECT count(*)::int FROM audit_entries WHERE event_type LIKE '%.threshold_crossed') AS crossings`,
      )
    )[0];
  const before = await counts();
  const shortLived = world.provider.sign({ tid: 'tenant-a', sub: 's', roles: ['service.auditor'] });
  const asShortLived = async (): Promise<number> =>
    (await fetch(`${address}/v1/grants`, { headers: { authorization: `Bearer ${shortLived}` } })).status;
  expect(await asShortLived()).toBe(200);

  let decided = 0;
  let recovery_ms = 0;
  const ROUNDS = 3;
  for (let round = 0; round < ROUNDS; round += 1) {
    set(JUMP_MS);
    await runLoad(callerOf(world, address, recorder), { singles: 10, batches: 4, streams: 1 });
    expect(await asShortLived()).toBe(401);
    // A delivery is under way when the worker dies.
    const arrived = receiver.arrivals.length;
    receiver.answer = () => {};
    decided += await decideOne(world, address, round % 2 ? 'REVOKE' : 'CONFIRM');
    await receiver.arrived(arrived + 1);
    worker.signal('SIGKILL');
    await worker.ended;
    set(0);
    const since = performance.now();
    receiver.answer = answerWith(204);
    ({ lapse: worker } = await world.start({ role: 'worker' }));
    await runLoad(callerOf(world, address, recorder), { singles: 10, batches: 4, streams: 1 });
    await eventually(async () => (await pending(world)) === 0);
    recovery_ms = Math.max(recovery_ms, performance.now() - since);
    expect(await asShortLived()).toBe(200);
    expect(await stuckLeases(world)).toEqual([]);
  }
  await world.checker.drained();
  const after = await counts();
  const twice = await world.checker.rows(
    `SELECT FROM reviews WHERE status IN ('PENDING', 'ESCALATED') GROUP BY tenant_id, principal_id, asset_id HAVING count(*) > 1
     UNION ALL SELECT FROM audit_entries WHERE event_type LIKE '%.threshold_crossed'
     GROUP BY tenant_id, event_type, data->>'grant_id', principal_id, data->>'asset_id', data->>'threshold', data->>'direction' HAVING count(*) > 1`,
  );
  expect(after).toEqual(before);
  const findings = await world.checker.uses(recorder.acknowledged);
  expect(recorder.wrong).toEqual([]);
  record({
    part: PART,
    fault: 'forward 40 days, worker killed, and back',
    done: `${ROUNDS} times during ${recorder.attempts} requests and ${decided} decisions`,
    acknowledged: recorder.acknowledged.size + decided,
    lost: findings.lost + (await pending(world)),
    doubled: findings.doubled + twice.length,
    leaked: findings.leaked + recorder.leaked,
    recovery_ms,
    note: `${recorder.told()}; a token of an hour is refused meanwhile and taken again; no review or crossing came of it; no lease longer than an hour`,
  });
});

const pending = async (world: World): Promise<number> =>
  (await world.checker.rows("SELECT FROM webhook_deliveries WHERE status = 'pending'")).length;

async function importFresh(world: World, address: string): Promise<void> {
  for (const tenant of TENANTS) {
    const [use] = makeUses(tenant, 1);
    const lines = [
      { kind: 'asset', id: `fresh-${tenant}`, name: `fresh-${tenant}`, type: 'table', platform: 'fabric' },
      {
        kind: 'grant',
        id: `fresh-grant-${tenant}`,
        principal_id: use?.event.principal_id,
        asset_id: `fresh-${tenant}`,
        permission: 'admin',
        granted_at: new Date(Date.now() - 25 * 86_400_000).toISOString(),
      },
    ];
    const response = await fetch(`${address}/v1/directory/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${world.tokens[tenant]}` },
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
    });
    expect(response.status).toBe(200);
  }
}

test('a worker whose time since start jumps too leaves something lying, and the check says so', async () => {
  const { world, address, receiver, set } = await startWithClock({ CLOCK_SHIFTS_ALL: 'yes' });
  const { lapse: worker } = await world.start({ role: 'worker' });
  await world.fill(address, { days_old: 300, assets: 1 });
  await hasReviews(world, 10);
  receiver.answer = () => {};
  let stuck = 0;
  // Not when the worker has just asked for the time again.
  for (let turn = 0; turn < 5 && stuck === 0; turn += 1) {
    const arrived = receiver.arrivals.length;
    set(JUMP_MS);
    await decideOne(world, address, 'CONFIRM');
    await receiver.arrived(arrived + 1);
    stuck = (await stuckLeases(world)).length;
    set(0);
  }
  worker.signal('SIGKILL');
  recordControl(
    {
      part: PART,
      protection: "leases by the machine's clock instead of the database's",
      outcome: `${stuck} deliveries leased for 40 days`,
    },
    stuck > 0,
  );
});
