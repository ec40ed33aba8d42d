import type { Querier } from '../../platform/database/database.ts';

export interface RateWindow {
  used: number;
  resets_at: string;
}

/**
 * Counts one request in the tenant's current minute. The row is the lock, so any number of gateways together
 * count exactly; the table is unlogged, so nothing waits for the disk.
 */
export async function countRequest(q: Querier, category: string): Promise<RateWindow> {
  const [window] = await q.query<{ used: number; resets_at: string }>(
    `INSERT INTO rate_windows AS w (tenant_id, category, started_at, used)
     VALUES ($1, $2, clock_timestamp(), 1)
     ON CONFLICT (tenant_id, category) DO UPDATE SET
       used = CASE WHEN clock_timestamp() - w.started_at BETWEEN '0' AND '60 s' THEN w.used + 1 ELSE 1 END,
       started_at = CASE WHEN clock_timestamp() - w.started_at BETWEEN '0' AND '60 s' THEN w.started_at
                         ELSE clock_timestamp() END
     RETURNING used, started_at + interval '60 s' AS resets_at`,
    [q.tenant_id, category],
  );
  return window as RateWindow;
}
