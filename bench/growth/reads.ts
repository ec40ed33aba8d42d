import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { lapseDateOf } from '../../src/domain/decay.ts';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import { sweepTenant } from '../../src/pipeline/sweep.ts';
import {
  type ConnectionSettings,
  type Database,
  type Querier,
  sessionSettings,
} from '../../src/store/database.ts';
import { listGrants } from '../../src/store/grants.ts';
import { listPairScores } from '../../src/store/pair-scores.ts';
import { explained } from '../scores/explained.ts';

/** Buffers of a page of each list, and of the search for crossings. */
export async function measureReads(
  connection: ConnectionSettings,
  tenantId: number,
  now: number,
): Promise<Record<string, number>> {
  const client = new pg.Client(sessionSettings(connection, 'lapse bench', 'force_generic_plan'));
  await client.connect();
  await client.query(`SET lapse.tenant_id = '${tenantId}'`);
  const until = lapseDateOf(80, now, DEFAULT_POLICY.half_life_days);
  const page = { limit: 50, offset: 0, after: null };
  const lists: Record<string, (q: Querier) => Promise<unknown>> = {
    'GET /v1/grants': (q) => listGrants(q, {}, page),
    'GET /v1/scores?min_score=80': (q) =>
      listPairScores(q, { range: { until } }, { ...page, ascending: false }),
  };
  const figures: Record<string, number> = {};
  for (const [name, list] of Object.entries(lists)) {
    await client.query('BEGIN');
    let buffers = 0;
    await list(
      explained(client, tenantId, (reading) => {
        buffers += reading.buffers;
      }),
    );
    await client.query('COMMIT');
    figures[`${name}, in buffers`] = buffers;
  }
  figures['sweep per crossing, in buffers'] = await sweepBuffers(client, tenantId, now);
  await client.end();
  return figures;
}

async function sweepBuffers(client: pg.Client, tenantId: number, now: number): Promise<number> {
  let buffers = 0;
  const transaction: Database['transaction'] = async (id, work) => {
    await client.query('BEGIN');
    const result = await work(
      explained(client, id, (reading) => {
        buffers += reading.buffers;
      }),
    );
    await client.query('COMMIT');
    return result;
  };
  const crossings = await sweepTenant(
    {
      db: { transaction } as Database,
      now: () => now,
      newId: () => uuidv7(),
      onError: (error) => {
        throw error;
      },
    },
    tenantId,
  );
  return buffers / crossings;
}
