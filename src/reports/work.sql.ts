import type { Querier } from '../platform/database/database.ts';
import { isoInstant } from '../platform/iso-instant.ts';
import type { ReportRequest } from './report.rules.ts';
import { REPORT_COLUMNS, type ReportRow } from './reports.sql.ts';

/** A report in the hands of a worker. */
export type ReportWork = ReportRequest & {
  attempts: number;
  rows_estimated: number;
  lease: string;
  /** The attempt that was taken for dead; whatever it wrote is of no use. */
  previous: string | null;
  storage: 'database' | 's3';
} & Pick<ReportRow, 'id' | 'requested_by' | 'created_at' | 'error'>;

const COLUMNS = `r.id, r.type, r.format, r.period_start, r.period_end, r.filters, r.requested_by, r.created_at, r.attempts,
  r.rows_estimated, r.error, r.lease, r.storage`;

/**
 * Takes the report that has waited longest, unless as many of the tenant's are under way as may be. A lock makes the
 * count of those under way exact.
 */
export async function claimReport(
  tx: Querier,
  claim: { now: number; lease: string; lease_ms: number; at_once: number; storage: ReportWork['storage'] },
): Promise<ReportWork | null> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('lapse reports ' || $1::text, 0))", [
    tx.tenant_id,
  ]);
  const rows = await tx.query<ReportWork>(
    // Found once: as a part of the join it could be looked for again for every row, and find another.
    `WITH due AS MATERIALIZED (
       SELECT d.id, d.lease AS previous FROM reports d WHERE d.tenant_id = $1 AND d.due_at <= $2
         AND (SELECT count(*) FROM reports b WHERE b.tenant_id = $1 AND b.due_at > $2 AND b.lease IS NOT NULL) < $5
       ORDER BY d.due_at, d.id LIMIT 1 FOR UPDATE SKIP LOCKED)
     UPDATE reports r SET lease = $3, due_at = $4, attempts = r.attempts + 1, storage = $6, progress = 0, rows_written = 0
     FROM due WHERE r.tenant_id = $1 AND r.id = due.id
     RETURNING ${COLUMNS}, due.previous`,
    [
      tx.tenant_id,
      isoInstant(claim.now),
      claim.lease,
      isoInstant(claim.now + claim.lease_ms),
      claim.at_once,
      claim.storage,
    ],
  );
  if (rows.length > 0) tx.changed?.('reports');
  return rows[0] ?? null;
}

type Held = Pick<ReportWork, 'id' | 'lease'>;

/** Of a report in the hands of this attempt. False: it was deleted, or somebody else has it. */
async function updateHeld(q: Querier, work: Held, set: string, values: readonly unknown[]): Promise<boolean> {
  const found = await q.query(
    `UPDATE reports SET ${set}
     WHERE tenant_id = $1 AND id = $2 AND lease = $3 AND status = 'generating' AND removed_at IS NULL RETURNING 1`,
    [q.tenant_id, work.id, work.lease, ...values],
  );
  q.changed?.('reports');
  return found.length > 0;
}

/** Tells how far it is and keeps the lease. */
export function renewReport(
  q: Querier,
  work: Held,
  state: { until: number; progress: number; rows: number; estimated_completion: number },
): Promise<boolean> {
  return updateHeld(q, work, 'due_at = $4, progress = $5, rows_written = $6, estimated_completion = $7', [
    isoInstant(state.until),
    state.progress,
    state.rows,
    isoInstant(state.estimated_completion),
  ]);
}

export async function completeReport(
  tx: Querier,
  work: Held,
  done: {
    completed_at: string;
    expires_at: string;
    size_bytes: number;
    sha256: string;
    row_count: number;
    rows_sha256: string;
  },
): Promise<boolean> {
  const isHeld = await updateHeld(
    tx,
    work,
    `status = 'completed', due_at = NULL, error = NULL, progress = 1, rows_written = $8, estimated_completion = NULL,
       completed_at = $4, expires_at = $5, size_bytes = $6, sha256 = $7, row_count = $8, rows_sha256 = $9`,
    [done.completed_at, done.expires_at, done.size_bytes, done.sha256, done.row_count, done.rows_sha256],
  );
  tx.wakes?.('reports', 'schedules');
  return isHeld;
}

/** `due_at`: when it is tried again; null: it has failed for good. An attempt that was only broken off does not count. */
export async function abandonReport(
  tx: Querier,
  work: Held,
  end: { error: string | null; due_at: string | null; expires_at: string | null; counts: boolean },
): Promise<boolean> {
  const isHeld = await updateHeld(
    tx,
    work,
    `status = CASE WHEN $4::timestamptz IS NULL THEN 'failed' ELSE status END, due_at = $4, error = $5, expires_at = $6,
       lease = NULL, attempts = attempts - CASE WHEN $7 THEN 0 ELSE 1 END,
       estimated_completion = CASE WHEN $4::timestamptz IS NULL THEN NULL ELSE estimated_completion END`,
    [end.due_at, end.error, end.expires_at, end.counts],
  );
  tx.wakes?.('reports', 'schedules');
  return isHeld;
}

/** A few that have expired are removed like those that somebody deletes. */
export async function removeExpired(tx: Querier, now: number, limit: number): Promise<ReportRow[]> {
  return tx.query<ReportRow>(
    `WITH old AS MATERIALIZED (
       SELECT id FROM reports WHERE tenant_id = $1 AND expires_at <= $2
       ORDER BY expires_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     UPDATE reports r SET removed_at = $2, expires_at = NULL, due_at = NULL
     FROM old WHERE r.tenant_id = $1 AND r.id = old.id RETURNING ${REPORT_COLUMNS}`,
    [tx.tenant_id, isoInstant(now), limit],
  );
}

type RemovedReport = Pick<ReportWork, 'id' | 'storage'>;

export function listRemoved(q: Querier, now: number, limit: number): Promise<RemovedReport[]> {
  return q.query<RemovedReport>(
    'SELECT id, storage FROM reports WHERE tenant_id = $1 AND removed_at <= $2 ORDER BY removed_at LIMIT $3',
    [q.tenant_id, isoInstant(now), limit],
  );
}

export async function deleteRemoved(tx: Querier, id: string): Promise<void> {
  await tx.query('DELETE FROM reports WHERE tenant_id = $1 AND id = $2 AND removed_at IS NOT NULL', [
    tx.tenant_id,
    id,
  ]);
}
