import type { Querier } from '../../../platform/database/database.ts';
import { limitSql, type PageOf, type PageRequest, Parameters } from '../../../platform/database/page.ts';
import type { RemediationRow } from '../../../remediation/remediations.sql.ts';
import type { ReviewStatus } from '../review.rules.ts';
import type { ReviewRow } from '../reviews.sql.ts';
import { deciderNamed } from './decider-name.sql.ts';
import type { DecisionRow } from './decisions.sql.ts';

/** A decision with what it was about, who made it and why, what came of it, and where the audit trail says so. */
export type DecisionItem = Omit<DecisionRow, 'unanswered'> &
  Pick<ReviewRow, 'principal_id' | 'asset_id' | 'decay_score' | 'risk_level' | 'recommendation'> &
  Pick<RemediationRow, 'attested_by' | 'attested_at' | 'completed_at' | 'verified_at' | 'reverted_at'> & {
    /** The directory's person, where it knows one. */
    decided_by_name: string;
    principal_name: string | null;
    asset_name: string | null;
    permission: string | null;
    via_group_id: string | null;
    review_status: ReviewStatus;
    remediation_id: string | null;
    remediation_status: string | null;
    remediation_error: string | null;
    /** Carried out by a connector, asked of a person, or simulated. */
    execution: string | null;
    audit_entry_id: string | null;
    audit_position: number | null;
  };

export interface DecisionFilters {
  principal_ids?: readonly string[] | undefined;
  asset_ids?: readonly string[] | undefined;
  review_id?: string | undefined;
  decision?: 'CONFIRM' | 'REVOKE' | undefined;
}

const COLUMNS = `d.id, d.review_id, d.grant_id, d.decision, d.reason, d.decided_by,
  coalesce(w.display_name, d.decided_by) AS decided_by_name, d.decided_at, d.next_review_at, r.principal_id,
  p.display_name AS principal_name, r.asset_id, a.name AS asset_name, g.permission, g.via_group_id,
  r.status AS review_status, r.decay_score, r.risk_level, r.recommendation, m.id AS remediation_id,
  m.status AS remediation_status, m.error AS remediation_error, m.execution, m.attested_by, m.attested_at,
  m.completed_at, m.verified_at, m.reverted_at,
  e.id AS audit_entry_id, e.position AS audit_position`;

/** Each looked up by its key, for the rows of the page only. */
const LOOKUPS = `JOIN reviews r ON r.tenant_id = $1 AND r.id = d.review_id
  LEFT JOIN principals p ON p.tenant_id = $1 AND p.id = r.principal_id
  LEFT JOIN assets a ON a.tenant_id = $1 AND a.id = r.asset_id
  LEFT JOIN grants g ON g.tenant_id = $1 AND g.id = d.grant_id
  ${deciderNamed('d.decided_by', 'w')}
  LEFT JOIN LATERAL (SELECT * FROM remediations
                     WHERE tenant_id = $1 AND review_id = d.review_id AND decision_id = d.id ORDER BY id DESC LIMIT 1) m ON true
  LEFT JOIN LATERAL (
    SELECT o.id, (SELECT position FROM audit_positions WHERE tenant_id = $1 AND entry_id = o.id LIMIT 1) AS position
    FROM audit_entries o
    WHERE o.tenant_id = $1 AND o.review_id = d.review_id AND o.event_type = 'review.decided'
      AND o.data ->> 'grant_id' = d.grant_id ORDER BY o.id LIMIT 1) e ON true`;

/** The latest first. Those of a principal or an asset are found by their reviews. */
export async function listDecisions(
  q: Querier,
  filters: DecisionFilters,
  page: PageRequest,
): Promise<PageOf<DecisionItem>> {
  const { principal_ids, asset_ids, review_id, decision } = filters;
  const parameters = new Parameters();
  const conditions = [`d.tenant_id = ${parameters.add(q.tenant_id)}`];
  if (review_id !== undefined) conditions.push(`d.review_id = ${parameters.add(review_id)}`);
  if (decision !== undefined) conditions.push(`d.decision = ${parameters.add(decision)}`);
  const about = [
    ...(principal_ids ? [`v.principal_id = ANY (${parameters.add(principal_ids)}::text[])`] : []),
    ...(asset_ids ? [`v.asset_id = ANY (${parameters.add(asset_ids)}::text[])`] : []),
  ];
  if (about.length > 0) {
    conditions.push(
      `d.review_id = ANY (ARRAY(SELECT v.id FROM reviews v WHERE v.tenant_id = $1 AND ${about.join(' AND ')}))`,
    );
  }
  const where = conditions.join(' AND ');
  const after =
    page.after === null
      ? ''
      : `AND (d.decided_at, d.id) < (SELECT d.decided_at, d.id FROM review_decisions d
           WHERE ${where} AND d.id = ${parameters.add(page.after)} LIMIT 1)`;
  const offset = page.offset === 0 ? '' : `OFFSET ${parameters.add(page.offset)}`;
  const rows = await q.query<DecisionItem & { total: number }>(
    `SELECT t.total, l.* FROM (SELECT count(*) AS total FROM review_decisions d WHERE ${where}) AS t
     LEFT JOIN LATERAL (
       SELECT ${COLUMNS} FROM (
         SELECT d.* FROM review_decisions d WHERE ${where} ${after}
         ORDER BY d.decided_at DESC, d.id DESC ${limitSql(page.limit)} ${offset}) d ${LOOKUPS}
       ORDER BY d.decided_at DESC, d.id DESC) AS l ON true`,
    parameters.values,
  );
  const found = rows.filter((row) => row.id !== null).map(({ total: _, ...row }) => row);
  return {
    items: found.slice(0, page.limit),
    total: rows[0]?.total ?? 0,
    has_more: found.length > page.limit,
  };
}
