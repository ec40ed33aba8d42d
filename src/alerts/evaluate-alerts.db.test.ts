import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { insertScores } from '../../test/support/score-rows.ts';
import { addIngested } from '../core/events/ingest-totals.sql.ts';
import { SCORE_COMPUTATION, StageTimes } from '../core/pipeline/stage-times.rules.ts';
import { addStageTimings } from '../core/pipeline/stage-timings.sql.ts';
import { DEFAULT_POLICY } from '../core/policy/policy.rules.ts';
import { lapseDateOf } from '../core/scores/decay.rules.ts';
import { createDevAuthenticate } from '../gateway/tokens/token-verifier.ts';
import { DAY_MS } from '../platform/iso-instant.ts';
import { evaluateAlerts } from './evaluate-alerts.ts';

const START = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;
const LOOK = 15_000;

let service: TestApp;
let other: TestApp;
let now = START;

beforeAll(async () => {
  service = await createTestApp();
  other = await createTestApp({
    test: service.test,
    authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
  });
});
afterAll(() => service.close());

const look = (at: number, tenantId = service.test.tenants.a): Promise<boolean> =>
  evaluateAlerts(service.test.db, tenantId, at);

/** Looks every 15 seconds for so long. */
async function lookFor(ms: number): Promise<void> {
  for (const end = now + ms; now < end; ) {
    now += LOOK;
    expect(await look(now)).toBe(true);
  }
}

type Item = {
  id: string;
  state: string;
  severity: string;
  since: string;
  value: number | null;
  labels: object;
};

async function alerts(query = '', app = service): Promise<Record<string, Item>> {
  const answer = await app.call({ url: `/v1/alerts${query}` });
  expect(answer.statusCode).toBe(200);
  const { items, total } = answer.json() as { items: Item[]; total: number };
  expect(total).toBe(items.length);
  return Object.fromEntries(items.map((item) => [item.id, item]));
}

const told = (type: string) =>
  service.test.admin(
    'SELECT tenant_id, data, description FROM audit_entries WHERE event_type = $1 ORDER BY id',
    [type],
  );

const deliveries = () =>
  service.test.admin(
    `SELECT d.endpoint_id, d.type, e.payload FROM webhook_deliveries d
     JOIN webhook_events e ON e.tenant_id = d.tenant_id AND e.id = d.event_id ORDER BY d.endpoint_id, d.id`,
  );

