import pg from 'pg';
import type { Querier } from '../../src/platform/database/database.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

export interface Reading {
  text: string;
  buffers: number;
  /** Rows that scans of tables came across, wanted or not. */
  examined: number;
  seq_scans: string[];
}

/** Runs statements inside the client's open transaction and notes what each of them reads, with its generic plan. */
export function explained(client: pg.Client, tenantId: number, note: (reading: Reading) => void): Querier {
  return {
    tenant_id: tenantId,
    query: async (text, values = []) => {
      note(await explain(client, text, values));
      return (await client.query(text, values)).rows;
    },
  };
}

async function explain(client: pg.Client, text: string, values: unknown[]): Promise<Reading> {
  const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  const run = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE measured ${given}`;
  await client.query(`PREPARE measured AS ${text}`);
  // The first run warms the catalog caches of the session, whose buffers are not the statement's.
  await undone(client, run);
  const { rows } = await undone(client, run);
  await client.query('DEALLOCATE measured');
  const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
  return {
    text,
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    examined: examined(plan),
    seq_scans: seqScans(plan),
  };
}

async function undone(client: pg.Client, text: string): Promise<pg.QueryResult> {
  await client.query('SAVEPOINT before_measuring');
  const result = await client.query(text);
  await client.query('ROLLBACK TO before_measuring');
  return result;
}

function examined(plan: Plan): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const isTable = plan['Relation Name'] !== undefined && plan['Node Type'].includes('Scan');
  const here = isTable ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, child) => sum + examined(child), here);
}

function seqScans(plan: Plan): string[] {
  const here = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? '?'] : [];
  return [...here, ...(plan.Plans ?? []).flatMap(seqScans)];
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => JSON.stringify(String(item)));
    return pg.escapeLiteral(`{${items.join(',')}}`);
  }
  return pg.escapeLiteral(String(value));
}
