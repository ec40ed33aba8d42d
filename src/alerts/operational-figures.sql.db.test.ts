import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explained } from '../../bench/scores/explained.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { FIRST_MODEL } from '../../test/support/first-model.ts';
import { insertScores } from '../../test/support/score-rows.ts';
import { addIngested } from '../core/events/ingest-totals.sql.ts';
import { SCORE_COMPUTATION, StageTimes } from '../core/pipeline/stage-times.rules.ts';
import { addStageTimings } from '../core/pipeline/stage-timings.sql.ts';
import { DEFAULT_POLICY } from '../core/policy/policy.rules.ts';
import { lapseDateOf } from '../core/scores/decay.rules.ts';
import { passings } from '../core/scores/marks.rules.ts';
import { sessionSettings } from '../platform/database/database.ts';
import { DAY_MS } from '../platform/iso-instant.ts';
import { REMEDIATION_STATUSES } from '../remediation/remediation.rules.ts';
import type { OperationalFigures } from './operational-figures.rules.ts';
import { loadOperationalFigures } from './operational-figures.sql.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const iso = (ms: number): string => new Date(ms).toISOString();

let test_: TestDatabase;
beforeAll(async () => {
  test_ = await createTestDatabase();
});
afterAll(() => test_.drop());

const figures = (tenantId = test_.tenants.a): Promise<OperationalFigures> =>
  test_.db.transaction(
    tenantId,
    (tx) => loadOperationalFigures(tx, { policy: DEFAULT_POLICY, now: NOW }),
    'force_generic_plan',
  );

test('of a tenant that has nothing, everything is 0 or absent', async () => {
  const found = await figures(test_.tenants.b);
  expect(found).toMatchObject({
    bands: { low: 0, medium: 0, high: 0, critical: 0 },
    stalest_score: null,
    reviews: { PENDING: 0, DECIDED: 0, EXPIRED: 0, ESCALATED: 0 },
    reviews_past_sla: 0,
    breakers_open: 0,
    connectors: [],
    jobs: { accepted: 0, running: 0, failed: 0 },
    dead_letters: 0,
    webhook_deliveries: { waiting: 0, dead: 0 },
    webhook_endpoints_disabled: 0,
    stage_times: [],
  });
  expect(Object.values(found.remediations)).toEqual(REMEDIATION_STATUSES.map(() => 0));
  for (const lag of Object.values(found.lag)) expect(lag).toEqual({ items: 0, oldest_s: 0 });
});

test('bands have their edges, and the stalest is found', async () => {
  const scores = [10, 19.5, 20.5, 49.5, 50.5, 79.5, 80.5, 99];
  await insertScores(
    test_,
    test_.tenants.a,
    scores.map((score, place) => ({
      grant_id: `g${place}`,
      principal_id: 'p',
      asset_id: 'a',
      lapses_at: Math.round(lapseDateOf(score, NOW, DEFAULT_POLICY.half_life_days)),
    })),
  );
  const found = await figures();
  expect(found.bands).toEqual({ low: 2, medium: 2, high: 2, critical: 2 });
  expect(found.stalest_score).toBeCloseTo(99, 4);
});

test('crossings wait until they are announced, unless their platform is not watched', async () => {
  await test_.admin('UPDATE grant_scores SET reached = 10000 WHERE tenant_id = $1', [test_.tenants.a]);
  await test_.admin('UPDATE principal_scores SET reached = 10000 WHERE tenant_id = $1', [test_.tenants.a]);
  const [mark] = DEFAULT_POLICY.thresholds as [number];
  const crossed = lapseDateOf(mark, NOW, DEFAULT_POLICY.half_life_days) - 60_000;
  await test_.admin(
    "UPDATE grant_scores SET reached = 0, lapses_at = $2 WHERE tenant_id = $1 AND grant_id = 'g0'",
    [test_.tenants.a, iso(crossed)],
  );
  const { lag } = await figures();
  expect(lag.crossings.items).toBe(1);
  expect(lag.crossings.oldest_s).toBeCloseTo(60, 0);
  await test_.admin(
    "INSERT INTO telemetry_gaps (tenant_id, platform, started_at) VALUES ($1, 'fabric', now())",
    [test_.tenants.a],
  );
  expect((await figures()).lag.crossings.items).toBe(0);
});

