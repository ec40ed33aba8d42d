import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { ReportRow } from '../reports.sql.ts';
import { SCHEDULE_COLUMNS, type ScheduleRow } from './schedules.sql.ts';

/** The one that is due longest; others that want one take the next. */
export async function claimDueSchedule(tx: Querier, now: number): Promise<ScheduleRow | null> {
  const rows = await tx.query<ScheduleRow>(
    `SELECT ${SCHEDULE_COLUMNS} FROM report_schedules s WHERE s.tenant_id = $1 AND s.next_run_at <= $2
     ORDER BY s.next_run_at, s.id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id, isoInstant(now)],
  );
  return rows[0] ?? null;
}

export async function recordRun(
  tx: Querier,
  id: string,
  run: { next_run_at?: string | null; last_run_at: string; report_id: string | null; error: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE report_schedules SET last_run_at = $3, last_report_id = coalesce($4, last_report_id), last_error = $5,
       next_run_at = CASE WHEN $6 THEN $7 ELSE next_run_at END
     WHERE tenant_id = $1 AND id = $2`,
    [
      tx.tenant_id,
      id,
      run.last_run_at,
      run.report_id,
      run.error,
      run.next_run_at !== undefined,
      run.next_run_at ?? null,
    ],
  );
}

/** Somebody waits for the report. */
export async function insertRun(
  tx: Querier,
  run: { report_id: string; schedule_name: string; recipients: readonly string[] },
): Promise<void> {
  await tx.query(
    'INSERT INTO report_schedule_runs (tenant_id, report_id, schedule_name, recipients) VALUES ($1, $2, $3, $4)',
    [tx.tenant_id, run.report_id, run.schedule_name, run.recipients],
  );
}

export type FinishedRun = Pick<
  ReportRow,
  'id' | 'type' | 'format' | 'period_start' | 'period_end' | 'status' | 'error'
> & { schedule_name: string; recipients: string[] };

/** Takes runs whose reports have come to an end; nobody takes them again. */
export async function takeFinishedRuns(tx: Querier, limit: number): Promise<FinishedRun[]> {
  return tx.query<FinishedRun>(
    `WITH finished AS MATERIALIZED (
       SELECT u.report_id FROM report_schedule_runs u
       JOIN LATERAL (SELECT FROM reports WHERE tenant_id = $1 AND id = u.report_id AND status <> 'generating' LIMIT 1) r
         ON true
       WHERE u.tenant_id = $1 ORDER BY u.report_id LIMIT $2 FOR UPDATE OF u SKIP LOCKED
     ), taken AS (
       DELETE FROM report_schedule_runs u USING finished f WHERE u.tenant_id = $1 AND u.report_id = f.report_id
       RETURNING u.report_id, u.schedule_name, u.recipients)
     SELECT r.id, r.type, r.format, r.period_start, r.period_end, r.status, r.error, t.schedule_name, t.recipients
     FROM taken t JOIN reports r ON r.tenant_id = $1 AND r.id = t.report_id
     WHERE r.removed_at IS NULL`,
    [tx.tenant_id, limit],
  );
}
