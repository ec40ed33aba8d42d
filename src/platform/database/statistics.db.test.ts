import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { blocksOf, literal, type PlanNode } from '../../../test/support/explain.ts';
import { withClient } from '../../../test/support/with-client.ts';
import { listScoredGrants } from '../../core/directory/lists/grant-list.sql.ts';
import type { Querier } from './database.ts';
import { renewStatistics } from './statistics.ts';

const GROWN = 20_000;
let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
  // Else it would be chance who counts first.
  await store.admin('ALTER TABLE principals SET (autovacuum_enabled = false)');
  for (const tenant of [store.tenants.a, store.tenants.b]) {
    await store.admin(
      `INSERT INTO principals (tenant_id, id, display_name, type, source)
       SELECT $1, 'p' || i, 'Person ' || i, 'user', 'import' FROM generate_series(0, 4) i`,
      [tenant],
    );
    await store.admin(
      `INSERT INTO assets (tenant_id, id, name, type, platform)
       SELECT $1, 'a' || i, 'asset ' || i, 'table', 'fabric' FROM generate_series(0, 4) i`,
      [tenant],
    );
    await store.admin(
      `INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at)
       SELECT $1, 'g' || p || a, 'p' || p, 'a' || a, 'read', now()
       FROM generate_series(0, 4) p, generate_series(0, 4) a`,
      [tenant],
    );
  }
});
afterAll(() => store.drop());
// Not before the first: of a table that was never counted the server knows least.
afterEach(async () => {
  await removeNew();
  await store.admin('VACUUM FULL ANALYZE principals');
});

/** It counts at once, not up to a second later. */
async function counted(text: string, values: unknown[] = [], meanwhile = async () => {}): Promise<void> {
  await store.admin('BEGIN');
  await store.admin('SELECT pg_stat_force_next_flush()');
  await store.admin(text, values);
  await meanwhile();
  await store.admin('COMMIT');
}

const removeNew = (): Promise<void> => counted("DELETE FROM principals WHERE id LIKE 'new-%'");

const grow = (count: number, meanwhile?: () => Promise<void>): Promise<void> =>
  counted(
    `INSERT INTO principals (tenant_id, id, display_name, type, source)
     SELECT $1, 'new-' || i, 'New ' || i, 'user', 'import' FROM generate_series(1, ${count}) i`,
    [store.tenants.a],
    meanwhile,
  );

/** Of a page of grants, on the connections and with the kept plan that requests share: how many blocks it reads. */
function pageOnKeptPlan(): () => Promise<number> {
  const q = store.db.tenant(store.tenants.a);
  const prepared = (async () => {
    let statement = { text: '', values: [] as unknown[] };
    const query: Querier['query'] = async (text, values = []) => {
      statement = { text, values: [...values] };
      return [];
    };
    const first = { limit: 50, offset: 0, after: null, descending: false };
    await listScoredGrants({ tenant_id: q.tenant_id, query }, { sort: 'id', range: {}, as_of: 0 }, first);
    await q.query(`PREPARE page AS ${statement.text}`);
    return statement.values.map(literal).join();
  })();
  return async () => {
    const rows = await q.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE page (${await prepared})`,
    );
    return blocksOf(rows[0]?.['QUERY PLAN'][0]?.Plan as PlanNode);
  };
}

test('a page costs no more after a tenant has grown than before', async () => {
  const page = pageOnKeptPlan();
  const small = await page();
  await grow(GROWN);
  expect(await renewStatistics(store.db)).toEqual(['principals']);
  // The index of the key is a page or two higher now, for each of 25 people.
  expect(await page()).toBeLessThan(small + 100);
});

test('a table is counted again only when it has more than doubled', async () => {
  await grow(400);
  expect(await renewStatistics(store.db)).toEqual([]);
  await counted("UPDATE principals SET display_name = 'Renamed' WHERE id LIKE 'new-%'");
  await counted("UPDATE principals SET display_name = 'Once more' WHERE id LIKE 'new-%'");
  expect(await renewStatistics(store.db)).toEqual([]);
  await removeNew();
  await grow(1_000);
  expect(await renewStatistics(store.db)).toEqual(['principals']);
  expect(await renewStatistics(store.db)).toEqual([]);
});

test('what was counted in the middle of a large insertion is counted again after it', async () => {
  await grow(GROWN, () =>
    withClient(store.owner, async (other) => void (await other.query('ANALYZE principals'))),
  );
  expect(await renewStatistics(store.db)).toEqual(['principals']);
});

test('two that ask at once do not wait for each other', async () => {
  await grow(GROWN);
  await store.admin('BEGIN');
  await store.admin('LOCK TABLE principals IN SHARE UPDATE EXCLUSIVE MODE');
  await renewStatistics(store.db);
  await store.admin('COMMIT');
  expect(await renewStatistics(store.db)).toEqual(['principals']);
});
