import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../platform/database/database.ts';

export const JOB_STATUSES = ['accepted', 'running', 'completed', 'failed'] as const;
/** What `processed` counts: principals of a score refresh, grants of a policy change, reviews of a group decision. */
export const JOB_KINDS = ['score_refresh', 'policy_change', 'group_decision'] as const;

export type JobRow = {
  job_id: string;
  kind: (typeof JOB_KINDS)[number];
  status: (typeof JOB_STATUSES)[number];
  total_items: number;
  processed: number;
  failed: number;
  error: string | null;
  created_at: string;
  completed_at: string | null;
};

const COLUMNS = 'id AS job_id, kind, status, total_items, processed, failed, error, created_at, completed_at';

export async function findJob(q: Querier, id: string): Promise<JobRow | null> {
  const rows = await q.query<JobRow>(`SELECT ${COLUMNS} FROM jobs WHERE tenant_id = $1 AND id = $2`, [
    q.tenant_id,
    id,
  ]);
  return rows[0] ?? null;
}

/**
 * A job that recomputes the scores of these principals: one row of work per principal, so that progress counts
 * principals. Those without grants are done at once, those nobody knows have failed; a job of only such is complete.
 */
export async function refreshScores(tx: Querier, principalIds: readonly string[]): Promise<JobRow> {
  const rows = await tx.query<JobRow>(
    `WITH known AS MATERIALIZED (
       SELECT id FROM principals WHERE tenant_id = $1 AND id = ANY ($3::text[])
     ), work AS (
       INSERT INTO recalculations (tenant_id, cause, grant_ids, job_id)
       SELECT $1, 'refresh', array_agg(g.id ORDER BY g.id), $2 FROM grants g
       WHERE g.tenant_id = $1 AND g.principal_id = ANY ($3::text[]) GROUP BY g.principal_id RETURNING 1
     ), counted AS (
       SELECT (SELECT count(*) FROM known) AS known, (SELECT count(*) FROM work) AS waiting,
              (SELECT count(DISTINCT id) FROM unnest($3::text[]) AS id) AS asked
     )
     INSERT INTO jobs (tenant_id, id, kind, status, total_items, processed, failed, completed_at)
     SELECT $1, $2, 'score_refresh', CASE WHEN waiting = 0 THEN 'completed' ELSE 'accepted' END,
            asked, known - waiting, asked - known, CASE WHEN waiting = 0 THEN now() END
     FROM counted RETURNING ${COLUMNS}`,
    [tx.tenant_id, uuidv7(), principalIds],
  );
  tx.wakes?.('events');
  return rows[0] as JobRow;
}

/** Small enough that other changes of the same grants do not wait long, large enough to be one set. */
const BATCH_GRANTS = 5_000;

/** A job that recomputes every lapse date of the tenant, batch by batch; its progress counts grants. */
export async function enqueuePolicyChange(tx: Querier, jobId: string): Promise<JobRow> {
  const rows = await tx.query<JobRow>(
    `WITH numbered AS (
       SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${BATCH_GRANTS} AS batch FROM grants WHERE tenant_id = $1
     ), work AS (
       INSERT INTO recalculations (tenant_id, cause, grant_ids, job_id)
       SELECT $1, 'policy', array_agg(id ORDER BY id), $2 FROM numbered GROUP BY batch ORDER BY batch
       RETURNING cardinality(grant_ids) AS grants
     ), counted AS (
       SELECT coalesce(sum(grants), 0) AS grants FROM work
     )
     INSERT INTO jobs (tenant_id, id, kind, status, total_items, completed_at)
     SELECT $1, $2, 'policy_change', CASE WHEN grants = 0 THEN 'completed' ELSE 'accepted' END, grants,
            CASE WHEN grants = 0 THEN now() END
     FROM counted RETURNING ${COLUMNS}`,
    [tx.tenant_id, jobId],
  );
  tx.wakes?.('events');
  return rows[0] as JobRow;
}
