import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { addIngested } from '../core/events/ingest-totals.sql.ts';
import { StageTimes } from '../core/pipeline/stage-times.rules.ts';
import { addStageTimings } from '../core/pipeline/stage-timings.sql.ts';
import { createDevAuthenticate } from '../gateway/tokens/token-verifier.ts';
import { clearWorkFailure, recordWorkFailure } from '../platform/background/work-failures.sql.ts';
import { evaluateAlerts } from './evaluate-alerts.ts';
import { LAG_STAGES } from './operational-figures.rules.ts';

let service: TestApp;
let other: TestApp;
beforeAll(async () => {
  service = await createTestApp();
  other = await createTestApp({
    test: service.test,
    authenticate: (test) => createDevAuthenticate(test.tenants.b),
  });
});
afterAll(async () => {
  await other.close();
  await service.close();
});

const state = (app: TestApp) =>
  app.call({ method: 'GET', url: '/v1/pipeline' }).then((response) => response.json());

test('of a tenant that has nothing, nothing waits in any stage', async () => {
  const found = await state(other);
  expect(found.lag.map(({ stage }: { stage: string }) => stage)).toEqual([...LAG_STAGES]);
  expect(found.lag.every((lag: { items: number; oldest_seconds: number }) => lag.items === 0)).toBe(true);
  expect(found).toMatchObject({ stages: [], connectors: [], dead_letters: 0, recent: { p99_seconds: null } });
});

test('what waits, what stages took and what came in is told to its own tenant only', async () => {
  const { db, tenants } = service.test;
  const q = db.tenant(tenants.a);
  const times = new StageTimes();
  times.observe(tenants.a, 'decay recalculation', 0.2);
  times.observe(tenants.a, 'decay recalculation', 0.4);
  await addStageTimings(q, times.take()[0]?.stages ?? [], Date.now());
  await addIngested(q, 'api', { events: 42, at: Date.now() });
  await service.test.admin(
    `INSERT INTO dead_letters (tenant_id, id, event, reason, attempts, received_at)
     VALUES ($1, 'dead-1', '{"event_id": "e"}', 'because', 5, now())`,
    [tenants.a],
  );
  const found = await state(service);
  expect(found.stages).toEqual([
    {
      stage: 'decay recalculation',
      batches: 2,
      mean_seconds: expect.closeTo(0.3, 6),
      p99_seconds: expect.any(Number),
    },
  ]);
  expect(found.connectors).toEqual([{ connector: 'api', events: 42, is_healthy: null }]);
  expect(found.dead_letters).toBe(1);
  expect((await state(other)).dead_letters).toBe(0);
});

test('work that fails again and again is shown to its tenant, an alert of it alone, and a number to everybody', async () => {
  const { db, tenants, admin } = service.test;
  const fail = () =>
    recordWorkFailure(db.alone(tenants.a), {
      work: 'apply',
      error: 'division by zero',
      at: '2026-01-31T09:30:00Z',
    });
  const firing = async (app: TestApp) => {
    await admin('TRUNCATE alert_evaluations');
    for (const tenant of [tenants.a, tenants.b]) await evaluateAlerts(db, tenant, Date.now());
    const { items } = (await app.call({ url: '/v1/alerts?state=firing' })).json();
    return items.map(({ id }: { id: string }) => id);
  };
  await fail();
  await fail();
  expect(await firing(service)).toEqual([]);
  await fail();
  expect((await state(service)).work_failures).toEqual([
    {
      work: 'apply',
      attempts: 3,
      first_failed_at: '2026-01-31T09:30:00.000Z',
      last_failed_at: '2026-01-31T09:30:00.000Z',
      error: 'division by zero',
    },
  ]);
  expect((await state(other)).work_failures).toEqual([]);
  expect([await firing(service), await firing(other)]).toEqual([['tenant_not_processed:apply'], []]);
  const ready = await other.call({ url: '/readyz' });
  expect([ready.statusCode, Object.keys(ready.json()).sort(), ready.json().tenants_not_processed]).toEqual([
    200,
    ['status', 'tenants_not_processed', 'version'],
    1,
  ]);
  await clearWorkFailure(db.alone(tenants.a), 'apply');
  expect(await firing(service)).toEqual([]);
});
