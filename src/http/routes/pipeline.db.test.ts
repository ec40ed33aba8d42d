import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { LAG_STAGES } from '../../domain/operational-figures.ts';
import { StageTimes } from '../../domain/stage-times.ts';
import { addIngested } from '../../store/ingest-totals.ts';
import { addStageTimings } from '../../store/stage-timings.ts';
import { createDevAuthenticate } from '../token-verifier.ts';

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
  await addIngested(q, 'api', 42);
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
