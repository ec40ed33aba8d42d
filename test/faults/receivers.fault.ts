import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { appendAuditEntries } from '../../src/audit/entries.sql.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { eventually } from '../process/lapse-process.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { attempt, Recorder } from './clients.ts';
import { until } from './disturb.ts';
import { FAULT_MODES } from './fault-proxy.ts';
import { record, recordControl, times } from './results.ts';
import { TENANTS, type Tenant } from './uses.ts';
import { atEnd, createWorld, type World } from './world.ts';

/** Lapse and those who receive its webhooks. */
const PART = 'Lapse and a webhook receiver';
const EVENTS = times(30, 10);

async function startWithReceiver(schedule: string) {
  const world = await createWorld({
    env: {
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      WEBHOOK_TIMEOUT_SECONDS: '2',
      WEBHOOK_RETRY_SCHEDULE: schedule,
    },
  });
  const { address } = await world.start();
  const receiver = await startReceiver();
  atEnd(() => receiver.close());
  const proxy = await world.before({ host: '127.0.0.1', port: Number(new URL(receiver.url).port) });
  for (const tenant of TENANTS) {
    const made = await attempt(
      { address: () => address, tokens: world.tokens, recorder: new Recorder() },
      tenant,
      {
        path: '/v1/webhooks',
        body: JSON.stringify({ url: `http://127.0.0.1:${proxy.port}/${tenant}`, event_types: ['*'] }),
      },
    );
    expect(made?.status).toBe(201);
  }
  const db = openDatabase({ connection: world.server.application, pool_size: 2, onError: () => {} });
  atEnd(() => db.close());
  const ids = await world.checker.rows<{ tid: string; tenant_id: number }>(
    'SELECT tid, tenant_id FROM tenants',
  );
  const idOf = (tenant: Tenant) => ids.find(({ tid }) => tid === `tenant-${tenant}`)?.tenant_id as number;
  return { world, receiver, proxy, db, idOf };
}

/** Something happens to a tenant, so often, each in a transaction of its own. */
async function happen(db: Database, tenantId: number, tenant: Tenant, count: number): Promise<string[]> {
  const happened: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = uuidv7();
    const at = new Date().toISOString();
    const data = { of: `tenant-${tenant}` };
    await db.transaction(tenantId, (tx) =>
      appendAuditEntries(tx, [
        { id, principal_id: null, event_type: 'review.created', description: 'd', actor: 'system', at, data },
      ]),
    );
    happened.push(`evt_${id}`);
  }
  return happened;
}

const waiting = async (world: World): Promise<number> =>
  (await world.checker.rows("SELECT FROM webhook_deliveries WHERE status = 'pending'")).length;

test('every event arrives at least once, whatever happens to the connections', async () => {
  const { world, receiver, proxy, db, idOf } = await startWithReceiver('1,1,1,2,2,2,4,4,4,8,8,8');
  for (const mode of FAULT_MODES) {
    receiver.arrivals.length = 0;
    proxy.set(mode);
    const happened: Record<Tenant, string[]> = { a: [], b: [] };
    for (const tenant of TENANTS) happened[tenant] = await happen(db, idOf(tenant), tenant, EVENTS);
    await until(() => proxy.felt >= 6);
    proxy.set('pass');
    const since = performance.now();
    await eventually(async () => (await waiting(world)) === 0);
    const recovery_ms = performance.now() - since;
    const arrived = new Map<string, number>();
    let leaked = 0;
    for (const { path, headers, body } of receiver.arrivals) {
      const id = headers['webhook-id'] as string;
      arrived.set(id, (arrived.get(id) ?? 0) + 1);
      if (!body.includes(`tenant-${path.slice(1)}`)) leaked += 1;
    }
    const all = [...happened.a, ...happened.b];
    const dead = await world.checker.rows<{ id: string }>(
      "SELECT 'evt_' || event_id AS id FROM webhook_deliveries WHERE status = 'dead'",
    );
    const isKnownDead = new Set(dead.map(({ id }) => id));
    const rows = await world.checker.rows(
      'SELECT FROM webhook_deliveries GROUP BY tenant_id, endpoint_id, event_id HAVING count(*) > 1',
    );
    const again = [...arrived.values()].reduce((sum, n) => sum + n - 1, 0);
    record({
      part: PART,
      fault: mode,
      done: `while ${all.length} events happen; felt ${proxy.counts[mode]} times`,
      acknowledged: all.length,
      lost: all.filter((id) => !arrived.has(id) && !isKnownDead.has(id)).length,
      doubled: rows.length,
      leaked,
      recovery_ms,
      note: `${arrived.size} arrived, ${again} of them again with the same webhook-id, ${isKnownDead.size} shown as dead; recovery until none waits`,
    });
    // The schedule outlasts every fault here, so none may be abandoned.
    expect(isKnownDead.size).toBe(0);
  }
});

test('without further attempts something does not arrive, and the check says so', async () => {
  const { world, receiver, proxy, db, idOf } = await startWithReceiver('900000');
  proxy.set('cut');
  const happened = await happen(db, idOf('a'), 'a', 10);
  await until(() => proxy.felt >= 10);
  proxy.set('pass');
  await eventually(
    async () => (await world.checker.rows('SELECT FROM webhook_deliveries WHERE tries > 0')).length === 10,
  );
  const arrived = new Set(receiver.arrivals.map(({ headers }) => headers['webhook-id']));
  const missing = happened.filter((id) => !arrived.has(id)).length;
  recordControl(
    { part: PART, protection: 'no second attempt', outcome: `${missing} of 10 events did not arrive` },
    missing > 0,
  );
});
