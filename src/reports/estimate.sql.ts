import type { Querier } from '../platform/database/database.ts';
import type { ReportRequest } from './report.rules.ts';

const COUNTED_MAX = 100_000;
/** The sections of a summary together. */
const SUMMARY_ROWS = 300;

/** About how many rows a report will have, from kept sums; without looking at rows where they could be many. */
export async function estimateRows(q: Querier, request: ReportRequest): Promise<number> {
  if (request.type === 'compliance_summary') return SUMMARY_ROWS;
  const { campaign_id = null } = request.filters;
  if (campaign_id !== null) {
    const [found] = await q.query<{ rows: number }>(
      'SELECT grants_matched AS rows FROM campaigns WHERE tenant_id = $1 AND id = $2',
      [q.tenant_id, campaign_id],
    );
    return found?.rows ?? 0;
  }
  const [from, to] = [request.period_start, request.period_end];
  const [row] = await q.query<{ rows: number }>(
    `SELECT coalesce((${COUNTS[request.type]}), 0)::bigint AS rows`,
    [q.tenant_id, ...(request.type === 'stale_access' ? [to] : [from, to])],
  );
  return row?.rows ?? 0;
}

const dayOf = (parameter: string): string =>
  `floor(extract(epoch FROM ${parameter}::timestamptz) / 86400)::integer`;

const COUNTS = {
  stale_access: `SELECT sum(amount) FROM lapse_counts
    WHERE tenant_id = $1 AND noun = 'pairs' AND grain = 'day' AND bucket <= ${dayOf('$2')}`,
  audit_export: `SELECT sum(amount) FROM audit_counts
    WHERE tenant_id = $1 AND event_type = '' AND actor = '' AND grain = 'day'
      AND bucket >= ${dayOf('$2')} AND bucket <= ${dayOf('$3')}`,
  review_decisions: `SELECT (SELECT count(*) FROM (SELECT FROM review_decisions
      WHERE tenant_id = $1 AND decided_at >= $2 AND decided_at < $3 LIMIT ${COUNTED_MAX}) d)
    + (SELECT count(*) FROM (SELECT FROM reviews
      WHERE tenant_id = $1 AND status = 'EXPIRED' AND closed_at >= $2 AND closed_at < $3 LIMIT ${COUNTED_MAX}) e)`,
  remediation_log: `SELECT count(*) FROM (SELECT FROM remediations
    WHERE tenant_id = $1 AND created_at >= $2 AND created_at < $3 LIMIT ${COUNTED_MAX}) r`,
};
