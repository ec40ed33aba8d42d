import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { HALF_LIFE_CLASSES } from '../half-life.rules.ts';
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
  half_life_class: fc.constantFrom(...HALF_LIFE_CLASSES),
  active: fc.boolean(),
  tenant: fc.constantFrom('a' as const, 'b' as const),
  do: fc.constantFrom('put', 'put', 'mark', 'drop'),
});
const page = { limit: 1, offset: 0, after: null, ascending: false, as_of: START };
/** A score is over another in every class or in none. */
const range = fc
  .record({
    bounds: fc.array(fc.tuple(bound, bound), { minLength: 5, maxLength: 5 }),
    isEmpty: fc.boolean(),
    has: fc.constantFrom('both', 'until', 'after', 'none'),
  })
  .map(({ bounds, isEmpty, has }) => {
    const sorted = bounds.map(([a, b]) => (a < b === isEmpty ? [a, b] : [b, a]) as [number, number]);
    return {
      until: has === 'both' || has === 'until' ? sorted.map(([until]) => until) : undefined,
      after: has === 'both' || has === 'after' ? sorted.map(([, after]) => after) : undefined,
    };
  });

test('totals of any range equal a count after any inserts, moves, marks and deletions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30 }), range, async (changes, { until, after }) => {
      for (const { id, at, half_life_class, active, tenant, do: what } of changes) {
        const values = [store.tenants[tenant], id];
        if (what === 'put') {
          await store.admin(
            `INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, active_days, lapses_at,
                 half_life_class, reached, calculated_at) VALUES ($1, $2, 'p', 'a', $4, '', $3, $5, 0, now())
               ON CONFLICT (tenant_id, grant_id) DO UPDATE SET
                 lapses_at = excluded.lapses_at, half_life_class = excluded.half_life_class, active = excluded.active`,
            [...values, new Date(at).toISOString(), active, half_life_class],
          );
          await store.admin(
            `INSERT INTO principal_scores (tenant_id, principal_id, grant_id, lapses_at, half_life_class, reached, calculated_at)
               VALUES ($1, $2, 'g', $3, $4, 0, now())
               ON CONFLICT (tenant_id, principal_id) DO UPDATE SET
                 lapses_at = excluded.lapses_at, half_life_class = excluded.half_life_class`,
            [...values, new Date(at).toISOString(), half_life_class],
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
      const counted = async (table: string, where: string): Promise<unknown> =>
        (
          await store.admin(
            `SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1 AND ${where}
                 AND lapses_at <= to_timestamp(($2::float8[])[half_life_class + 2])
                 AND lapses_at > to_timestamp(($3::float8[])[half_life_class + 2])`,
            [
              store.tenants.a,
              HALF_LIFE_CLASSES.map((_, place) => (until?.[place] ?? Number.POSITIVE_INFINITY) / 1000),
              HALF_LIFE_CLASSES.map((_, place) => (after?.[place] ?? Number.NEGATIVE_INFINITY) / 1000),
            ],
          )
        )[0]?.n;
      expect((await listPairScores(q, { range: { until, after } }, page)).total).toBe(
        await counted('grant_scores', 'active'),
      );
      expect((await listPrincipalScores(q, { range: { until, after } }, page)).total).toBe(
        await counted('principal_scores', 'true'),
      );
    }),
    { numRuns: 40 },
  );
});
