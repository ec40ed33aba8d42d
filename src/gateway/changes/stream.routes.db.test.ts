import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { type EventReader, heard, listenForChanges } from '../../../test/support/event-source.ts';
import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { AuditType } from '../../audit/types.rules.ts';
import { CHANGE_KINDS } from '../../platform/changes/changes.rules.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { createDevAuthenticate } from '../tokens/token-verifier.ts';

let test_: TestDatabase;
/** A second process: what it changes reaches the gateways through PostgreSQL alone. */
let elsewhere: Database;
let gateways: [TestApp, TestApp];
let otherTenant: TestApp;
const readers: EventReader[] = [];

beforeAll(async () => {
  test_ = await createTestDatabase(10);
  elsewhere = openDatabase({ connection: test_.application, pool_size: 2, onError: () => {} });
  const streams = { stream_ms_max: 600_000, heartbeat_ms: 50 };
  gateways = [await createTestApp({ test: test_, streams }), await createTestApp({ test: test_, streams })];
  otherTenant = await createTestApp({
    test: test_,
    streams,
    authenticate: (test) => createDevAuthenticate(test.tenants.b),
  });
});
afterEach(async () => {
  for (const reader of readers.splice(0)) {
    reader.close();
    await reader.ended;
  }
});
afterAll(async () => {
  await Promise.all([...gateways, otherTenant].map((gateway) => gateway.close()));
  await elsewhere.close();
  await test_.drop();
});

async function listen({ app }: TestApp, headers?: Record<string, string>): Promise<EventReader> {
  const reader = await listenForChanges(app, headers);
  readers.push(reader);
  return reader;
}

let entries = 0;
const happens = (event_type: AuditType, tenantId = test_.tenants.a, db = elsewhere) =>
  db.transaction(tenantId, (tx) => {
    entries += 1;
    const at = '2026-06-01T12:00:00Z';
    const about = { principal_id: 'secret-person', description: 'Zanzibar', actor: 'zanzibar@a.example', at };
    return appendAuditEntries(tx, [
      { id: `entry-${entries}`, event_type, data: { secret: 'Zanzibar' }, ...about },
    ]);
  });

test('a change made by one process is heard at every gateway of its tenant, and nowhere else', async () => {
  const [first, second, foreign] = [
    await listen(gateways[0]),
    await listen(gateways[1]),
    await listen(otherTenant),
  ];
  await happens('review.created');
  await Promise.all([first.until(heard('reviews')), second.until(heard('reviews'))]);
  // What is told of B comes after what was told of A, on the same connection.
  await happens('report.completed', test_.tenants.b);
  await foreign.until(heard('reports'));
  expect(foreign.changes().map(({ kinds }) => kinds)).toEqual([['audit', 'reports']]);
  expect(first.changes()[0]?.kinds.toSorted()).toEqual(['audit', 'campaigns', 'overview', 'reviews']);
  expect(Date.parse(first.changes()[0]?.at ?? '')).toBeLessThanOrEqual(Date.now());
  for (const reader of [first, second, foreign]) expect(reader.text()).not.toMatch(/zanzibar|secret|entry-/i);
});

test('is a stream that no proxy keeps, and says that it lives', async () => {
  const reader = await listen(gateways[0]);
  expect(reader.status).toBe(200);
  expect(reader.headers.get('content-type')).toBe('text/event-stream');
  expect(reader.headers.get('cache-control')).toBe('no-store');
  expect(reader.headers.get('x-accel-buffering')).toBe('no');
  await reader.until(() => reader.text().includes(': still here'));
  expect(reader.text()).toMatch(/^retry: 3000\n\n/);
});

test('what is rolled back is not told', async () => {
  const reader = await listen(gateways[0]);
  await elsewhere
    .transaction(test_.tenants.a, async (tx) => {
      tx.changed?.('campaigns');
      throw new Error('no');
    })
    .catch(() => {});
  await happens('alert.firing');
  await reader.until(heard('alerts'));
  expect(reader.changes().flatMap(({ kinds }) => kinds)).not.toContain('campaigns');
});

test('a hundred changes in a moment are told once, and once more when the second is over', async () => {
  const reader = await listen(gateways[1]);
  const since = performance.now();
  await Promise.all(Array.from({ length: 100 }, () => happens('connector.changed')));
  await happens('policy.changed');
  await reader.until(heard('policy', 'connectors'));
  const told = reader.changes().filter(({ kinds }) => kinds.includes('connectors'));
  expect(told.length).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - since) / 1_000));
});

test('after the connection to the database broke, everything may have changed', async () => {
  const [reader, foreign] = [await listen(gateways[0]), await listen(otherTenant)];
  const { length } = await test_.admin(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lapse changes' AND datname = $1",
    [test_.name],
  );
  expect(length).toBe(3);
  await Promise.all([reader.until(heard(...CHANGE_KINDS)), foreign.until(heard(...CHANGE_KINDS))]);
  const before = reader.changes().length;
  await happens('alert.resolved');
  await reader.until((changes) => heard('alerts')(changes.slice(before)));
});

test('a process that starts has everybody look again, for one that was killed had no time to tell', async () => {
  const reader = await listen(gateways[1]);
  await elsewhere.tellEverybody();
  await reader.until(heard(...CHANGE_KINDS));
});

test('ends with the token, and is refused beyond 200 of a tenant', async () => {
  const short = await createTestApp({
    test: test_,
    streams: { stream_ms_max: 600_000 },
    authenticate: ({ tenants }) => {
      const authenticate = createDevAuthenticate(tenants.a);
      return async (authorization) => ({
        ...(await authenticate(undefined)),
        ...(authorization === undefined ? {} : { expires_at: Date.now() + 300 }),
      });
    },
  });
  const since = performance.now();
  const reader = await listen(short, { authorization: 'Bearer x' });
  await reader.ended;
  expect(performance.now() - since).toBeGreaterThan(250);

  const many = await Promise.all(Array.from({ length: 200 }, () => listen(short)));
  expect(many.every(({ status }) => status === 200)).toBe(true);
  const refused = await listen(short);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('30');
  many[0]?.close();
  await many[0]?.ended;
  await expect.poll(async () => (await listen(short)).status, { timeout: 120_000 }).toBe(200);
  // All 200 are open still: stopping ends them at once.
  const stopping = performance.now();
  const closed = short.close();
  await Promise.all(many.map(({ ended }) => ended));
  expect(performance.now() - stopping).toBeLessThan(8_000);
  // Whatever else this test's client has kept open.
  short.app.server.closeAllConnections();
  await closed;
});

test('opening one is one read; over the limit none is opened', async () => {
  await test_.admin('DELETE FROM rate_windows');
  const limited = await createTestApp({
    test: test_,
    env: { RATE_LIMIT_READS: '2/0' },
    streams: { stream_ms_max: 600_000 },
  });
  const [one, two] = [await listen(limited), await listen(limited)];
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(two.headers.get('x-ratelimit-remaining')).toBe('0');
  expect((await listen(limited)).status).toBe(429);
  expect((await listen(limited)).status).toBe(429);
  await limited.close();
  await Promise.all([one.ended, two.ended]);
});
