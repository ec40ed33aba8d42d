import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { drain } from '../../../test/support/drain.ts';
import { createDevAuthenticate } from '../../gateway/tokens/token-verifier.ts';
import { TenantTurns } from '../../platform/background/tenant-turns.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { maintainStore, maintainTenant } from './maintain.ts';

let first: TestApp;
let second: TestApp;
const NOW = Date.now();
const ago = (days: number): string => new Date(NOW - days * DAY_MS).toISOString();
const AGES = [1, 29, 31, 45, 100, 399];

const context = () => ({
  db: first.test.db,
  now: () => NOW,
  onError: (error: Error) => {
    throw error;
  },
});
const tenants = () => Object.values(first.test.tenants);
const ages = async (tenant: number): Promise<number[]> =>
  (
    await first.test.admin(
      'SELECT round(extract(epoch FROM $2::timestamptz - occurred_at) / 86400)::int AS age FROM events WHERE tenant_id = $1 ORDER BY 1',
      [tenant, new Date(NOW).toISOString()],
    )
  ).map(({ age }) => age as number);
const rows = (table: string, tenant: number) =>
  first.test.admin(`SELECT * FROM ${table} WHERE tenant_id = $1 ORDER BY 1, 2`, [tenant]);
const historyAt = async (app: TestApp, at: string) =>
  (
    await app.call({
      url: `/v1/scores/history?principal_id=p1&from=${at}&to=${ago(0)}&points=5`,
    })
  ).json().curve;

beforeAll(async () => {
  first = await createTestApp();
  second = await createTestApp({
    test: first.test,
    authenticate: ({ tenants: { b } }) => createDevAuthenticate(b),
  });
  for (const app of [first, second]) {
    await app.import([
      ...['p1', 'p2'].map((id) => ({ kind: 'principal', id, display_name: id, type: 'user' })),
      { kind: 'asset', id: 'a1', name: 'ledger', type: 'table', platform: 'fabric' },
      {
        kind: 'grant',
        id: 'g1',
        principal_id: 'p1',
        asset_id: 'a1',
        permission: 'read',
        granted_at: ago(400),
      },
      {
        kind: 'grant',
        id: 'g2',
        principal_id: 'p2',
        asset_id: 'a1',
        permission: 'read',
        granted_at: ago(400),
      },
    ]);
  }
  for (const tenant of tenants()) {
    await first.test.db.transaction(tenant, async (tx) => {
      for (const [index, age] of AGES.entries()) {
        await tx.query(
          `INSERT INTO events (tenant_id, event_id, occurred_at, principal_id, asset_id, action, platform, received_at)
           VALUES ($1, $2, $3, $4, 'a1', 'query', 'fabric', $3)`,
          [tenant, `e${index}`, ago(age), index % 2 === 0 ? 'p1' : 'p2'],
        );
      }
    });
    await drain(first.test, tenant, NOW);
    for (const age of [20, 60, 300]) {
      await first.test.admin(
        `INSERT INTO score_history (tenant_id, grant_id, at, cause, previous_lapses_at, lapses_at)
         VALUES ($1, 'g1', $2, 'policy', $3, $4)`,
        [tenant, ago(age), ago(age - 10), ago(age - 15)],
      );
    }
  }
  const keep = { retention: { events_days: 30, history_days: 50 } };
  await first.call({ method: 'PUT', url: '/v1/policy', payload: keep });
  for (const tenant of tenants()) await drain(first.test, tenant, NOW);
});
afterAll(async () => {
  await second.app.close();
  await first.close();
});

test('each tenant keeps what it wants for as long as it wants, and no score changes by it', async () => {
  const { a, b } = first.test.tenants;
  const known = ['grant_scores', 'principal_scores', 'grants'] as const;
  const before = await Promise.all(tenants().flatMap((tenant) => known.map((table) => rows(table, tenant))));
  const curve = await historyAt(first, ago(49));
  const entries = await first.test.admin('SELECT count(*)::int AS n FROM audit_entries');

  await maintainStore(context(), { tenants: tenants(), turns: new TenantTurns(context()) });
  for (const tenant of tenants()) await maintainTenant(context(), tenant);

  expect(await ages(a)).toEqual([1, 29]);
  expect(await ages(b)).toEqual(AGES);
  const changes = async (tenant: number) =>
    (
      await first.test.admin(
        "SELECT count(*) FILTER (WHERE at < $2)::int AS old, count(*)::int AS n FROM score_history WHERE tenant_id = $1 AND grant_id = 'g1'",
        [tenant, ago(50)],
      )
    )[0];
  // The last of them, 60 days ago, says how it stood when the 50 days began.
  expect((await changes(a))?.old).toBe(1);
  expect((await changes(a))?.n).toBeGreaterThan(1);
  expect((await changes(b))?.old).toBe(2);
  const after = await Promise.all(tenants().flatMap((tenant) => known.map((table) => rows(table, tenant))));
  expect(after).toEqual(before);
  expect(await historyAt(first, ago(49))).toEqual(curve);
  expect(await first.test.admin('SELECT count(*)::int AS n FROM audit_entries')).toEqual(entries);
});

test('a past that is not kept is not told', async () => {
  const told = (await first.call({ url: '/v1/scores/history?principal_id=p1' })).json();
  expect(told.items.length).toBeGreaterThan(0);
  for (const { calculated_at } of told.items)
    expect(Date.parse(calculated_at)).toBeGreaterThanOrEqual(NOW - 50 * DAY_MS - 60_000);
  const curve = await historyAt(first, ago(200));
  for (const { at } of curve) expect(Date.parse(at)).toBeGreaterThanOrEqual(NOW - 50 * DAY_MS - 60_000);
});

test('more than fits a piece goes in several, and all of it', async () => {
  const { a } = first.test.tenants;
  await first.test.admin(
    `INSERT INTO events (tenant_id, event_id, occurred_at, principal_id, asset_id, action, platform, received_at)
     SELECT $1, 'many' || i, $2::timestamptz + i * interval '1 second', 'p1', 'a1', 'query', 'fabric', now()
     FROM generate_series(1, 12000) i`,
    [a, ago(60)],
  );
  await maintainTenant(context(), a);
  expect(await ages(a)).toEqual([1, 29]);
});
