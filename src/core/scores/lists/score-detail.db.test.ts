import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { insertScores } from '../../../../test/support/score-rows.ts';
import { createDevAuthenticate } from '../../../gateway/tokens/token-verifier.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';

const NOW = Date.UTC(2026, 0, 31, 9, 30);
const AT = '2026-01-31T09:30:00Z';
const days = (count: number): number => NOW + count * DAY_MS;

let service: TestApp;
let stranger: TestApp;

beforeAll(async () => {
  service = await createTestApp();
  const { test } = service;
  stranger = await createTestApp({ test, authenticate: ({ tenants }) => createDevAuthenticate(tenants.b) });
  await insertScores(test, test.tenants.a, [
    // Never used: 90 days, 3 days sooner for what it allows, 5 for the missing factor.
    { grant_id: 'g1', principal_id: 'p1', asset_id: 'a1', lapses_at: days(-18), granted_at: days(-100) },
    { grant_id: 'g2', principal_id: 'p1', asset_id: 'a2', lapses_at: days(50), uses: [days(-30)] },
    { grant_id: 'g3', principal_id: 'p1', asset_id: 'a3', lapses_at: days(-50), active: false },
    { grant_id: 'g4', principal_id: 'p-gone', asset_id: 'a1', lapses_at: days(-50), active: false },
  ]);
  await test.admin(
    "UPDATE principals SET mfa_enabled = false, last_login_at = $1 WHERE tenant_id = $2 AND id = 'p1'",
    [new Date(days(-3.5)).toISOString(), test.tenants.a],
  );
  await test.admin(
    `INSERT INTO anomaly_signals (tenant_id, id, principal_id, asset_id, kind, evidence, reason, event_id, occurred_at,
                                  detected_at)
     SELECT t, id, 'p1', 'a9', 'new_network', '{}', 'new', id, at::timestamptz, now()
     FROM (VALUES ($1::int, 's1', $3), ($1, 's2', $4), ($1, 's3', $5), ($2, 's4', $3)) AS v (t, id, at)`,
    [test.tenants.a, test.tenants.b, iso(days(-1)), iso(days(-31)), iso(days(1))],
  );
});
afterAll(async () => {
  await stranger.app.close();
  await service.close();
});

const iso = (at: number): string => new Date(at).toISOString();

test('shows score, factors and forecast', async () => {
  const response = await service.call({ url: `/v1/scores/p1?as_of=${AT}` });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({
    principal_id: 'p1',
    display_name: 'Name of p1',
    overall_score: 77.6895,
    risk_level: 'high',
    factors: { last_login_days: 3, mfa_enabled: false, unused_grants: 1, anomaly_signals: 1 },
    calculated_at: '2026-01-31T09:30:00.000Z',
    lapses_at: iso(days(-18)),
    crosses_at: [
      { threshold: 20, crosses_at: iso(days(-38)), crossed: true },
      { threshold: 50, crosses_at: iso(days(-18)), crossed: true },
      { threshold: 80, crosses_at: iso(days(2)), crossed: false },
    ],
    grants_total: 2,
  });
});

test('explains every grant by parts that add up to its lapse date', async () => {
  const { grants } = (await service.call({ url: `/v1/scores/p1?as_of=${AT}` })).json();
  expect(grants.map((grant: { grant_id: string }) => grant.grant_id)).toEqual(['g1', 'g2']);
  for (const grant of grants) {
    const sum = grant.parts.reduce((total: number, part: { days: number }) => total + part.days, 0);
    expect(Date.parse(grant.idle_since) + sum * DAY_MS).toBe(Date.parse(grant.lapses_at));
    for (const part of grant.parts) expect(part.reason).toMatch(/^[A-Z0-9].*\.$/);
  }
  expect(grants[0].parts.map((part: { kind: string; days: number }) => [part.kind, part.days])).toEqual([
    ['patience', 90],
    ['permission', -3],
    ['mfa', -5],
  ]);
  // Its stored date is not what the facts say now.
  expect(grants[1].parts.at(-1).kind).toBe('pending');
});

test('a principal without active grants is fresh; one that nobody knows is not found', async () => {
  const gone = await service.call({ url: '/v1/scores/p-gone' });
  expect(gone.json()).toMatchObject({ overall_score: 0, risk_level: 'low', lapses_at: null, grants: [] });
  expect((await service.call({ url: '/v1/scores/nobody' })).statusCode).toBe(404);
  expect((await stranger.call({ url: '/v1/scores/p1' })).statusCode).toBe(404);
  for (const query of ['as_of=then', 'as_of=2016-12-31T23:59:60Z', 'limit=5']) {
    expect((await service.call({ url: `/v1/scores/p1?${query}` })).statusCode).toBe(400);
  }
});
