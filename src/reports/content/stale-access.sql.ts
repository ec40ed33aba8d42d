import { accountNamesOfGrants } from '../../core/accounts/grant-account.sql.ts';
import type { Policy } from '../../core/policy/policy.rules.ts';
import { halfLifeSql } from '../../core/scores/half-life.sql.ts';
import type { ReportRequest } from '../report.rules.ts';
import {
  grantedAsOf,
  lastReviewAsOf,
  modelAsOf,
  observedAsOf,
  riskLevelSql,
  scoreAsOf,
  scoreSql,
} from './as-of.sql.ts';
import { filterSql, inDocuments, PAIR_COLUMNS, PEOPLE_AND_ASSETS } from './joins.sql.ts';
import { instantLiteral, type ReportQuery, type SourceColumn } from './query.sql.ts';

/**
 * Access that was there at the end of the period with a score above the review threshold, the stalest first. Without a known use
 * it is there from when it was observed (`observedAsOf`): before, Lapse knew nothing of it, least of all that nobody used it.
 */
export function staleAccessQuery(
  tenantId: number,
  { period_end, filters }: ReportRequest,
  policy: Policy,
): ReportQuery {
  const asOf = instantLiteral(period_end);
  const active = `
    FROM grants g WHERE g.tenant_id = ${tenantId} AND ${grantedAsOf(asOf)}`;
  // Sorted while rows are narrow; what they are about is looked up in that order.
  const from = `FROM (
    SELECT s.tenant_id, s.grant_id, s.principal_id, s.asset_id, g.permission, g.via_group_id, g.granted_at, g.created_at,
           l.lapses_at, extract(epoch FROM ${asOf} - l.lapses_at) / power(2, l.half_life_class) AS staleness,
           l.last_used_at, c.score, x.name AS account, ${modelAsOf(asOf)} AS model_version
    FROM grant_scores s
    JOIN LATERAL (
      SELECT permission, via_group_id, granted_at, created_at, revoked_at, restored_at FROM grants
      WHERE tenant_id = s.tenant_id AND id = s.grant_id LIMIT 1) g ON true
    CROSS JOIN ${scoreAsOf(asOf, policy)} l
    CROSS JOIN LATERAL (SELECT ${scoreSql('l.lapses_at', asOf, halfLifeSql('l', policy.half_life_days))} AS score) c
    LEFT JOIN ${accountNamesOfGrants(tenantId)} x ON x.grant_id = s.grant_id
    WHERE s.tenant_id = ${tenantId} AND ${grantedAsOf(asOf)} AND ${observedAsOf(asOf)} AND c.score > ${policy.review.threshold}
    ORDER BY staleness DESC, s.grant_id) r
  ${PEOPLE_AND_ASSETS}
  LEFT JOIN LATERAL (SELECT display_name FROM principals
                     WHERE tenant_id = r.tenant_id AND id = r.via_group_id LIMIT 1) v ON true
  LEFT JOIN ${lastReviewAsOf(asOf)} q ON true
  WHERE true ${filterSql(filters)}`;
  return {
    columns: inDocuments(columns(asOf), IN_DOCUMENTS),
    from,
    order: 'r.staleness DESC, r.grant_id',
    sources: [
      { name: 'grants at the end of the period', count: `SELECT count(*) AS rows ${active}` },
      {
        name: 'of these, imported after the end of the period: listed only where a use before it is known',
        count: `SELECT count(*) AS rows ${active} AND g.created_at >= ${asOf}`,
      },
    ],
  };
}

/** The day it was granted, or first known to Lapse if that was later. */
const OBSERVED_SINCE = 'greatest(r.granted_at, r.created_at)';

const columns = (asOf: string): SourceColumn[] => [
  { key: 'grant_id', label: 'Grant id', kind: 'text', width: 14, sql: 'r.grant_id' },
  ...PAIR_COLUMNS,
  { key: 'account', label: 'Account', kind: 'text', width: 16, sql: 'r.account' },
  { key: 'permission', label: 'Permission', kind: 'text', width: 10, sql: 'r.permission' },
  { key: 'via_group', label: 'Through group', kind: 'text', width: 14, sql: 'v.display_name' },
  { key: 'granted_at', label: 'Granted', kind: 'instant', width: 12, sql: 'r.granted_at' },
  { key: 'last_used_at', label: 'Last used', kind: 'instant', width: 12, sql: 'r.last_used_at' },
  {
    key: 'observed_since',
    label: 'Not observed before',
    kind: 'instant',
    width: 12,
    sql: `CASE WHEN r.last_used_at IS NULL THEN ${OBSERVED_SINCE} END`,
  },
  {
    key: 'days_unused',
    label: 'Days unused',
    kind: 'integer',
    width: 8,
    sql: `floor(extract(epoch FROM ${asOf} - coalesce(r.last_used_at, ${OBSERVED_SINCE})) / 86400)::integer`,
  },
  { key: 'score', label: 'Score', kind: 'number', width: 8, sql: 'r.score' },
  { key: 'risk_level', label: 'Risk', kind: 'text', width: 8, sql: riskLevelSql('r.score') },
  { key: 'last_review', label: 'Last review', kind: 'text', width: 11, sql: 'q.outcome' },
  { key: 'last_review_at', label: 'Last review since', kind: 'instant', width: 12, sql: 'q.at' },
  { key: 'lapses_at', label: 'Lapsed', kind: 'instant', width: 12, sql: 'r.lapses_at' },
  { key: 'model_version', label: 'Score model', kind: 'integer', width: 8, sql: 'r.model_version' },
];

// biome-ignore format: a list of words
const IN_DOCUMENTS = [
  'principal_name', 'department', 'asset_name', 'platform', 'classification', 'permission', 'last_used_at',
  'observed_since', 'days_unused', 'score', 'risk_level', 'last_review',
];
