import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createReviewWorld, type ReviewWorld } from '../../../test/support/review-world.ts';
import { createDevAuthenticate } from '../../gateway/tokens/token-verifier.ts';
import type { Database } from '../../platform/database/database.ts';
import { organisation } from '../../synthetic/organisation.ts';
import { appendToInbox } from '../events/inbox.sql.ts';
import { shownBand } from '../overview/compliance-bands.rules.ts';
import { halfLifeDays } from '../scores/half-life.rules.ts';
import { dryRunPolicy } from './dry-run-policy.ts';
import type { Policy } from './policy.rules.ts';
import type { DryRunResult } from './policy-dry-run.rules.ts';
import { forgetDryRuns } from './policy-dry-runs.sql.ts';

let world: ReviewWorld;
let other: TestApp;

beforeAll(async () => {
  const now = new Date();
  const { lines, events } = organisation({
    seed: 5,
    principals: 30,
    assets: 20,
    grants: 500,
    days: 70,
    now,
  });
  world = await createReviewWorld([...lines()]);
  const all = [...events()];
  for (let from = 0; from < all.length; from += 2_000) {
    const part = all.slice(from, from + 2_000);
    await world.test.db.transaction(world.tenant, (tx) => appendToInbox(tx, part));
  }
  await world.drain();
  await world.sweep();
  other = await createTestApp({
    test: world.test,
    authenticate: (test) => createDevAuthenticate(test.tenants.b),
  });
});
afterAll(() => world.close());

async function start(payload: object): Promise<string> {
  const answer = await world.call({ method: 'POST', url: '/v1/policy/dry-runs', payload });
  expect([answer.statusCode, answer.json().status]).toEqual([201, 'running']);
  return answer.json().id;
}

async function turn(db: Database = world.test.db): Promise<boolean> {
  return dryRunPolicy({ ...world.context(), db }, world.tenant, 200);
}

