import type { Querier } from '../../platform/database/database.ts';
import type { Recalculation } from '../scores/apply/recalculations.sql.ts';

/**
 * Moves jobs on, in the transaction of the work. A refresh counts principals, one per request; a change of policy
 * counts grants.
 */
export async function addJobProgress(
  tx: Querier,
  { job_id, cause, grant_ids }: Pick<Recalculation, 'job_id' | 'cause' | 'grant_ids'>,
  outcome: 'processed' | 'failed' = 'processed',
): Promise<void> {
  if (job_id === null) return;
  const isOver = 'processed + failed + $3 >= total_items';
  await tx.query(
    `UPDATE jobs SET
       ${outcome} = ${outcome} + $3,
       status = CASE WHEN ${isOver} THEN 'completed' ELSE 'running' END,
       completed_at = CASE WHEN ${isOver} THEN now() END
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, job_id, cause === 'refresh' ? 1 : grant_ids.length],
  );
  // Jobs are shown where they were asked for.
  tx.changed?.('policy', 'scores');
}