describe('a stale grant', () => {
  test('is pending, fires after 5 and 10 minutes, and is told once', async () => {
    // Long enough past its lapse date to be above 95 for all of the test.
    const lapses_at = lapseDateOf(97, START, DEFAULT_POLICY.half_life_days);
    await insertScores(service.test, service.test.tenants.a, [
      { grant_id: 'g', principal_id: 'p', asset_id: 'a', lapses_at: Math.round(lapses_at) },
    ]);
    await service.test.admin(
      `INSERT INTO webhooks (tenant_id, id, kind, event_types, created_by) VALUES
         ($1, 'all', 'webhook', '{*}', 'x'), ($1, 'none', 'webhook', '{review.created}', 'x'),
         ($1, 'slack', 'slack', '{review.created,alert.firing,alert.resolved}', 'x'),
         ($1, 'teams', 'teams', '{review.created}', 'x'), ($1, 'mail', 'email', '{alert.firing,alert.resolved}', 'x'),
         ($2, 'foreign', 'webhook', '{*}', 'x')`,
      [service.test.tenants.a, service.test.tenants.b],
    );
    await service.test.admin('UPDATE grant_scores SET reached = 10000');
    await service.test.admin('UPDATE principal_scores SET reached = 10000');
    await lookFor(LOOK);
    const began = now;
    expect(await alerts()).toMatchObject({
      decay_score_critical: { state: 'pending', severity: 'critical', since: new Date(began).toISOString() },
      decay_score_high: { state: 'pending', severity: 'warning' },
    });
    await lookFor(5 * MINUTE - LOOK);
    expect(Object.keys(await alerts('?state=firing'))).toEqual([]);
    await lookFor(LOOK);
    expect(await alerts('?state=firing')).toMatchObject({
      decay_score_critical: {
        since: new Date(began + 5 * MINUTE).toISOString(),
        value: expect.closeTo(97, 0),
      },
    });
    await lookFor(5 * MINUTE);
    expect(Object.keys(await alerts('?state=firing'))).toEqual(['decay_score_critical', 'decay_score_high']);
    expect(Object.keys(await alerts('?severity=critical'))).toEqual(['decay_score_critical']);
    await lookFor(2 * MINUTE);
    const entries = await told('alert.firing');
    expect(entries.map((entry) => entry.data)).toMatchObject([
      { alert: 'decay_score_critical', severity: 'critical', threshold: 95, for_seconds: 300 },
      { alert: 'decay_score_high', severity: 'warning', threshold: 80, for_seconds: 600 },
    ]);
    expect(entries[0]?.description).toContain('above 95 for 5 minutes');
    const sent = await deliveries();
    expect(sent.map(({ endpoint_id, type }) => [endpoint_id, type])).toEqual([
      ['all', 'alert.firing'],
      ['all', 'alert.firing'],
      ['slack', 'notification.message'],
      ['slack', 'notification.message'],
    ]);
    expect(JSON.parse(String(sent[0]?.payload))).toMatchObject({
      type: 'alert.firing',
      data: { alert_id: 'decay_score_critical', severity: 'critical', labels: {} },
    });
    expect(JSON.parse(String(sent[2]?.payload)).data.subject).toMatch(/^Alert: The stalest access/);
  });

  test('is looked at once, however many workers want to', async () => {
    now += LOOK;
    const looks = await Promise.all(Array.from({ length: 5 }, () => look(now)));
    expect(looks.filter(Boolean)).toHaveLength(1);
    expect(await look(now + LOOK - 1)).toBe(false);
  });

  test('is nothing to the other tenant', async () => {
    expect(await look(now, service.test.tenants.b)).toBe(true);
    expect(await alerts('', other)).toEqual({});
    expect((await told('alert.firing')).every((entry) => entry.tenant_id === service.test.tenants.a)).toBe(
      true,
    );
  });

  test('that is used is resolved, and told so once; after a day nothing is left to tell', async () => {
    await service.test.admin('UPDATE grant_scores SET lapses_at = $1', [
      new Date(now + 90 * DAY_MS).toISOString(),
    ]);
    await lookFor(4 * LOOK);
    expect(await alerts()).toMatchObject({
      decay_score_critical: { state: 'resolved' },
      decay_score_high: { state: 'resolved' },
    });
    expect(await told('alert.resolved')).toHaveLength(2);
    expect(await deliveries()).toHaveLength(8);
    now += DAY_MS;
    await lookFor(LOOK);
    expect(await alerts()).toEqual({});
  });
});

test('a connector that brings nothing fires after 15 minutes, by itself; one that is removed is resolved', async () => {
  for (const id of ['silent', 'busy']) {
    await service.test.admin(
      `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
         created_by) VALUES ($1, $2, 'postgres', $2, '{}', 'x', '{}', 300, 'x')`,
      [service.test.tenants.a, id],
    );
  }
  for (let minute = 0; minute < 15; minute += 1) {
    await addIngested(service.test.db.alone(service.test.tenants.a), 'busy', { events: 1, at: now });
    await lookFor(MINUTE);
  }
  expect(Object.keys(await alerts('?state=firing'))).toEqual([]);
  await lookFor(LOOK);
  expect(await alerts('?state=firing')).toMatchObject({
    'ingestion_stopped:silent': { value: 0, labels: { connector: 'silent' }, severity: 'critical' },
  });
  await service.test.admin("DELETE FROM connectors WHERE id = 'silent'");
  await lookFor(LOOK);
  expect(await alerts('?state=resolved')).toMatchObject({ 'ingestion_stopped:silent': { value: null } });
  await service.test.admin('DELETE FROM connectors');
});

