import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { drain } from '../../test/support/drain.ts';
import { happen, register } from '../../test/support/webhook-world.ts';
import { forgetDeliveries } from './upkeep.sql.ts';
import { claimDeliveries } from './work.sql.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const URL = 'https://hooks.example.com/x';

test('claims at the same moment never share a delivery', async () => {
  const { test: store } = service;
  const id = await register(store, store.tenants.a, URL);
  const sent = await happen(store, store.tenants.a, 600);
  const claims = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      claimDeliveries(store.db.alone(store.tenants.a), {
        now: Date.now() + 1_000,
        lease: `lease-${n}`,
        lease_ms: 60_000,
        endpoints: [{ id, limit: 60, is_probe: false }],
      }),
    ),
  );
  const claimed = claims
    .flat()
    .flatMap(({ deliveries }) => deliveries.map(({ event_id }) => `evt_${event_id}`));
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(claimed.every((one) => sent.includes(one))).toBe(true);
  const [left] = await store.admin('SELECT count(*)::int AS n FROM webhook_deliveries WHERE lease IS NULL');
  expect(left?.n).toBe(600 - claimed.length);
});

test('what is older than its time is forgotten, a few at a time', async () => {
  const { test: store } = service;
  const tenant = store.tenants.b;
  const endpoint = await register(store, tenant, URL);
  await happen(store, tenant, 3);
  const old = Date.now() - 31 * 86_400_000;
  await store.admin(
    `WITH e AS (INSERT INTO webhook_events (tenant_id, id, type, payload, created_at)
                SELECT $1, id, 'x', '{}', now() FROM unnest($3::text[]) id)
     INSERT INTO webhook_deliveries (tenant_id, endpoint_id, id, event_id, type)
     SELECT $1, $2, id, id, 'x' FROM unnest($3::text[]) id`,
    [tenant, endpoint, Array.from({ length: 5 }, () => uuidv7({ msecs: old }))],
  );
  const forget = () =>
    store.db.transaction(tenant, (tx) =>
      forgetDeliveries(tx, { before: Date.now() - 30 * 86_400_000, limit: 3 }),
    );
  expect([await forget(), await forget(), await forget()]).toEqual([3, 3, 2]);
  const [left] = await store.admin(
    `SELECT (SELECT count(*)::int FROM webhook_deliveries WHERE tenant_id = $1) AS deliveries,
       (SELECT count(*)::int FROM webhook_events WHERE tenant_id = $1) AS events`,
    [tenant],
  );
  expect(left).toEqual({ deliveries: 3, events: 3 });
});

test('an anomaly is announced once, with its evidence, however often its event is sent', async () => {
  const { test: store } = service;
  await service.import([
    { kind: 'principal', id: 'stranger', display_name: 'Stranger', type: 'user' },
    { kind: 'asset', id: 'ledger', name: 'Ledger', type: 'table', platform: 'fabric' },
  ]);
  const event = { event_id: 'e-1', principal_id: 'stranger', asset_id: 'ledger', action: 'read' };
  const id = await register(store, store.tenants.a, URL, ['anomaly.detected']);
  for (let repeat = 0; repeat < 2; repeat += 1) {
    const payload = { ...event, timestamp: '2026-11-01T10:00:00Z' };
    expect((await service.call({ method: 'POST', url: '/v1/events', payload })).statusCode).toBe(201);
    await drain(store, store.tenants.a, Date.parse('2026-11-01T11:00:00Z'));
  }
  const { items } = (await service.call({ url: `/v1/webhooks/${id}/deliveries` })).json();
  expect(items).toHaveLength(1);
  const read = await service.call({ url: `/v1/webhooks/${id}/deliveries/${items[0].id}` });
  expect(JSON.parse(read.json().payload)).toMatchObject({
    type: 'anomaly.detected',
    data: {
      anomaly_id: expect.any(String),
      principal_id: 'stranger',
      asset_id: 'ledger',
      kind: 'ungranted_use',
      reason: expect.stringContaining('no known grant'),
      evidence: { action: 'read' },
      event_id: 'e-1',
      occurred_at: expect.stringMatching(/^2026-11-01T10:00:00/),
    },
  });
});
