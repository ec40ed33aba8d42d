import { accountNamesOfGrants } from '../../core/accounts/grant-account.sql.ts';
import type { ReportRequest } from '../report.rules.ts';
import { filterSql, inDocuments, PAIR_COLUMNS, PEOPLE_AND_ASSETS } from './joins.sql.ts';
import { instantLiteral, literal, type ReportQuery, type SourceColumn } from './query.sql.ts';
import { remediationOutcomeAsOf, VERIFICATION, VERIFIED_AT } from './remediations.sql.ts';

/**
 * Every decision of the period, and what nobody decided in time, in the order in which that happened, with the remediation it led to as
 * that stood at the end of the period, and the place of its entry in the audit log. Of a campaign: of its reviews alone.
 */
export function reviewDecisionsQuery(
  tenantId: number,
  { period_start, period_end, filters }: ReportRequest,
): ReportQuery {
  const end = instantLiteral(period_end);
  const inPeriod = (at: string): string =>
    `tenant_id = ${tenantId} AND ${at} >= ${instantLiteral(period_start)} AND ${at} < ${end}`;
  const { campaign_id = null } = filters;
  const inCampaign = campaign_id === null ? '' : `AND campaign_id = ${literal(campaign_id)}`;
  const decided = `FROM review_decisions WHERE ${inPeriod('decided_at')}${
    campaign_id === null
      ? ''
      : ` AND review_id IN (SELECT id FROM reviews WHERE tenant_id = ${tenantId} ${inCampaign})`
  }`;
  const of = campaign_id === null ? 'the period' : 'the campaign in the period';
  const unanswered = `FROM (SELECT * FROM reviews WHERE ${inPeriod('closed_at')} AND status = 'EXPIRED' ${inCampaign}) e
    CROSS JOIN LATERAL unnest(e.access_grant_ids) AS w (grant_id)
    WHERE NOT EXISTS (SELECT FROM review_decisions o WHERE o.tenant_id = e.tenant_id AND o.review_id = e.id
                        AND o.grant_id = w.grant_id)`;
  const from = `FROM (
    SELECT tenant_id, id, id AS decision_id, review_id, grant_id, decision, decided_by, decided_at, reason, next_review_at
    ${decided}
    UNION ALL
    SELECT e.tenant_id, e.id || ' ' || w.grant_id, NULL, e.id, w.grant_id, 'UNANSWERED', NULL, e.closed_at,
           'Nobody answered in time.', NULL
    ${unanswered}) d
  JOIN LATERAL (SELECT * FROM reviews WHERE tenant_id = d.tenant_id AND id = d.review_id LIMIT 1) r ON true
  ${PEOPLE_AND_ASSETS}
  LEFT JOIN ${accountNamesOfGrants(tenantId, `SELECT grant_id ${decided} UNION ALL SELECT w.grant_id ${unanswered}`)} x
    ON x.grant_id = d.grant_id
  LEFT JOIN LATERAL (SELECT permission FROM grants WHERE tenant_id = d.tenant_id AND id = d.grant_id LIMIT 1) g ON true
  LEFT JOIN LATERAL (SELECT display_name FROM principals
                     WHERE tenant_id = r.tenant_id AND id = r.assigned_to_id LIMIT 1) w ON true
  LEFT JOIN LATERAL (SELECT decided_at FROM review_decisions
                     WHERE tenant_id = d.tenant_id AND decided_by = d.decided_by AND d.decided_by <> 'system'
                       AND rule_id IS NULL
                       AND (decided_at, id) < (d.decided_at, d.id)
                     ORDER BY decided_at DESC, id DESC LIMIT 1) b ON true
  LEFT JOIN LATERAL (
    SELECT r.id, s.status,
           CASE WHEN f.outcome = 'dry_run' THEN 'dry run: nothing was removed' ELSE ${VERIFICATION} END AS verification,
           CASE WHEN f.outcome <> 'dry_run' THEN f.at END AS ended_at, f.detail AS evidence, ${VERIFIED_AT} AS verified_at,
           CASE WHEN f.outcome = 'attested' THEN r.attested_by END AS attested_by
    FROM (SELECT * FROM remediations
          WHERE tenant_id = d.tenant_id AND review_id = d.review_id AND decision_id = d.id AND created_at < ${end}
          ORDER BY id DESC LIMIT 1) r
    ${remediationOutcomeAsOf(tenantId, end)}) m ON true
  LEFT JOIN LATERAL (
    SELECT o.id, (SELECT position FROM audit_positions WHERE tenant_id = o.tenant_id AND entry_id = o.id LIMIT 1) AS position
    FROM audit_entries o
    WHERE o.tenant_id = d.tenant_id AND o.review_id = d.review_id AND o.event_type = 'review.decided'
      AND o.data ->> 'grant_id' = d.grant_id ORDER BY o.id LIMIT 1) e ON true
  WHERE true ${filterSql(filters)}`;
  return {
    columns: inDocuments(COLUMNS, IN_DOCUMENTS),
    from,
    order: 'd.decided_at, d.id',
    sources: [
      { name: `decisions of ${of}`, count: `SELECT count(*) AS rows ${decided}` },
      {
        name: `grants of ${of} that nobody decided about in time`,
        count: `SELECT count(*) AS rows ${unanswered}`,
      },
    ],
  };
}

