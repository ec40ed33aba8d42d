import type { Querier } from '../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../platform/database/page.ts';
import type { ReportRequest, ReportType } from './report.rules.ts';

export type ReportStatus = 'generating' | 'completed' | 'failed';

export type ReportRow = ReportRequest & {
  id: string;
  requested_by: string;
  created_at: string;
  status: ReportStatus;
  progress: number;
  rows_written: number;
  estimated_completion: string | null;
  error: string | null;
  completed_at: string | null;
  size_bytes: number | null;
  sha256: string | null;
  row_count: number | null;
  rows_sha256: string | null;
  expires_at: string | null;
};

export const REPORT_COLUMNS = `r.id, r.type, r.format, r.period_start, r.period_end, r.filters, r.requested_by, r.created_at, r.status,
  r.progress, r.rows_written, r.estimated_completion, r.error, r.completed_at, r.size_bytes, r.sha256, r.row_count,
  r.rows_sha256, r.expires_at`;

export interface NewReport extends ReportRequest {
  id: string;
  requested_by: string;
  created_at: string;
  rows_estimated: number;
  estimated_completion: string;
}

export async function insertReport(tx: Querier, report: NewReport): Promise<ReportRow> {
  const rows = await tx.query<ReportRow>(
    `INSERT INTO reports AS r (tenant_id, id, type, format, period_start, period_end, filters, requested_by, created_at,
       rows_estimated, estimated_completion, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $9) RETURNING ${REPORT_COLUMNS}`,
    [
      tx.tenant_id,
      report.id,
      report.type,
      report.format,
      report.period_start,
      report.period_end,
      JSON.stringify(report.filters),
      report.requested_by,
      report.created_at,
      report.rows_estimated,
      report.estimated_completion,
    ],
  );
  tx.wakes?.('reports');
  return rows[0] as ReportRow;
}

export async function getReport(q: Querier, id: string): Promise<ReportRow | null> {
  const rows = await q.query<ReportRow>(
    `SELECT ${REPORT_COLUMNS} FROM reports r WHERE r.tenant_id = $1 AND r.id = $2 AND r.removed_at IS NULL`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** What a download needs to know. `attempt` made the file. */
export type ReportFileRow = ReportRow & { attempt: string; storage: 'database' | 's3' };

export async function findReportFile(q: Querier, id: string): Promise<ReportFileRow | null> {
  const rows = await q.query<ReportFileRow>(
    `SELECT ${REPORT_COLUMNS}, r.lease AS attempt, r.storage FROM reports r
     WHERE r.tenant_id = $1 AND r.id = $2 AND r.removed_at IS NULL`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

export function listReports(
  q: Querier,
  filters: {
    status?: ReportStatus | undefined;
    type?: ReportType | undefined;
    order?: 'asc' | 'desc' | undefined;
  },
  page: PageRequest,
): Promise<PageOf<ReportRow>> {
  const parameters = new Parameters();
  const conditions = [`r.tenant_id = ${parameters.add(q.tenant_id)}`, 'r.removed_at IS NULL'];
  for (const name of ['status', 'type'] as const) {
    if (filters[name] !== undefined) conditions.push(`r.${name} = ${parameters.add(filters[name])}`);
  }
  const where = conditions.join(' AND ');
  return queryPage(q, page, {
    parameters,
    key: 'r.id',
    descending: filters.order === 'desc',
    total: `SELECT count(*) AS total FROM reports r WHERE ${where}`,
    page: (bounds) => `SELECT ${REPORT_COLUMNS} FROM reports r WHERE ${where} ${bounds}`,
  });
}

/** How much waits or is being made, before this one. */
export async function countGenerating(q: Querier): Promise<number> {
  const [row] = await q.query<{ total: number }>(
    "SELECT count(*) AS total FROM reports WHERE tenant_id = $1 AND status = 'generating' AND removed_at IS NULL",
    [q.tenant_id],
  );
  return row?.total ?? 0;
}

/** Nobody sees it from now on. Its bytes are removed by a worker; one that is making it stops. */
export async function markRemoved(tx: Querier, id: string, at: string): Promise<ReportRow | null> {
  const rows = await tx.query<ReportRow>(
    `UPDATE reports r SET removed_at = $3, due_at = NULL, expires_at = NULL
     WHERE r.tenant_id = $1 AND r.id = $2 AND r.removed_at IS NULL RETURNING ${REPORT_COLUMNS}`,
    [tx.tenant_id, id, at],
  );
  tx.wakes?.('reports');
  return rows[0] ?? null;
}
