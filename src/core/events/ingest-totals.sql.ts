import type { Querier } from '../../platform/database/database.ts';
import { quarterOf } from './steady-source.rules.ts';

/** What came through the API, and not from a connector. */
export const API_CONNECTOR = 'api';

/** Adds to the total of a source, and to its run of quarter hours as `extendRun` has it: gateways write at once. */
export async function addIngested(
  q: Querier,
  connector: string,
  { events, at }: { events: number; at: number },
): Promise<void> {
  await q.query(
    `INSERT INTO ingest_totals AS t (tenant_id, connector, events, last_quarter, run_quarters, longest_run)
     VALUES ($1, $2, $3, $4, 1, 1)
     ON CONFLICT (tenant_id, connector) DO UPDATE SET events = t.events + excluded.events,
       last_quarter = greatest(t.last_quarter, excluded.last_quarter),
       run_quarters = CASE WHEN excluded.last_quarter <= t.last_quarter THEN t.run_quarters
                           WHEN excluded.last_quarter = t.last_quarter + 1 THEN t.run_quarters + 1 ELSE 1 END,
       longest_run = greatest(t.longest_run, CASE WHEN excluded.last_quarter = t.last_quarter + 1
                                                  THEN t.run_quarters + 1 ELSE 1 END)`,
    [q.tenant_id, connector, events, quarterOf(at)],
  );
}
