import type { Querier } from '../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, pageOf } from '../../platform/database/page.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { Window } from '../overview/figures.sql.ts';
import { deciderNamed } from '../reviews/decisions/decider-name.sql.ts';
import type { Recommendation } from '../reviews/review.rules.ts';
import {
  type DecidedThrough,
  PARTS_MAX,
  REVOCATIONS_MAX,
  type RegretCounts,
  type RegretSign,
} from './regret.rules.ts';
import { REGRET } from './regret.sql.ts';

/**
 * SQL: the latest revocations of a tenant $1 that were decided from $3 on and before $4, as of $2. What the system records because access is
 * gone already was decided by nobody.
 */
const REMOVED = `SELECT * FROM review_decisions
    WHERE tenant_id = $1 AND decision = 'REVOKE' AND (decided_by <> 'system' OR unanswered)
      AND decided_at >= $3 AND decided_at < $4
    ORDER BY decided_at DESC, id DESC`;
/** SQL: a member of a decision about a group was decided by it. */
export const isDecided = (member: string): string => `${member}.state IN ('decided', 'undone', 'stands')`;
const JUDGED = `removed AS MATERIALIZED (${REMOVED} LIMIT ${REVOCATIONS_MAX + 1}), judged AS MATERIALIZED (
    SELECT d.id, d.review_id, d.grant_id, d.reason, d.decided_by, CASE WHEN d.rule_id IS NOT NULL THEN d.decided_by END AS rule, d.decided_at, r.principal_id, r.asset_id, r.recommendation,
           g.permission, a.name AS asset_name, a.platform, m.id AS remediation_id, m.completed_at AS removed_at,
           e.regret_until <= $2 AS is_over, w.shown_by, w.shown_at,
           CASE WHEN d.decided_by = 'system' THEN 'system'
                WHEN d.rule_id IS NOT NULL THEN 'rule'
                WHEN b.is_in_group THEN 'group' ELSE 'person' END AS decided_through
    FROM (SELECT * FROM removed ORDER BY decided_at DESC, id DESC LIMIT ${REVOCATIONS_MAX}) d
    JOIN LATERAL (SELECT * FROM reviews WHERE tenant_id = $1 AND id = d.review_id LIMIT 1) r ON true
    JOIN LATERAL (SELECT * FROM grants WHERE tenant_id = $1 AND id = d.grant_id LIMIT 1) g ON true
    JOIN LATERAL (SELECT name, platform FROM assets WHERE tenant_id = $1 AND id = r.asset_id LIMIT 1) a ON true
    LEFT JOIN LATERAL (SELECT last_used_at FROM grant_scores WHERE tenant_id = $1 AND grant_id = g.id LIMIT 1) s ON true
    LEFT JOIN LATERAL (SELECT true AS is_in_group FROM group_decision_reviews b
                       WHERE b.tenant_id = $1 AND b.review_id = d.review_id AND ${isDecided('b')} LIMIT 1) b ON true
    ${REGRET})`;
const IS_COMPLETE = `(SELECT count(*) FROM removed) <= ${REVOCATIONS_MAX}`;

const COUNTS = `count(*) AS revocations, count(shown_by) AS regretted, count(*) FILTER (WHERE is_over) AS cases,
    count(shown_by) FILTER (WHERE is_over) AS cases_regretted`;

