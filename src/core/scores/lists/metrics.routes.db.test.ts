import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { insertScores } from '../../../../test/support/score-rows.ts';
import { createDevAuthenticate } from '../../../gateway/tokens/token-verifier.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';

let service: TestApp;
let stranger: TestApp;
const ago = (days: number): number => Date.now() - days * DAY_MS;
const iso = (at: number): string => new Date(at).toISOString();

beforeAll(async () => {
  service = await createTestApp();
  const { test } = service;
  stranger = await createTestApp({ test, authenticate: ({ tenants }) => createDevAuthenticate(tenants.b) });
  await insertScores(test, test.tenants.a, [
    { grant_id: 'g1', principal_id: 'p1', asset_id: 'a1', lapses_at: 0, uses: [ago(5)] },
    { grant_id: 'g2', principal_id: 'p1', asset_id: 'a2', lapses_at: 0, uses: [ago(50)] },
    { grant_id: 'g3', principal_id: 'p1', asset_id: 'a3', lapses_at: 0 },
    { grant_id: 'g4', principal_id: 'p1', asset_id: 'a4', lapses_at: 0, active: false },
    { grant_id: 'g5', principal_id: 'p2', asset_id: 'a1', lapses_at: 0, uses: [ago(1)] },
  ]);
  const events: [number, string, string, string, number][] = [
    [test.tenants.a, 'p1', 'a1', 'admin_login', 5],
    [test.tenants.a, 'p1', 'a1', 'Login', 5],
    [test.tenants.a, 'p1', 'a1', 'user.login.failed', 20],
    [test.tenants.a, 'p1', 'a2', 'loginless_query', 20],
    [test.tenants.a, 'p1', 'a2', 'login', 50],
    [test.tenants.a, 'p1', 'a3', 'query', 300],
    [test.tenants.a, 'p2', 'a4', 'login', 1],
    [test.tenants.b, 'p1', 'a5', 'login', 1],
  ];
  for (const [i, [tenant, principal, asset, action, days]] of events.entries()) {
    await test.admin(
      `INSERT INTO events (tenant_id, event_id, occurred_at, principal_id, asset_id, action, platform, received_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'fabric', now())`,
      [tenant, `e${i}`, iso(ago(days)), principal, asset, action],
    );
  }
  for (const [id, days] of [
    ['s1', 3],
    ['s2', 60],
  ] as const) {
    await test.admin(
      `INSERT INTO anomaly_signals VALUES ($1, $2, 'p1', 'a1', 'new_network', '{}', 'new', $2, $3, now())`,
      [test.tenants.a, id, iso(ago(days))],
    );
  }
});
afterAll(async () => {
  await stranger.app.close();
  await service.close();
});

const measure = async (query: string) =>
  (await service.call({ url: `/v1/metrics/principal/p1${query}` })).json();

test('counts what happened in the period, 90 days by default', async () => {
  expect(await measure('')).toEqual({
    principal_id: 'p1',
    period: '90d',
    login_count: 3,
    unique_assets_accessed: 2,
    grants_total: 3,
    grants_unused: 1,
    anomaly_events: 2,
  });
  expect(await measure('?period=30d')).toMatchObject({
    period: '30d',
    login_count: 2,
    unique_assets_accessed: 2,
    grants_unused: 2,
    anomaly_events: 1,
  });
  expect(await measure('?period=1d')).toMatchObject({ login_count: 0, grants_unused: 3, anomaly_events: 0 });
  expect(await measure('?period=365d')).toMatchObject({ unique_assets_accessed: 3, grants_unused: 1 });
});

test('takes 1d to 365d and nothing else', async () => {
  for (const period of [
    '0d',
    '366d',
    '999d',
    '90',
    'd',
    '-1d',
    '1.5d',
    '90D',
    '01d',
    '1w',
    '',
    '90d ',
    '9'.repeat(99),
  ]) {
    const response = await service.call({
      url: `/v1/metrics/principal/p1?period=${encodeURIComponent(period)}`,
    });
    expect([period, response.statusCode]).toEqual([period, 400]);
    expect(response.json().detail[0].loc).toEqual(['query', 'period']);
  }
});

test('knows only principals of the tenant', async () => {
  expect((await service.call({ url: '/v1/metrics/principal/nobody' })).statusCode).toBe(404);
  expect((await stranger.call({ url: '/v1/metrics/principal/p2' })).statusCode).toBe(404);
});