async function look(id: string) {
  const answer = await world.call({ url: `/v1/policy/dry-runs/${id}` });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

async function dryRun(payload: object): Promise<DryRunResult> {
  const id = await start(payload);
  while (await turn());
  const run = await look(id);
  expect(run).toMatchObject({ status: 'completed', error: null, processed: run.total });
  return run.result;
}

const reviews = async (): Promise<number> =>
  Number(
    (await world.test.admin('SELECT count(*)::int AS n FROM reviews WHERE tenant_id = $1', [world.tenant]))[0]
      ?.n,
  );

/** Every row of every table that belongs to a tenant, but for what a dry run and a request themselves leave. */
async function everything(): Promise<Record<string, unknown>> {
  const tables = await world.test.admin(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
       AND c.relname NOT IN ('policy_dry_runs', 'rate_windows', 'schema_migrations') ORDER BY 1`,
  );
  const sums: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await world.test.admin(
      `SELECT count(*)::int AS n, md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS sum FROM ${name} t`,
    );
    sums[String(name)] = row;
  }
  return sums;
}

async function bands(policy: Policy) {
  const counts = { low: 0, medium: 0, high: 0, critical: 0 };
  const rows = await world.test.admin(
    'SELECT lapses_at, half_life_class FROM grant_scores WHERE tenant_id = $1 AND active',
    [world.tenant],
  );
  for (const { lapses_at, half_life_class } of rows) {
    const halfLife = halfLifeDays(Number(half_life_class), policy);
    counts[shownBand(Date.parse(String(lapses_at)), world.now, halfLife)] += 1;
  }
  return counts;
}

describe('a dry run on a generated organisation', () => {
  let made = 0;

  test('changes nothing', async () => {
    const before = await everything();
    await dryRun({ review: { threshold: 30 }, patience: { base_days: 10 } });
    expect(await everything()).toEqual(before);
  });

  test.each([
    { model_version: 2, rhythm: { service_base_days: 3, margin_days: 5 } },
    { model_version: 1 },
    { review: { threshold: 40 } },
    { patience: { base_days: 20, unknown_days: 80, never_used_days: 60 } },
    { half_life_days: 20, thresholds: [10, 60] },
    { shifts: { classification: { pii: -40, confidential: -30 }, anomaly: { window_days: 90, days: -9 } } },
    { review: { threshold: 70, hysteresis: 3 }, patience: { base_days: 60 } },
    { half_life_days: 5, review: { threshold: 20, hysteresis: 1 }, shifts: { peers: { max_days: 20 } } },
  ])('says exactly how many reviews $0 would make, and the bands after it', async (change) => {
    const { today } = await dryRun(change);
    const before = await reviews();
    const policy = (await world.call({ method: 'PUT', url: '/v1/policy', payload: change })).json();
    await world.drain();
    await world.sweep();
    expect(today.packets_then).toBe((await reviews()) - before);
    made += today.packets_then;
    expect(today.packets_now).toBe(0);
    expect(today.bands_then).toEqual(await bands(policy));
    const asked = today.grants.filter((grant) => grant.asks_then);
    expect(asked.length).toBeGreaterThanOrEqual(Math.min(100, today.packets_then));
    expect(today.grants.length).toBeLessThanOrEqual(100);
    const scores = await world.test.admin(
      'SELECT grant_id, lapses_at FROM grant_scores WHERE tenant_id = $1 AND grant_id = ANY ($2)',
      [world.tenant, today.grants.map((grant) => grant.grant_id)],
    );
    const lapses = new Map(scores.map((row) => [row.grant_id, row.lapses_at]));
    for (const grant of today.grants) expect(grant.lapses_at_then).toBe(lapses.get(grant.grant_id));
  });

  test('made reviews at all', () => expect(made).toBeGreaterThan(20));

  test('of the policy in force finds no difference, also in the past', async () => {
    const { today, last_90_days } = await dryRun({});
    expect(today).toMatchObject({ packets_now: 0, packets_then: 0, grants_changed: 0, grants: [] });
    expect(today.bands_then).toEqual(today.bands_now);
    expect(last_90_days.packets_then).toBe(last_90_days.packets_now);
    expect(last_90_days.packets_now).toBeGreaterThan(0);
    for (const week of last_90_days.weeks) expect(week.packets_then).toBe(week.packets_now);
    expect(last_90_days.weeks.reduce((sum, week) => sum + week.packets_now, 0)).toBe(
      last_90_days.packets_now,
    );
    expect(last_90_days.weeks.length).toBeGreaterThanOrEqual(13);
  });

  test('of more patience asks less over the last 90 days', async () => {
    const { last_90_days } = await dryRun({
      patience: { base_days: 300, unknown_days: 400, never_used_days: 400 },
    });
    expect(last_90_days.packets_then).toBeLessThan(last_90_days.packets_now);
  });
});

test('a policy that cannot be is refused as it would be in earnest, and nothing is started', async () => {
  const payload = { half_life_days: -1, review: { threshold: 'x' } };
  const [dry, real] = [
    await world.call({ method: 'POST', url: '/v1/policy/dry-runs', payload }),
    await world.call({ method: 'PUT', url: '/v1/policy', payload }),
  ];
  expect(dry.statusCode).toBe(400);
  expect(dry.json()).toEqual(real.json());
  const overtaken = { expected_version: 99_999 };
  expect(
    (await world.call({ method: 'POST', url: '/v1/policy/dry-runs', payload: overtaken })).statusCode,
  ).toBe(409);
  expect(await turn()).toBe(false);
});

test('another tenant does not see it', async () => {
  const id = await start({ half_life_days: 11 });
  expect((await other.call({ url: `/v1/policy/dry-runs/${id}` })).statusCode).toBe(404);
  expect(await dryRunPolicy({ ...world.context() }, world.test.tenants.b)).toBe(false);
  while (await turn());
});

test('two at once, by two workers of which one dies in the middle, are as they would be alone', async () => {
  const changes = [{ half_life_days: 30 }, { review: { threshold: 25 } }] as const;
  const alone = [await dryRun(changes[0]), await dryRun(changes[1])];
  const ids = [await start(changes[0]), await start(changes[1])];
  await Promise.all([turn(), turn()]);
  const halfway = await Promise.all(ids.map(look));
  expect(halfway.map((run) => run.status)).toEqual(['running', 'running']);
  expect(halfway.every((run) => run.processed > 0 && run.processed < run.total)).toBe(true);
  const dying: Database = {
    ...world.test.db,
    transaction: (tenantId, work) =>
      world.test.db.transaction(tenantId, async (tx) => {
        await work(tx);
        throw new Error('killed before the commit');
      }),
  };
  await expect(dryRunPolicy({ ...world.context(), db: dying }, world.tenant, 200)).rejects.toThrow('killed');
  expect(await Promise.all(ids.map(look))).toEqual(halfway);
  while ((await Promise.all([turn(), turn()])).some(Boolean));
  const results = (await Promise.all(ids.map(look))).map((run) => run.result);
  for (const [index, result] of results.entries()) {
    const { today, last_90_days } = alone[index] as DryRunResult;
    expect(result.last_90_days.packets_then).toBe(last_90_days.packets_then);
    expect({ ...result.today, grants: [] }).toEqual({ ...today, grants: [] });
  }
});

test('one that cannot be computed fails after a few times, and five at a time are enough', async () => {
  const id = await start({ half_life_days: 12 });
  await world.test.admin("UPDATE policy_dry_runs SET policy_then = '{}' WHERE id = $1", [id]);
  const context = { ...world.context(), onError: () => {} };
  for (let times = 0; times < 3; times += 1) expect(await dryRunPolicy(context, world.tenant)).toBe(true);
  expect(await look(id)).toMatchObject({
    status: 'failed',
    error: 'It could not be computed.',
    result: null,
  });
  for (let times = 0; times < 5; times += 1) await start({ half_life_days: 13 });
  const sixth = await world.call({ method: 'POST', url: '/v1/policy/dry-runs', payload: {} });
  expect([sixth.statusCode, sixth.headers['retry-after']]).toEqual([429, '10']);
});

test('is forgotten after a day', async () => {
  await world.test.admin("UPDATE policy_dry_runs SET created_at = created_at - interval '25 hours'");
  await world.test.db.transaction(world.tenant, forgetDryRuns);
  expect(await world.test.admin('SELECT id FROM policy_dry_runs')).toEqual([]);
});
