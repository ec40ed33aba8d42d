import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import type { PrincipalLine } from '../domain/directory.ts';
import type { Querier } from './database.ts';
import { upsertPrincipals } from './directory-import.ts';

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** Rows that a plan touched on the way. */
function touched(node: PlanNode): number {
  const rows =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return rows * node['Actual Loops'] + (node.Plans ?? []).map(touched).reduce((sum, n) => sum + n, 0);
}

const literal = (value: unknown): string =>
  Array.isArray(value) ? `ARRAY[${value.map(literal).join()}]` : pg.escapeLiteral(String(value));

const people = (count: number, name: string): PrincipalLine[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'principal',
    id: `p-${index}`,
    display_name: `${name} ${index}`,
    type: 'user',
  }));

/** Rows touched while these are written, with all that belongs to them. */
async function rowsTouchedBy(lines: PrincipalLine[]): Promise<number> {
  let sum = 0;
  await store.db.transaction(store.tenants.a, async (tx) => {
    const explain: Querier['query'] = async (text, values = []) => {
      const name = `plan_${++plans}`;
      await tx.query(`PREPARE ${name} AS ${text}`);
      const [row] = await tx.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name} (${values.map(literal).join()})`,
      );
      sum += touched((row as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan);
      return [];
    };
    await upsertPrincipals({ tenant_id: tx.tenant_id, query: explain }, lines);
  });
  return sum;
}
let plans = 0;

test('people who are known already cost the same each, however many come together', async () => {
  await rowsTouchedBy(people(500, 'before'));
  const few = await rowsTouchedBy(people(50, 'between'));
  const many = await rowsTouchedBy(people(500, 'after'));
  expect(many / 500).toBeLessThan(2 * (few / 50));
  const terms = await store.admin('SELECT DISTINCT term FROM search_terms WHERE id = $1', ['p-7']);
  expect(terms.map(({ term }) => term).sort()).toEqual(['7', 'after']);
});
