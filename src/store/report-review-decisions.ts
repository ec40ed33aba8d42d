import type { ReportRequest } from '../domain/report.ts';
import {
  ASSET_COLUMNS,
  filterSql,
  inDocuments,
  PEOPLE_AND_ASSETS,
  PRINCIPAL_COLUMNS,
} from './report-joins.ts';
import { instantLiteral, type ReportQuery, type SourceColumn } from './report-query.ts';

/** Every decision of the period, in the order in which they were made. */
export function reviewDecisionsQuery(
  tenantId: number,
  { period_start, period_end, filters }: ReportRequest,
): ReportQuery {
  const inPeriod = `d.tenant_id = ${tenantId} AND d.decided_at >= ${instantLiteral(period_start)}
    AND d.decided_at < ${instantLiteral(period_end)}`;
  const from = `FROM review_decisions d
  JOIN LATERAL (SELECT * FROM reviews WHERE tenant_id = d.tenant_id AND id = d.review_id LIMIT 1) r ON true
  ${PEOPLE_AND_ASSETS}
  LEFT JOIN LATERAL (SELECT permission FROM grants WHERE tenant_id = d.tenant_id AND id = d.grant_id LIMIT 1) g ON true
  LEFT JOIN LATERAL (SELECT display_name FROM principals
                     WHERE tenant_id = r.tenant_id AND id = r.assigned_to_id LIMIT 1) w ON true
  LEFT JOIN LATERAL (SELECT decided_at FROM review_decisions
                     WHERE tenant_id = d.tenant_id AND decided_by = d.decided_by AND d.decided_by <> 'system'
                       AND (decided_at, id) < (d.decided_at, d.id)
                     ORDER BY decided_at DESC, id DESC LIMIT 1) b ON true
  WHERE ${inPeriod} ${filterSql(filters)}`;
  return {
    columns: COLUMNS,
    from,
    order: 'd.decided_at, d.id',
    sources: [
      {
        name: 'decisions of the period',
        count: `SELECT count(*) AS rows FROM review_decisions d WHERE ${inPeriod}`,
      },
    ],
  };
}

const hundredths = (value: string): string => `floor(${value} * 100 + 0.5) / 100`;
const seconds = (until: string, since: string): string => `extract(epoch FROM ${until} - ${since})::float8`;

const COLUMNS: readonly SourceColumn[] = [
  { key: 'decision_id', label: 'Decision id', kind: 'text', width: 14, not_in_documents: true, sql: 'd.id' },
  { key: 'review_id', label: 'Review id', kind: 'text', width: 14, sql: 'd.review_id' },
  { key: 'decided_at', label: 'Decided', kind: 'instant', width: 12, sql: 'd.decided_at' },
  { key: 'decision', label: 'Decision', kind: 'text', width: 9, sql: 'd.decision' },
  { key: 'decided_by', label: 'Decided by', kind: 'text', width: 16, sql: 'd.decided_by' },
  { key: 'reason', label: 'Reason', kind: 'text', width: 26, sql: 'd.reason' },
  ...inDocuments(PRINCIPAL_COLUMNS, ['principal_name']),
  ...inDocuments(ASSET_COLUMNS, ['asset_name', 'platform']),
  { key: 'grant_id', label: 'Grant id', kind: 'text', width: 14, not_in_documents: true, sql: 'd.grant_id' },
  { key: 'permission', label: 'Permission', kind: 'text', width: 10, sql: 'g.permission' },
  { key: 'origin', label: 'Asked by', kind: 'text', width: 10, not_in_documents: true, sql: 'r.origin' },
  {
    key: 'score',
    label: 'Score',
    kind: 'number',
    width: 8,
    not_in_documents: true,
    sql: 'floor(r.decay_score * 10000 + 0.5) / 10000',
  },
  { key: 'risk_level', label: 'Risk', kind: 'text', width: 8, sql: 'r.risk_level' },
  { key: 'recommendation', label: 'Recommended', kind: 'text', width: 10, sql: 'r.recommendation' },
  {
    key: 'assigned_to',
    label: 'Asked',
    kind: 'text',
    width: 16,
    not_in_documents: true,
    sql: 'coalesce(w.display_name, r.assigned_to_id)',
  },
  {
    key: 'created_at',
    label: 'Question made',
    kind: 'instant',
    width: 12,
    not_in_documents: true,
    sql: 'r.created_at',
  },
  { key: 'due_at', label: 'Due', kind: 'instant', width: 12, not_in_documents: true, sql: 'r.due_at' },
  {
    key: 'hours_to_decide',
    label: 'Hours to decide',
    kind: 'number',
    width: 8,
    not_in_documents: true,
    sql: hundredths(`(${seconds('d.decided_at', 'r.created_at')} / 3600)`),
  },
  { key: 'within_sla', label: 'In time', kind: 'boolean', width: 8, sql: 'd.decided_at <= r.due_at' },
  {
    key: 'seconds_since_previous',
    label: 'Seconds since previous',
    kind: 'number',
    width: 9,
    not_in_documents: true,
    sql: `floor(${seconds('d.decided_at', 'b.decided_at')} * 1000 + 0.5) / 1000`,
  },
  {
    key: 'next_review_at',
    label: 'Confirmed until',
    kind: 'instant',
    width: 12,
    not_in_documents: true,
    sql: 'd.next_review_at',
  },
];