test('what waits is counted and its age told, stage by stage', async () => {
  const tenant = test_.tenants.a;
  const ago = (seconds: number): string => iso(NOW - seconds * 1000);
  const insert = (sql: string, ...values: unknown[]) => test_.admin(sql, [tenant, ...values]);
  await insert(
    "INSERT INTO inbox (tenant_id, received_at, events, payload) VALUES ($1, $2, 30, '[]'), ($1, $3, 12, '[]')",
    ago(50),
    ago(10),
  );
  await insert(
    "INSERT INTO recalculations (tenant_id, cause, grant_ids, created_at) VALUES ($1, 'time', '{g}', $2)",
    ago(20),
  );
  await insert(
    "INSERT INTO peer_moves (tenant_id, asset_id, department, type, created_at) VALUES ($1, 'a', 'd', 'user', $2)",
    ago(21),
  );
  await insert(
    `INSERT INTO workflows (tenant_id, id, review_id, steps, reminder_percents, started_at, timer, timer_at)
     VALUES ($1, 'w1', 'r1', '[]', '{}', $2, 'deadline', $2), ($1, 'w2', 'r2', '[]', '{}', $2, 'deadline', $3)`,
    ago(22),
    ago(-60),
  );
  await insert(
    "INSERT INTO campaigns (tenant_id, id, name, filter, created_by, created_at, grants_total) VALUES ($1, 'c', 'c', '{}', 'x', $2, 1)",
    ago(23),
  );
  await insert(
    `INSERT INTO remediations (tenant_id, id, review_id, decision_id, grant_id, principal_id, asset_id, platform, action,
       target, reason, requested_by, created_at, due_at, status)
     SELECT $1, 'r' || n, 'r', 'd', 'g', 'p', 'a', 'fabric', 'revoke_grant', 'x', 'x', 'x', $2,
            CASE WHEN n = 1 THEN $2::timestamptz END, CASE WHEN n = 3 THEN 'failed' ELSE 'pending' END
     FROM generate_series(1, 3) n`,
    ago(24),
  );
  await insert(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by, next_sync_at, enabled, health)
     VALUES ($1, 'c1', 'postgres', 'one', '{}', 'x', '{}', 300, 'x', $2, true, 'failing'),
            ($1, 'c2', 'postgres', 'two', '{}', 'x', '{}', 300, 'x', $2, false, 'healthy')`,
    ago(25),
  );
  await insert(
    `INSERT INTO audit_entries (tenant_id, id, event_type, description, actor, recorded_at, at, data)
     VALUES ($1, 'a1', 'x', 'x', 'x', $2, now(), '{}'), ($1, 'a2', 'x', 'x', 'x', $2 + interval '1 s', now(), '{}')`.replaceAll(
      '$2',
      '$2::timestamptz',
    ),
    ago(26),
  );
  await insert(
    `INSERT INTO webhooks (tenant_id, id, kind, event_types, status, created_by)
     VALUES ($1, 'e1', 'webhook', '{*}', 'enabled', 'x'), ($1, 'e2', 'webhook', '{*}', 'disabled', 'x')`,
  );
  await insert(
    `INSERT INTO webhook_deliveries (tenant_id, endpoint_id, id, event_id, type, status, due_at)
     VALUES ($1, 'e1', 'd1', 'x', 't', 'pending', $2), ($1, 'e1', 'd2', 'x', 't', 'pending', $3),
            ($1, 'e1', 'd3', 'x', 't', 'dead', NULL)`,
    ago(27),
    ago(-5),
  );
  await insert(
    `INSERT INTO reports (tenant_id, id, type, format, period_start, period_end, filters, requested_by, created_at,
       rows_estimated, due_at) VALUES ($1, 'rep', 'stale_access', 'csv', $2, $2, '{}', 'x', $2, 1, $2)`,
    ago(28),
  );
  const { lag, ...found } = await figures();
  expect(lag).toEqual({
    events: { items: 42, oldest_s: 50 },
    recalculations: { items: 1, oldest_s: 20 },
    peer_moves: { items: 1, oldest_s: 21 },
    crossings: { items: 0, oldest_s: 0 },
    review_timers: { items: 1, oldest_s: 22 },
    campaigns: { items: 1, oldest_s: 23 },
    remediations: { items: 1, oldest_s: 24 },
    syncs: { items: 1, oldest_s: 25 },
    audit: { items: 2, oldest_s: 26 },
    webhook_deliveries: { items: 1, oldest_s: 27 },
    reports: { items: 1, oldest_s: 28 },
  });
  expect(found.remediations).toMatchObject({ pending: 2, failed: 1 });
  expect(found.webhook_deliveries).toEqual({ waiting: 1, dead: 1 });
  expect(found.webhook_endpoints_disabled).toBe(1);
  expect(found.connectors).toEqual([{ connector: 'c1', events: 0, is_healthy: false, is_steady: true }]);
});

test('events are counted by connector: one that brought none is there with 0, the API once it has brought some', async () => {
  const q = test_.db.alone(test_.tenants.a);
  await addIngested(q, 'c1', { events: 7, at: 0 });
  await addIngested(q, 'c1', { events: 5, at: 0 });
  await addIngested(q, 'c2', { events: 5, at: 0 });
  await addIngested(q, 'api', { events: 3, at: 0 });
  expect((await figures()).connectors).toEqual([
    { connector: 'c1', events: 12, is_healthy: false, is_steady: true },
    { connector: 'api', events: 3, is_healthy: null, is_steady: false },
  ]);
});

test('a review is past its SLA while open after its first deadline, and for a day after it ended unanswered', async () => {
  const insert = (id: string, status: string, more: { due: number; first?: number; closed?: number }) =>
    test_.admin(
      `INSERT INTO reviews (tenant_id, id, principal_id, asset_id, access_grant_ids, decay_score, risk_level,
         recommendation, workflow_id, status, origin, requested_by, due_at, first_due_at, closed_at, created_at)
       VALUES ($1, $2, $2, 'a', '{}', 90, 'CRITICAL', 'REVIEW', 'w', $3, 'manual', 'x', $4, $5, $6, now())`,
      [
        test_.tenants.a,
        id,
        status,
        iso(NOW + more.due),
        more.first === undefined ? null : iso(NOW + more.first),
        more.closed === undefined ? null : iso(NOW + more.closed),
      ],
    );
  await insert('in-time', 'PENDING', { due: 1_000 });
  await insert('escalated-in-time', 'ESCALATED', { due: DAY_MS, first: 1_000 });
  await insert('decided', 'DECIDED', { due: -1_000, closed: -500 });
  await insert('expired-long-ago', 'EXPIRED', { due: -3 * DAY_MS, closed: -2 * DAY_MS });
  expect((await figures()).reviews_past_sla).toBe(0);
  await insert('late', 'PENDING', { due: -1_000 });
  await insert('escalated-late', 'ESCALATED', { due: DAY_MS, first: -1_000 });
  await insert('expired', 'EXPIRED', { due: -2_000, closed: -1_000 });
  const found = await figures();
  expect(found.reviews_past_sla).toBe(3);
  expect(found.reviews).toEqual({ PENDING: 2, DECIDED: 1, EXPIRED: 2, ESCALATED: 2 });
});

test('times of stages are summed for ever and by minute, and old minutes go', async () => {
  const q = test_.db.alone(test_.tenants.a);
  const flush = async (seconds: number, at: number) => {
    const times = new StageTimes();
    times.observe(1, SCORE_COMPUTATION, seconds);
    times.observe(1, 'enrichment', seconds / 10);
    await addStageTimings(q, times.take()[0]?.stages ?? [], at);
  };
  await flush(20, NOW - 3_600_000);
  await flush(1, NOW - 60_000);
  await flush(1, NOW - 60_000);
  await flush(0.001, NOW);
  const { recent_computations, stage_times } = await figures();
  const count = ({ buckets }: { buckets: number[] }) => buckets.reduce((sum, each) => sum + each, 0);
  expect([count(recent_computations), recent_computations.seconds]).toEqual([3, 2.001]);
  expect(stage_times.map((times) => [times.stage, count(times)])).toEqual([
    ['enrichment', 4],
    [SCORE_COMPUTATION, 4],
  ]);
  const minutes = await test_.admin('SELECT DISTINCT minute FROM stage_timings ORDER BY 1');
  expect(minutes).toHaveLength(3);
});

test('a hundred times as many grants, and a flood of what waits, do not make it read more than its bounds', async () => {
  const tenant = test_.tenants.b;
  const client = new pg.Client(sessionSettings(test_.application, 'lapse test', 'force_generic_plan'));
  await client.connect();
  await client.query(`SET lapse.tenant_id = '${tenant}'`);
  const buffersRead = async (policy = DEFAULT_POLICY): Promise<number> => {
    let read = 0;
    await client.query('BEGIN');
    const q = explained(client, tenant, ({ text, buffers, seq_scans }) => {
      if (text.includes('set_config')) return;
      read += buffers;
      expect(seq_scans).toEqual([]);
    });
    await loadOperationalFigures(q, { policy, now: NOW });
    await client.query('COMMIT');
    return read;
  };
  // All in one hour, as after an import: the worst for whoever counts what lapses within an hour.
  const addGrants = (from: number, to: number) =>
    test_.admin(
      `INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, active_days, lapses_at, reached,
         calculated_at)
       SELECT $1::int, 'g' || i, 'p', 'a', true, '', $2, 8000, now() FROM generate_series($3::int, $4::int) i`,
      [tenant, iso(lapseDateOf(80, NOW, DEFAULT_POLICY.half_life_days) - 60_000), from, to],
    );
  await addGrants(1, 200);
  const models = [FIRST_MODEL, DEFAULT_POLICY];
  const few: number[] = [];
  for (const model of models) few.push(await buffersRead(model));
  await addGrants(201, 20_000);
  const many = await buffersRead();
  for (const model of models) {
    // Each look for crossings goes through one more page of a larger index; the second model looks once for each half-life.
    const looks = passings(model, 'grant', NOW).length;
    expect(await buffersRead(model)).toBeLessThan((few.shift() as number) + looks + 25);
  }
  await test_.admin(
    "INSERT INTO inbox (tenant_id, events, payload) SELECT $1::int, 1, '[]' FROM generate_series(1, 30000)",
    [tenant],
  );
  await test_.admin('UPDATE grant_scores SET reached = 0 WHERE tenant_id = $1', [tenant]);
  // Each of two floods is followed for 10,001 rows, of which none costs more than a block or two.
  expect(await buffersRead()).toBeLessThan(many + 2 * 2 * 10_001);
  const { lag } = await figures(tenant);
  expect([lag.events.items, lag.crossings.items]).toEqual([10_001, 10_001]);
  await client.end();
});
