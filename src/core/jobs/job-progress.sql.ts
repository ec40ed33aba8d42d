import type { Querier } from '../../platform/database/database.ts';
import type { Recalculation } from '../scores/apply/recalculations.sql.ts';

/** Moves a job on, in the transaction of the work. It is over when all its items are. */
export async function countItems(
  tx: Querier,
  job_id: string,
  { processed, failed }: { processed: number; failed: number },
): Promise<void> {
  const isOver = 'processed + failed + $3 + $4 >= total_items';
  await tx.query(
    `UPDATE jobs SET
       processed = processed + $3,
       failed = failed + $4,
       status = CASE WHEN ${isOver} THEN 'completed' ELSE 'running' END,
       completed_at = CASE WHEN ${isOver} THEN now() END
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, job_id, processed, failed],
  );
}

/** A refresh counts principals, one per request; a change of policy counts grants. */
export async function addJobProgress(
  tx: Querier,
  { job_id, cause, grant_ids }: Pick<Recalculation, 'job_id' | 'cause' | 'grant_ids'>,
  outcome: 'processed' | 'failed' = 'processed',
): Promise<void> {
  if (job_id === null) return;
  const items = cause === 'refresh' ? 1 : grant_ids.length;
  await countItems(tx, job_id, { processed: 0, failed: 0, [outcome]: items });
  // Jobs are shown where they were asked for.
  tx.changed?.('policy', 'scores');
}
