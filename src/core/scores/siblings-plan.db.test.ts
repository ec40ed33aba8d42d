import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { blocksOf, explain, type PlanNode, withChildren } from '../../../test/support/explain.ts';
import { loadGrantFacts } from './apply/grant-facts.sql.ts';
import { withSiblings } from './apply/recalculations.sql.ts';

let database: TestDatabase;
const SIZES = [500, 4_000] as const;
/** Four times as long as eight times as many rows may take: anything that is read per grant and sibling takes 64. */
const SLACK = 2;

/** One pair of each size. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { admin, tenants } = database;
  await admin(
    `INSERT INTO assets (tenant_id, id, name, type, platform) VALUES ($1, 'wiki', 'wiki', 'table', 'fabric')`,
    [tenants.a],
  );
  for (const size of SIZES) {
    await admin(
      `INSERT INTO principals (tenant_id, id, display_name, type, source) VALUES ($1, $2, 'x', 'user', 'import')`,
      [tenants.a, `p${size}`],
    );
    // Those before the first active one must not be read for each of them either.
    await admin(
      `INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at, status)
       SELECT $1, $2 || '-' || i, $2, 'wiki', 'read', now(), CASE WHEN i % 2 = 0 THEN 'active' ELSE 'revoked' END
       FROM generate_series(1, $3::integer) i`,
      [tenants.a, `p${size}`, size],
    );
  }
  await admin('VACUUM ANALYZE grants');
});
afterAll(() => database.drop());

const idsOf = (size: number): string[] => Array.from({ length: size }, (_, i) => `p${size}-${i + 1}`);

function readBy(plans: PlanNode[]): { blocks: number; rows: number } {
  const nodes = plans.flatMap(withChildren);
  return {
    blocks: plans.reduce((sum, plan) => sum + blocksOf(plan), 0),
    rows: nodes.reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    ),
  };
}

test.each([
  ['their siblings', withSiblings],
  ['their facts', loadGrantFacts],
])('what is read to find %s grows with the grants of a pair, not with their square', async (_, find) => {
  const [small, large] = await Promise.all(
    SIZES.map(async (size) => readBy(await explain(database, (q) => find(q, idsOf(size))))),
  );
  const factor = (SIZES[1] / SIZES[0]) * SLACK;
  expect(large?.rows).toBeLessThan((small?.rows ?? 0) * factor);
  expect(large?.blocks).toBeLessThan((small?.blocks ?? 0) * factor);
});

test('all of a pair are found, each once', async () => {
  const found = await withSiblings(database.db.tenant(database.tenants.a), ['p500-7', 'p500-8', 'unknown']);
  expect([...found].sort()).toEqual(idsOf(500).sort());
});