test('three batches sent at installation are not missed; a source that was steady for an hour is', async () => {
  const send = () =>
    addIngested(service.test.db.alone(service.test.tenants.a), 'api', { events: 5, at: now });
  // A total that is the same proves that nothing came in between.
  const lookAfter = async (ms: number) => {
    await lookFor(LOOK);
    now += ms - 2 * LOOK;
    await lookFor(LOOK);
  };
  for (let batch = 0; batch < 3; batch += 1) {
    await send();
    await lookAfter(10 * MINUTE);
  }
  await lookAfter(40 * MINUTE);
  expect(await alerts()).not.toHaveProperty('ingestion_stopped:api');
  for (let batch = 0; batch < 6; batch += 1) {
    await send();
    await lookAfter(10 * MINUTE);
  }
  expect(await alerts('?state=firing')).not.toHaveProperty('ingestion_stopped:api');
  await lookAfter(5 * MINUTE + LOOK);
  expect(await alerts('?state=firing')).toMatchObject({ 'ingestion_stopped:api': { value: 0 } });
  await send();
  await lookFor(LOOK);
  expect(await alerts('?state=resolved')).toHaveProperty('ingestion_stopped:api');
  await service.test.admin('DELETE FROM ingest_totals');
});

test('slow batches fire at once, and are forgotten after ten minutes', async () => {
  const times = new StageTimes();
  const q = service.test.db.alone(service.test.tenants.a);
  const take = async (batches: number) => {
    for (let batch = 0; batch < batches; batch += 1) times.observe(1, SCORE_COMPUTATION, 2.2);
    await addStageTimings(q, times.take()[0]?.stages ?? [], now);
    await lookFor(LOOK);
  };
  // The first after a start say nothing.
  await take(3);
  expect(await alerts('?state=firing')).toEqual({});
  await take(17);
  expect(await alerts('?state=firing')).toMatchObject({ score_computation_slow: { severity: 'warning' } });
  await lookFor(11 * MINUTE);
  expect(await alerts('?state=firing')).toEqual({});
});

test('events that wait, pending reviews and a missed deadline fire, each with its own patience', async () => {
  const { a } = service.test.tenants;
  await service.test.admin(
    "INSERT INTO inbox (tenant_id, events, payload, not_before) VALUES ($1, 10001, '[]', now())",
    [a],
  );
  await service.test.admin(
    `INSERT INTO reviews (tenant_id, id, principal_id, asset_id, access_grant_ids, decay_score, risk_level,
       recommendation, workflow_id, status, origin, requested_by, due_at, created_at)
     SELECT $1, 'r' || i, 'p' || i, 'a', '{}', 90, 'CRITICAL', 'REVIEW', 'w', 'PENDING', 'manual', 'x',
            CASE WHEN i = 1 THEN $2::timestamptz ELSE $2 + interval '9 days' END, now()
     FROM generate_series(1, 201) i`,
    [a, new Date(now + 5 * MINUTE).toISOString()],
  );
  await lookFor(LOOK);
  expect(await alerts('?state=firing')).toEqual({});
  await lookFor(5 * MINUTE);
  expect(Object.keys(await alerts('?state=firing'))).toEqual(['review_past_sla']);
  await lookFor(5 * MINUTE);
  expect(await alerts('?state=firing')).toMatchObject({
    'consumer_lag_high:events': { value: 10001, labels: { stage: 'events' } },
  });
  await lookFor(20 * MINUTE - LOOK);
  expect(await alerts('?state=pending')).toMatchObject({ pending_reviews_high: { value: 201 } });
  await lookFor(LOOK);
  expect(Object.keys(await alerts('?state=firing'))).toEqual([
    'consumer_lag_high:events',
    'pending_reviews_high',
    'review_past_sla',
  ]);
});

test('a filter that cannot be is refused by name, and pages follow each other', async () => {
  const wrong = await service.call({ url: '/v1/alerts?state=inactive' });
  expect([wrong.statusCode, wrong.json().detail[0].loc]).toEqual([400, ['query', 'state']]);
  const first = (await service.call({ url: '/v1/alerts?limit=1&state=firing' })).json();
  expect([first.items.length, first.total]).toEqual([1, 3]);
  const next = (
    await service.call({ url: `/v1/alerts?limit=1&state=firing&cursor=${first.next_cursor}` })
  ).json();
  expect(next.items[0].id).toBe('pending_reviews_high');
});
