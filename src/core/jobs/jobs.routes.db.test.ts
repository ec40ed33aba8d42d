import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { insertScores } from '../../../test/support/score-rows.ts';
import { createDevAuthenticate } from '../../gateway/tokens/token-verifier.ts';

let service: TestApp;
let stranger: TestApp;

beforeAll(async () => {
  service = await createTestApp();
  const { test } = service;
  stranger = await createTestApp({ test, authenticate: ({ tenants }) => createDevAuthenticate(tenants.b) });
  await insertScores(test, test.tenants.a, [
    { grant_id: 'g1', principal_id: 'p1', asset_id: 'a1', lapses_at: 0 },
    { grant_id: 'g2', principal_id: 'p1', asset_id: 'a2', lapses_at: 0 },
    { grant_id: 'g3', principal_id: 'p2', asset_id: 'a1', lapses_at: 0 },
  ]);
  await service.import([{ kind: 'principal', id: 'idle', display_name: 'Idle', type: 'user' }]);
  await insertScores(test, test.tenants.b, [
    { grant_id: 'g1', principal_id: 'only-b', asset_id: 'a1', lapses_at: 0 },
  ]);
});
afterAll(async () => {
  await stranger.app.close();
  await service.close();
});

const refresh = (payload: unknown, headers: Record<string, string> = {}) =>
  service.call({ method: 'POST', url: '/v1/scores/bulk', payload: payload as object, headers });

const waiting = (jobId: string) =>
  service.test.admin(
    'SELECT tenant_id, cause, grant_ids FROM recalculations WHERE job_id = $1 ORDER BY grant_ids',
    [jobId],
  );

describe('a bulk refresh', () => {
  test('is a job with one piece of work per principal', async () => {
    const response = await refresh({ principal_ids: ['p1', 'p2', 'p1', 'idle', 'unknown', 'only-b'] });
    expect(response.statusCode).toBe(201);
    const job = response.json();
    expect(job).toEqual({
      job_id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      status: 'accepted',
      total_items: 5,
      created_at: expect.any(String),
    });
    const tenant_id = service.test.tenants.a;
    expect(await waiting(job.job_id)).toEqual([
      { tenant_id, cause: 'refresh', grant_ids: ['g1', 'g2'] },
      { tenant_id, cause: 'refresh', grant_ids: ['g3'] },
    ]);
    const state = await service.call({ url: `/v1/jobs/${job.job_id}` });
    expect(state.json()).toEqual({
      ...job,
      kind: 'score_refresh',
      processed: 1,
      failed: 2,
      error: null,
      completed_at: null,
    });
  });

  test('is complete when there is nothing to wait for', async () => {
    const { job_id, status } = (await refresh({ principal_ids: ['idle', 'unknown'] })).json();
    expect(status).toBe('accepted');
    const job = (await service.call({ url: `/v1/jobs/${job_id}` })).json();
    expect(job).toMatchObject({ status: 'completed', total_items: 2, processed: 1, failed: 1 });
    expect(job.completed_at).toEqual(expect.any(String));
  });

  test('repeated with its key is the same job', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await refresh({ principal_ids: ['p1'] }, headers);
    const second = await refresh({ principal_ids: ['p1'] }, headers);
    expect(second.body).toBe(first.body);
    expect(await waiting(first.json().job_id)).toHaveLength(1);
  });

  test('names what is wrong with it', async () => {
    for (const [payload, place] of [
      [{}, 'body.principal_ids'],
      [{ principal_ids: [] }, 'body.principal_ids'],
      [{ principal_ids: 'p1' }, 'body.principal_ids'],
      [{ principal_ids: ['p1', 7] }, 'body.principal_ids.1'],
      [{ principal_ids: Array.from({ length: 501 }, (_, i) => `p${i}`) }, 'body.principal_ids'],
      [{ principal_ids: ['\u0000'] }, 'body.principal_ids.0'],
    ] as const) {
      const response = await refresh(payload);
      expect([response.statusCode, response.json().detail[0].loc.join('.')]).toEqual([400, place]);
    }
  });
});

test('a job is nobody else’s', async () => {
  const { job_id } = (await refresh({ principal_ids: ['p1'] })).json();
  expect((await stranger.call({ url: `/v1/jobs/${job_id}` })).statusCode).toBe(404);
  expect((await service.call({ url: '/v1/jobs/none' })).statusCode).toBe(404);
});