const seconds = (until: string, since: string): string => `extract(epoch FROM ${until} - ${since})::float8`;
const HOURS_TO_DECIDE = `floor((${seconds('d.decided_at', 'coalesce(r.reviewer_asked_at, r.created_at)')} / 3600) * 100 + 0.5) / 100`;
const WITHIN_SLA = "d.decision <> 'UNANSWERED' AND d.decided_at <= r.due_at";

// biome-ignore format: a list of words
const IN_DOCUMENTS = [
  'decided_at', 'decision', 'decided_by', 'reason', 'principal_name', 'asset_name', 'permission', 'within_sla',
  'removal_status', 'removal_verification', 'removal_ended_at', 'audit_position',
];

const COLUMNS: readonly SourceColumn[] = [
  { key: 'decision_id', label: 'Decision id', kind: 'text', width: 14, sql: 'd.decision_id' },
  { key: 'review_id', label: 'Review id', kind: 'text', width: 14, sql: 'd.review_id' },
  { key: 'decided_at', label: 'Decided', kind: 'instant', width: 12, sql: 'd.decided_at' },
  { key: 'decision', label: 'Decision', kind: 'text', width: 11, sql: 'd.decision' },
  { key: 'decided_by', label: 'Decided by', kind: 'text', width: 16, sql: 'd.decided_by' },
  { key: 'reason', label: 'Reason', kind: 'text', width: 22, sql: 'd.reason' },
  ...PAIR_COLUMNS,
  { key: 'account', label: 'Account', kind: 'text', width: 16, sql: 'x.name' },
  { key: 'grant_id', label: 'Grant id', kind: 'text', width: 14, sql: 'd.grant_id' },
  { key: 'permission', label: 'Permission', kind: 'text', width: 10, sql: 'g.permission' },
  { key: 'origin', label: 'Asked by', kind: 'text', width: 10, sql: 'r.origin' },
  {
    key: 'score',
    label: 'Score',
    kind: 'number',
    width: 8,
    sql: 'floor(r.decay_score * 10000 + 0.5) / 10000',
  },
  { key: 'risk_level', label: 'Risk', kind: 'text', width: 8, sql: 'r.risk_level' },
  { key: 'recommendation', label: 'Recommended', kind: 'text', width: 10, sql: 'r.recommendation' },
  {
    key: 'assigned_to',
    label: 'Asked',
    kind: 'text',
    width: 16,
    sql: 'coalesce(w.display_name, r.assigned_to_id)',
  },
  { key: 'created_at', label: 'Review opened', kind: 'instant', width: 12, sql: 'r.created_at' },
  { key: 'due_at', label: 'Due', kind: 'instant', width: 12, sql: 'r.due_at' },
  { key: 'hours_to_decide', label: 'Hours to decide', kind: 'number', width: 8, sql: HOURS_TO_DECIDE },
  { key: 'within_sla', label: 'In time', kind: 'boolean', width: 8, sql: WITHIN_SLA },
  {
    key: 'seconds_since_previous',
    label: 'Seconds since previous',
    kind: 'number',
    width: 9,
    sql: `floor(${seconds('d.decided_at', 'b.decided_at')} * 1000 + 0.5) / 1000`,
  },
  { key: 'next_review_at', label: 'Confirmed until', kind: 'instant', width: 12, sql: 'd.next_review_at' },
  { key: 'remediation_id', label: 'Remediation id', kind: 'text', width: 14, sql: 'm.id' },
  { key: 'removal_status', label: 'Remediation', kind: 'text', width: 12, sql: 'm.status' },
  { key: 'removal_verification', label: 'Rests on', kind: 'text', width: 16, sql: 'm.verification' },
  { key: 'removal_ended_at', label: 'Remediation ended', kind: 'instant', width: 12, sql: 'm.ended_at' },
  { key: 'removal_verified_at', label: 'Verified removed', kind: 'instant', width: 12, sql: 'm.verified_at' },
  { key: 'removal_attested_by', label: 'Attested by', kind: 'text', width: 16, sql: 'm.attested_by' },
  {
    key: 'removal_evidence',
    label: 'What the remediation rests on',
    kind: 'text',
    width: 30,
    sql: 'm.evidence',
  },
  { key: 'audit_position', label: 'Log position', kind: 'integer', width: 8, sql: 'e.position' },
  { key: 'audit_entry_id', label: 'Audit entry id', kind: 'text', width: 14, sql: 'e.id' },
];
