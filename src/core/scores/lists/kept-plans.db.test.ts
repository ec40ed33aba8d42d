import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { blocksOf, explainKept } from '../../../../test/support/explain.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { listScoredGrants } from '../../directory/lists/grant-list.sql.ts';
import { listPairScores } from './pair-scores.sql.ts';
import { listPrincipalScores } from './principal-scores.sql.ts';

const GRANTS = 40_000;
const SMALL_TENANTS = 500;
let database: TestDatabase;

/** One tenant with many grants beside many with one each. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { admin, tenants } = database;
  const small = 1_000;
  await admin(`INSERT INTO tenants (tenant_id, tid) OVERRIDING SYSTEM VALUE
               SELECT ${small} + i, 'small-' || i FROM generate_series(1, ${SMALL_TENANTS}) i`);
  await admin(`CREATE TEMP TABLE filled AS
    SELECT ${tenants.a} AS tenant_id, i FROM generate_series(0, ${GRANTS - 1}) i
    UNION ALL SELECT ${small} + i, 0 FROM generate_series(1, ${SMALL_TENANTS}) i`);
  await admin(`INSERT INTO principals (tenant_id, id, display_name, type, source)
               SELECT DISTINCT tenant_id, 'p' || i / 10, 'Person ' || i / 10, 'user', 'import' FROM filled`);
  await admin(`INSERT INTO assets (tenant_id, id, name, type, platform)
               SELECT DISTINCT tenant_id, 'a' || i % 4000, 'asset', 'table', 'fabric' FROM filled`);
  await admin(`INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at)
               SELECT tenant_id, 'g' || i, 'p' || i / 10, 'a' || i % 4000, 'read', now() FROM filled`);
  await admin(`INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, active_days, lapses_at, reached,
                 calculated_at)
               SELECT tenant_id, 'g' || i, 'p' || i / 10, 'a' || i % 4000, true, '',
                 timestamptz '2026-01-01' + i * interval '12 minutes', 0, now() FROM filled`);
  await admin(`INSERT INTO principal_scores (tenant_id, principal_id, grant_id, lapses_at, reached, calculated_at)
               SELECT tenant_id, principal_id, min(grant_id), min(lapses_at), 0, now() FROM grant_scores GROUP BY 1, 2`);
  await admin('VACUUM ANALYZE');
});
afterAll(() => database.drop());

const as_of = Date.UTC(2027, 0, 1);
const lapsing = { limit: 50, offset: 0, after: null, ascending: false, as_of };
const ordered = { limit: 50, offset: 0, after: null, descending: false };
const deep = { ...lapsing, after: { staleness: `${(as_of - Date.UTC(2026, 5, 1)) * 8_000}`, id: 'g17' } };

test.each<[string, (q: Querier) => Promise<unknown>]>([
  ['pairs', (q) => listPairScores(q, { range: {} }, deep)],
  ['scores of principals', (q) => listPrincipalScores(q, { range: {} }, lapsing)],
  ['grants by score', (q) => listScoredGrants(q, { sort: 'score', range: {}, as_of }, ordered)],
])('a page of %s is not planned for the average of all tenants', async (_name, list) => {
  const plans = await explainKept(database, list);
  // 51 rows and a few look-ups of three or four blocks for each.
  expect(plans.reduce((sum, plan) => sum + blocksOf(plan), 0)).toBeLessThan(1_000);
});
