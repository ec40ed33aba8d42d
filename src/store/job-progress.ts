import type { Querier } from './database.ts';
import type { Recalculation } from './recalculations.ts';

/**
 * Moves jobs on, in the transaction of the work. A refresh counts principals, one per request; a change of policy
 * counts grants.
 */
export async function addJobProgress(tx: Querier, done: readonly Recalculation[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { job_id, cause, grant_ids } of done) {
    if (job_id === null) continue;
    counts.set(job_id, (counts.get(job_id) ?? 0) + (cause === 'refresh' ? 1 : grant_ids.length));
  }
  if (counts.size === 0) return;
  await tx.query(
    `UPDATE jobs j SET
       processed = j.processed + r.done,
       status = CASE WHEN j.processed + j.failed + r.done >= j.total_items THEN 'completed' ELSE 'running' END,
       completed_at = CASE WHEN j.processed + j.failed + r.done >= j.total_items THEN now() END
     FROM json_to_recordset($2) AS r (id text, done integer) WHERE j.tenant_id = $1 AND j.id = r.id`,
    [tx.tenant_id, JSON.stringify([...counts].map(([id, done]) => ({ id, done })))],
  );
  // Jobs are shown where they were asked for.
  tx.changed?.('policy', 'scores');
}