const BREAKDOWNS = ['decided_by', 'rule', 'platform', 'recommendation', 'decided_through'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

const ONLY: Readonly<Partial<Record<Breakdown, string>>> = {
  decided_by: "WHERE decided_through IN ('person', 'group')",
  rule: "WHERE decided_through = 'rule'",
};

/** Most first. Keys of all parts are in one column, so of one collation. */
const breakdownSql = (by: Breakdown): string =>
  `(SELECT '${by}' AS part, ${by} COLLATE "default" AS key, ${COUNTS} FROM judged
    ${ONLY[by] ?? ''}
    GROUP BY ${by} ORDER BY revocations DESC, ${by} COLLATE "C" LIMIT ${PARTS_MAX})`;

export type RegretRow = RegretCounts & {
  part: Breakdown | 'all';
  /** Null of all. */
  key: string | null;
  /** Of a person. */
  name: string | null;
  /** Of all: how many people have decided. */
  reviewers: number;
  is_complete: boolean;
};

/** All counts of a period in one statement: in all, and by each of the breakdowns. */
export function countRegret(tx: Querier, { from, to }: Window, now: number): Promise<RegretRow[]> {
  const parts = BREAKDOWNS.map(breakdownSql);
  return tx.query<RegretRow & Record<string, unknown>>(
    `WITH ${JUDGED}
     SELECT c.*, n.display_name AS name, ${IS_COMPLETE} AS is_complete,
            (SELECT count(DISTINCT decided_by) FROM judged WHERE decided_through IN ('person', 'group')) AS reviewers
     FROM ((SELECT 'all' AS part, NULL::text COLLATE "default" AS key, ${COUNTS} FROM judged) UNION ALL ${parts.join(' UNION ALL ')}) c
     ${deciderNamed("CASE c.part WHEN 'decided_by' THEN c.key END", 'n')}`,
    [tx.tenant_id, isoInstant(now), from, to],
  );
}

/** A revocation that was missed. */
export type RegrettedRevocation = {
  id: string;
  review_id: string;
  grant_id: string;
  principal_id: string;
  principal_name: string | null;
  asset_id: string;
  asset_name: string;
  platform: string;
  permission: string;
  reason: string;
  recommendation: Recommendation;
  decided_through: DecidedThrough;
  decided_by: string;
  decided_by_name: string;
  decided_at: string;
  remediation_id: string | null;
  removed_at: string | null;
  shown_by: RegretSign;
  shown_at: string | null;
};

export interface RegrettedFilters {
  /** By its name in decisions. */
  rule?: string | undefined;
  decided_by?: string | undefined;
  platform?: string | undefined;
  recommendation?: Recommendation | undefined;
  decided_through?: DecidedThrough | undefined;
}

/** The latest decisions first. */
export async function listRegretted(
  tx: Querier,
  { filters, period, now }: { filters: RegrettedFilters; period: Window; now: number },
  page: PageRequest,
): Promise<PageOf<RegrettedRevocation> & { is_complete: boolean }> {
  const parameters = new Parameters();
  for (const value of [tx.tenant_id, isoInstant(now), period.from, period.to]) parameters.add(value);
  const conditions = BREAKDOWNS.filter((name) => filters[name] !== undefined).map(
    (name) => `AND ${name} = ${parameters.add(filters[name])}`,
  );
  const after =
    page.after === null
      ? ''
      : `AND (decided_at, id) < (SELECT decided_at, id FROM judged WHERE id = ${parameters.add(page.after)})`;
  const rows = await tx.query<RegrettedRevocation & { total: number; is_complete: boolean }>(
    `WITH ${JUDGED}, regretted AS MATERIALIZED (SELECT * FROM judged WHERE shown_by IS NOT NULL ${conditions.join(' ')})
     SELECT t.*, l.* FROM (SELECT (SELECT count(*) FROM regretted) AS total, ${IS_COMPLETE} AS is_complete) t
     LEFT JOIN LATERAL (
       SELECT f.id, f.review_id, f.grant_id, f.principal_id, p.display_name AS principal_name, f.asset_id, f.asset_name,
              f.platform, f.permission, f.reason, f.recommendation, f.decided_through, f.decided_by,
              coalesce(n.display_name, f.decided_by) AS decided_by_name, f.decided_at, f.remediation_id, f.removed_at,
              f.shown_by, f.shown_at
       FROM (SELECT * FROM regretted WHERE true ${after} ORDER BY decided_at DESC, id DESC
             LIMIT ${parameters.add(page.limit + 1)} OFFSET ${parameters.add(page.offset)}) f
       LEFT JOIN principals p ON p.tenant_id = $1 AND p.id = f.principal_id
       ${deciderNamed('f.decided_by', 'n')}
       ORDER BY f.decided_at DESC, f.id DESC) l ON true`,
    parameters.values,
  );
  const is_complete = rows[0]?.is_complete ?? true;
  const { items, ...rest } = pageOf(rows, page.limit);
  return { items: items.map(({ total: _, is_complete: __, ...item }) => item), ...rest, is_complete };
}
