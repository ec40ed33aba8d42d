import pg from 'pg';
import type { Querier } from '../../src/platform/database/database.ts';
import type { TestDatabase } from './database.ts';

/** A step of a plan that was run, as PostgreSQL tells it. */
export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

let plans = 0;

export const literal = (value: unknown): string => {
  if (value === null) return 'NULL';
  // As text of an array, whose type the statement knows.
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(each)).join()}}`);
  return pg.escapeLiteral(String(value));
};

/**
 * The plans of what `work` asks as tenant a, as the application gets them: prepared, under row security, and run. What it
 * asks is answered with nothing.
 */
export function explain(
  { db, tenants }: TestDatabase,
  work: (q: Querier) => Promise<unknown>,
): Promise<PlanNode[]> {
  return db.transaction(tenants.a, (tx) => explainOn(tx, work));
}

/** The same with the plans that reads keep for all tenants, on the connections that they share. */
export function explainKept(
  { db, tenants }: TestDatabase,
  work: (q: Querier) => Promise<unknown>,
): Promise<PlanNode[]> {
  return explainOn(db.tenant(tenants.a), work);
}

async function explainOn(q: Querier, work: (q: Querier) => Promise<unknown>): Promise<PlanNode[]> {
  const roots: PlanNode[] = [];
  const query: Querier['query'] = async (text, values = []) => {
    const name = `plan_${++plans}`;
    await q.query(`PREPARE ${name} AS ${text}`);
    const given = values.length > 0 ? `(${values.map(literal).join()})` : '';
    const rows = await q.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${name} ${given}`,
    );
    roots.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)));
    return [];
  };
  await work({ tenant_id: q.tenant_id, query });
  return roots;
}

export const withChildren = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(withChildren),
];

export const blocksOf = (node: PlanNode): number => node['Shared Hit Blocks'] + node['Shared Read Blocks'];
