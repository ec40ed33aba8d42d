import { filterConditions, joinPair } from '../../core/overview/figures.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { type Asked, parametersOf } from './figures-asked.sql.ts';

export async function countEvents(tx: Querier, asked: Asked): Promise<Map<string, number>> {
  const parameters = parametersOf(tx, asked);
  const conditions = filterConditions(parameters, asked.filters);
  const rows = await tx.query<{ platform: string; events: number }>(
    // Without a filter whose use it was does not matter, and nothing is joined.
    `SELECT e.platform, count(*) AS events FROM events e ${conditions.trim() === '' ? '' : joinPair('e')}
     WHERE e.tenant_id = $1 AND e.occurred_at >= $2 AND e.occurred_at < $3 ${conditions} GROUP BY e.platform`,
    parameters.values,
  );
  return new Map(rows.map(({ platform, events }) => [platform, events]));
}

export type Gap = { platform: string; connector_id: string; started_at: string; ended_at: string | null };

/** Those that overlap the window; one that ended after it had not ended then. */
export async function listGaps(tx: Querier, { window, filters }: Asked): Promise<Gap[]> {
  return tx.query<Gap>(
    `SELECT platform, connector_id, started_at, CASE WHEN ended_at < $3 THEN ended_at END AS ended_at FROM telemetry_gaps
     WHERE tenant_id = $1 AND started_at < $3 AND (ended_at IS NULL OR ended_at > $2)
       AND ($4::text IS NULL OR platform = $4) ORDER BY platform, started_at, connector_id`,
    [tx.tenant_id, window.from, window.to, filters.platform],
  );
}

/** When the first thing was recorded: of earlier periods nothing is known to have happened, or not to have. */
export async function recordsReachBackTo(tx: Querier): Promise<string | null> {
  const [row] = await tx.query<{ recorded_at: string }>(
    'SELECT recorded_at FROM audit_entries WHERE tenant_id = $1 ORDER BY recorded_at, id LIMIT 1',
    [tx.tenant_id],
  );
  return row?.recorded_at ?? null;
}
