import type pg from 'pg';
import { listGrants } from '../../src/core/directory/grants.sql.ts';
import { DEFAULT_POLICY } from '../../src/core/policy/policy.rules.ts';
import { lapseDateOf } from '../../src/core/scores/decay.rules.ts';
import { byClass } from '../../src/core/scores/half-life.rules.ts';
import { listPairScores } from '../../src/core/scores/lists/pair-scores.sql.ts';
import {
  type ConnectionSettings,
  type Querier,
  sessionSettings,
} from '../../src/platform/database/database.ts';
import { withClient } from '../../test/support/with-client.ts';
import { explained } from '../scores/explained.ts';
import { explainedSweep } from '../scores/explained-sweep.ts';

/** Buffers of a page of each list, and of the search for crossings. */
export function measureReads(
  connection: ConnectionSettings,
  tenantId: number,
  now: number,
): Promise<Record<string, number>> {
  const settings = sessionSettings(connection, 'lapse bench', 'force_generic_plan');
  return withClient(settings, (client) => readAll(client, tenantId, now));
}

async function readAll(client: pg.Client, tenantId: number, now: number): Promise<Record<string, number>> {
  await client.query(`SET lapse.tenant_id = '${tenantId}'`);
  const until = byClass(DEFAULT_POLICY, (halfLife) => lapseDateOf(80, now, halfLife));
  const page = { limit: 50, offset: 0, after: null };
  const lists: Record<string, (q: Querier) => Promise<unknown>> = {
    'GET /v1/grants': (q) => listGrants(q, {}, page),
    'GET /v1/scores?min_score=80': (q) =>
      listPairScores(q, { range: { until } }, { ...page, ascending: false, as_of: now }),
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
  const { crossings, readings } = await explainedSweep(client, tenantId, now);
  const swept = readings.reduce((sum, { buffers }) => sum + buffers, 0);
  figures['sweep per crossing, in buffers'] = swept / crossings;
  return figures;
}
