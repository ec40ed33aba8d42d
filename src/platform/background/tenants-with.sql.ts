import type { Database } from '../database/database.ts';

export type Work =
  | 'events'
  | 'audit'
  | 'deliveries'
  | 'remediations'
  | 'connectors'
  | 'reports'
  | 'schedules'
  | 'alerts'
  | 'dry_runs'
  | 'overview';

/**
 * Tenants that have something of a kind to do, asked in one statement. It may be that another worker does it already:
 * whoever does it claims it.
 */
export async function tenantsWith(
  { db, now }: { db: Pick<Database, 'registry'>; now: () => number },
  work: Work,
): Promise<number[]> {
  const rows = await db.registry<{ tenant_id: number }>(
    'SELECT tenant_id FROM tenants_with($1, $2) AS tenant_id',
    [work, new Date(now()).toISOString()],
  );
  return rows.map((row) => row.tenant_id);
}
