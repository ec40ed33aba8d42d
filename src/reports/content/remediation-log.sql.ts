import { ACCOUNT_OF_ROW } from '../../core/accounts/grant-account.sql.ts';
import type { ReportRequest } from '../report.rules.ts';
import { filterSql, inDocuments, PAIR_COLUMNS, PEOPLE_AND_ASSETS } from './joins.sql.ts';
import { instantLiteral, literal, type ReportQuery, type SourceColumn } from './query.sql.ts';
import { remediationOutcomeAsOf, VERIFICATION, VERIFIED_AT } from './remediations.sql.ts';

/** Remediations that were asked for in the period or came to an end in it, as they stood at its end. */
export function remediationLogQuery(
  tenantId: number,
  { period_start, period_end, filters }: ReportRequest,
): ReportQuery {
  const [start, end] = [instantLiteral(period_start), instantLiteral(period_end)];
  const touched = `
    SELECT id FROM remediations WHERE tenant_id = ${tenantId} AND created_at >= ${start} AND created_at < ${end}
    UNION
    SELECT remediation_id FROM remediation_steps WHERE tenant_id = ${tenantId} AND at >= ${start} AND at < ${end}
      AND (step IN ('verify', 'conclude', 'cancel', 'cancel_revert', 'request', 'attest', 'observe')
        OR outcome IN ('dry_run', 'blocked', 'failed', 'restored'))`;
  const from = `FROM (${touched}) t
  JOIN LATERAL (SELECT * FROM remediations WHERE tenant_id = ${tenantId} AND id = t.id LIMIT 1) r ON true
  ${PEOPLE_AND_ASSETS}
  LEFT JOIN ${ACCOUNT_OF_ROW} x ON true
  ${remediationOutcomeAsOf(tenantId, end)}
  WHERE r.created_at < ${end} ${filterSql(filters)}`;
  return {
    columns: inDocuments(columns(period_end), IN_DOCUMENTS),
    from,
    order: 'r.created_at, r.id',
    sources: [{ name: 'remediations of the period', count: `SELECT count(*) AS rows FROM (${touched}) t` }],
  };
}

/** What a reader needs on one line; the other formats have the rest. */
// biome-ignore format: a list of words
const IN_DOCUMENTS = [
  'created_at', 'status', 'dry_run', 'principal_name', 'asset_name', 'platform', 'reason', 'requested_by',
  'verified_at', 'error',
];

function columns(periodEnd: string): SourceColumn[] {
  const end = instantLiteral(periodEnd);
  return [
    { key: 'remediation_id', label: 'Remediation id', kind: 'text', width: 14, sql: 'r.id' },
    { key: 'created_at', label: 'Asked for', kind: 'instant', width: 12, sql: 'r.created_at' },
    { key: 'status', label: 'Status', kind: 'text', width: 10, sql: 's.status' },
    {
      key: 'dry_run',
      label: 'Dry run',
      kind: 'boolean',
      width: 7,
      sql: "coalesce(s.last_outcome = 'dry_run', false)",
    },
    { key: 'action', label: 'Action', kind: 'text', width: 16, sql: 'r.action' },
    { key: 'target', label: 'Target', kind: 'text', width: 24, sql: 'r.target' },
    ...PAIR_COLUMNS,
    { key: 'account', label: 'Account', kind: 'text', width: 16, sql: 'x.name' },
    { key: 'grant_id', label: 'Grant id', kind: 'text', width: 14, sql: 'r.grant_id' },
    { key: 'review_id', label: 'Review id', kind: 'text', width: 14, sql: 'r.review_id' },
    { key: 'reason', label: 'Reason', kind: 'text', width: 24, sql: 'r.reason' },
    { key: 'requested_by', label: 'Decided by', kind: 'text', width: 16, sql: 'r.requested_by' },
    {
      key: 'approved_by',
      label: 'Approved by',
      kind: 'text',
      width: 16,
      sql: `CASE WHEN r.approved_at < ${end} THEN r.approved_by END`,
    },
    {
      key: 'guards',
      label: 'Guards',
      kind: 'text',
      width: 14,
      sql: `CASE WHEN r.plan ->> 'planned_at' < ${literal(periodEnd)} THEN coalesce((
        SELECT 'stopped by ' || string_agg(v ->> 'guard', ', ' ORDER BY v ->> 'guard')
        FROM jsonb_array_elements(r.guards) v WHERE NOT (v ->> 'passed')::boolean), 'passed') END`,
    },
    { key: 'attempts', label: 'Attempts', kind: 'integer', width: 7, sql: 'coalesce(s.attempts, 0)' },
    { key: 'completed_at', label: 'Completed', kind: 'instant', width: 12, sql: 'f.at' },
    { key: 'verified_at', label: 'Verified removed', kind: 'instant', width: 12, sql: VERIFIED_AT },
    { key: 'verification', label: 'Rests on', kind: 'text', width: 14, sql: VERIFICATION },
    { key: 'attestation', label: 'Attestation', kind: 'text', width: 20, sql: 'w.detail' },
    {
      key: 'minutes_to_verified',
      label: 'Minutes to verified',
      kind: 'number',
      width: 8,
      sql: `floor(extract(epoch FROM ${VERIFIED_AT} - r.created_at)::float8 / 60 * 100 + 0.5) / 100`,
    },
    {
      key: 'reverted_at',
      label: 'Reverted',
      kind: 'instant',
      width: 12,
      sql: "CASE WHEN s.status = 'reverted' THEN s.last_step_at END",
    },
    {
      key: 'error',
      label: 'Error',
      kind: 'text',
      width: 24,
      sql: "CASE WHEN s.last_outcome IN ('failed', 'blocked', 'retry') THEN s.last_detail END",
    },
  ];
}
