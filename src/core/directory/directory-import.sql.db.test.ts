import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { explain, type PlanNode } from '../../../test/support/explain.ts';
import type { PrincipalLine } from './directory.rules.ts';
import { upsertPrincipals } from './directory-import.sql.ts';

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

/** Rows that a plan touched on the way. */
function touched(node: PlanNode): number {
  const rows =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return rows * node['Actual Loops'] + (node.Plans ?? []).map(touched).reduce((sum, n) => sum + n, 0);
}

const people = (count: number, name: string): PrincipalLine[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'principal',
    id: `p-${index}`,
    display_name: `${name} ${index}`,
    type: 'user',
  }));

/** Rows touched while these are written, with all that belongs to them. */
async function rowsTouchedBy(lines: PrincipalLine[]): Promise<number> {
  const plans = await explain(store, (q) => upsertPrincipals(q, lines));
  return plans.map(touched).reduce((sum, rows) => sum + rows, 0);
}

test('people who are known already cost the same each, however many come together', async () => {
  await rowsTouchedBy(people(500, 'before'));
  const few = await rowsTouchedBy(people(50, 'between'));
  const many = await rowsTouchedBy(people(500, 'after'));
  expect(many / 500).toBeLessThan(2 * (few / 50));
  const terms = await store.admin('SELECT DISTINCT term FROM search_terms WHERE id = $1', ['p-7']);
  expect(terms.map(({ term }) => term).sort()).toEqual(['7', 'after']);
});
