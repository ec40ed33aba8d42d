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
  | 'overview'
  | 'likelihoods';

export interface DueWork {
  /** Those with something to do. It may be that another worker does it already: whoever does it claims it. */
  tenants: number[];
  /** Until any of the others has something to do; null: as far as is known, never. */
  next_ms: number | null;
}

/** Who has something of a kind to do, now or later, of all tenants in one statement. */
export async function dueWork(
  { db, now }: { db: Pick<Database, 'registry'>; now: () => number },
  work: Work,
): Promise<DueWork> {
  const rows = await db.registry<{ tenant_id: number; due_in_ms: number }>(
    'SELECT tenant_id, due_in_ms FROM work_due($1, $2)',
    [work, new Date(now()).toISOString()],
  );
  const later = rows.filter((row) => row.due_in_ms > 0).map((row) => row.due_in_ms);
  return {
    tenants: rows.filter((row) => row.due_in_ms === 0).map((row) => row.tenant_id),
    next_ms: later.length > 0 ? Math.min(...later) : null,
  };
}
