import type { Querier } from './database.ts';

/** What came through the API, and not from a connector. */
export const API_CONNECTOR = 'api';

export async function addIngested(q: Querier, connector: string, events: number): Promise<void> {
  await q.query(
    `INSERT INTO ingest_totals AS t (tenant_id, connector, events) VALUES ($1, $2, $3)
     ON CONFLICT (tenant_id, connector) DO UPDATE SET events = t.events + excluded.events`,
    [q.tenant_id, connector, events],
  );
}
