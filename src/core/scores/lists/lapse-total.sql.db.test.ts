import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { listPairScores } from './pair-scores.sql.ts';
import { listPrincipalScores } from './principal-scores.sql.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const START = Date.parse('2026-01-01T00:00:00Z');
// Fine enough to fall on, before and after the edges of hours and days.
const instant = fc.integer({ min: -200, max: 200 }).map((quarters) => START + quarters * 900_000);
const bound = fc.oneof(
  instant,
  instant.map((at) => at + 1),
  fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);
const change = fc.record({
  id: fc.integer({ min: 0, max: 12 }).map((n) => `g${n}`),
  at: instant,
  active: fc.boolean(),
  tenant: fc.constantFrom('a' as const, 'b' as const),
  do: fc.constantFrom('put', 'put', 'mark', 'drop'),
});
const page = { limit: 1, offset: 0, after: null, ascending: false };

test('totals of any range equal a count after any inserts, moves, marks and deletions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 30 }),
      fc.option(bound, { nil: undefined }),
      fc.option(bound, { nil: undefined }),
      async (changes, until, after) => {
        for (const { id, at, active, tenant, do: what } of changes) {
          const values = [store.tenants[tenant], id];
          if (what === 'put') {
            await store.admin(
              `INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, active_days, lapses_at,
                 reached, calculated_at) VALUES ($1, $2, 'p', 'a', $4, '', $3, 0, now())
               ON CONFLICT (tenant_id, grant_id) DO UPDATE SET lapses_at = excluded.lapses_at, active = excluded.active`,
              [...values, new Date(at).toISOString(), active],
            );
            await store.admin(
              `INSERT INTO principal_scores (tenant_id, principal_id, grant_id, lapses_at, reached, calculated_at)
               VALUES ($1, $2, 'g', $3, 0, now())
               ON CONFLICT (tenant_id, principal_id) DO UPDATE SET lapses_at = excluded.lapses_at`,
              [...values, new Date(at).toISOString()],
            );
          } else if (what === 'mark') {
            await store.admin(
              'UPDATE grant_scores SET reached = reached + 1 WHERE tenant_id = $1 AND grant_id <> $2',
              values,
            );
          } else {
            await store.admin('DELETE FROM grant_scores WHERE tenant_id = $1 AND grant_id = $2', values);
            await store.admin(
              'DELETE FROM principal_scores WHERE tenant_id = $1 AND principal_id = $2',
              values,
            );
          }
        }
        const q = store.db.tenant(store.tenants.a);
        const range = { until, after };
        const counted = async (table: string, where: string): Promise<unknown> =>
          (
            await store.admin(
              `SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1 AND ${where}
                 AND lapses_at <= to_timestamp($2::float8) AND lapses_at > to_timestamp($3::float8)`,
              [
                store.tenants.a,
                (until ?? Number.POSITIVE_INFINITY) / 1000,
                (after ?? Number.NEGATIVE_INFINITY) / 1000,
              ],
            )
          )[0]?.n;
        expect((await listPairScores(q, { range }, page)).total).toBe(
          await counted('grant_scores', 'active'),
        );
        expect((await listPrincipalScores(q, { range }, page)).total).toBe(
          await counted('principal_scores', 'true'),
        );
      },
    ),
    { numRuns: 40 },
  );
});
