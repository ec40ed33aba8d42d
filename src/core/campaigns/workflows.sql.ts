import type { Querier } from '../../platform/database/database.ts';
import type { ReviewStatus } from '../reviews/review.rules.ts';
import type { Timer, WorkflowStep } from './workflow.rules.ts';

export type WorkflowRow = {
  id: string;
  review_id: string;
  steps: WorkflowStep[];
  reminder_percents: number[];
  started_at: string;
  timer: Timer['kind'] | null;
  timer_percent: number | null;
  timer_at: string | null;
  review_status: ReviewStatus;
  due_at: string;
  assigned_to_id: string | null;
};

export async function getWorkflow(q: Querier, id: string): Promise<WorkflowRow | null> {
  const rows = await q.query<WorkflowRow>(
    `SELECT w.id, w.review_id, w.steps, w.reminder_percents, w.started_at, w.timer, w.timer_percent, w.timer_at,
            r.status AS review_status, r.due_at, r.assigned_to_id
     FROM workflows w
     JOIN reviews r ON r.tenant_id = $1 AND r.id = w.review_id
     WHERE w.tenant_id = $1 AND w.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

export interface NewWorkflow {
  id: string;
  review_id: string;
  step: WorkflowStep;
  reminder_percents: readonly number[];
  started_at: string;
  timer: Timer;
}

export async function insertWorkflows(tx: Querier, workflows: readonly NewWorkflow[]): Promise<void> {
  if (workflows.length === 0) return;
  const rows = workflows.map(({ timer, step, ...workflow }) => ({
    ...workflow,
    steps: [step],
    ...timerColumns(timer),
  }));
  await tx.query(
    `INSERT INTO workflows (tenant_id, id, review_id, steps, reminder_percents, started_at, timer, timer_percent,
       timer_at)
     SELECT $1, id, review_id, steps, reminder_percents, started_at, timer, timer_percent, timer_at
     FROM json_to_recordset($2) AS r (id text, review_id text, steps jsonb, reminder_percents float8[],
       started_at timestamptz, timer text, timer_percent float8, timer_at timestamptz)`,
    [tx.tenant_id, JSON.stringify(rows)],
  );
  tx.wakes?.('sweep');
}

/** What has happened, and what time does next; `timer` undefined: as before. */
export interface WorkflowChange {
  id: string;
  steps: readonly WorkflowStep[];
  timer: Timer | null | undefined;
  /** A new count of time towards a new deadline. */
  started_at?: string;
}

export async function updateWorkflows(tx: Querier, changes: readonly WorkflowChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ id, steps, timer, started_at }) => ({
    id,
    steps,
    moves_timer: timer !== undefined,
    started_at: started_at ?? null,
    ...timerColumns(timer ?? null),
  }));
  await tx.query(
    `UPDATE workflows w SET steps = w.steps || c.steps, started_at = coalesce(c.started_at, w.started_at),
       timer = CASE WHEN c.moves_timer THEN c.timer ELSE w.timer END,
       timer_percent = CASE WHEN c.moves_timer THEN c.timer_percent ELSE w.timer_percent END,
       timer_at = CASE WHEN c.moves_timer THEN c.timer_at ELSE w.timer_at END
     FROM json_to_recordset($2) AS c (id text, steps jsonb, moves_timer boolean, started_at timestamptz, timer text,
       timer_percent float8, timer_at timestamptz)
     -- Told twice, so that a plan made while the table was small does not go through all of it.
     WHERE w.tenant_id = $1 AND w.id = ANY ($3::text[]) AND w.id = c.id`,
    [tx.tenant_id, JSON.stringify(rows), rows.map((row) => row.id)],
  );
  tx.wakes?.('sweep');
}

function timerColumns(timer: Timer | null) {
  return {
    timer: timer?.kind ?? null,
    timer_percent: timer?.percent ?? null,
    timer_at: timer === null ? null : new Date(timer.at).toISOString(),
  };
}

/** Of the review whose timer has come first. */
export async function putTimerOffBy(
  tx: Querier,
  { before, wait_s }: { before: string; wait_s: number },
): Promise<void> {
  await tx.query(
    `UPDATE workflows SET timer_at = $2::timestamptz + make_interval(secs => $3)
     WHERE tenant_id = $1 AND id = (SELECT id FROM workflows WHERE tenant_id = $1 AND timer_at <= $2
                                    ORDER BY timer_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    [tx.tenant_id, before, wait_s],
  );
}
