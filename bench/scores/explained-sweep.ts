import type pg from 'pg';
import { sweepTenant } from '../../src/core/scores/sweep/sweep.ts';
import type { Database, Querier } from '../../src/platform/database/database.ts';
import { explained, type Reading } from './explained.ts';

/** The real sweep, statement by statement: how many crossings it found, and what each statement read. */
export async function explainedSweep(
  client: pg.Client,
  tenantId: number,
  now: number,
): Promise<{ crossings: number; readings: Reading[] }> {
  const readings: Reading[] = [];
  const context = {
    db: explainedDatabase(client, (reading) => readings.push(reading)),
    now: () => now,
    onError: (error: Error) => {
      throw error;
    },
  };
  return { crossings: await sweepTenant(context, tenantId), readings };
}

/** All ways to the database that are measured lead over the one client; any other would read what nobody counts. */
function explainedDatabase(client: pg.Client, note: (reading: Reading) => void): Database {
  const transaction: Database['transaction'] = async (tenantId, work) => {
    await client.query('BEGIN');
    const result = await work(explained(client, tenantId, note));
    await client.query('COMMIT');
    return result;
  };
  const statement = (tenantId: number): Querier => ({
    tenant_id: tenantId,
    query: (text, values) => transaction(tenantId, (q) => q.query(text, values)),
  });
  const uncounted = (): never => {
    throw new Error('the sweep has come to use the database in a way whose reads are not counted here');
  };
  return {
    tenant: statement,
    alone: statement,
    transaction,
    snapshot: uncounted,
    registry: uncounted,
    listen: uncounted,
    listenForWork: uncounted,
    tellEverybody: uncounted,
    poolUse: uncounted,
    close: uncounted,
  };
}
