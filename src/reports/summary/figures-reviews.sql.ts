import { filterConditions, joinPair } from '../../core/overview/figures.sql.ts';
import { REVIEW_RISKS, type ReviewRisk } from '../../core/reviews/review.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Parameters } from '../../platform/database/page.ts';
import type { OverdueReview, ReviewOutcomes, Shown } from './compliance-summary.rules.ts';
import { type Asked, listShown, parametersOf, SHOWN_MAX } from './figures-asked.sql.ts';

/**
 * The reviews that were open at some time of a window, $2 to $3, as they were at its end. `first_due_at` is the deadline
 * of whoever was asked first: passing a review on moves `due_at`, and only the audit trail remembers. While it was left to its holder,
 * it was nobody's: then it begins with the escalation, if nobody was asked before.
 */
const reviewsIn = (parameters: Parameters, { filters }: Asked): string => `passed_on AS MATERIALIZED (
      SELECT review_id, min(at) AS first_at, count(*) FILTER (WHERE at >= $2 AND at < $3) AS times
      FROM audit_entries WHERE tenant_id = $1 AND event_type = 'review.escalated' GROUP BY review_id
    ), reviews AS MATERIALIZED (
      SELECT r.id, r.principal_id, r.asset_id, r.risk_level, r.recommendation, r.assigned_to_id, r.created_at, coalesce(r.reviewer_asked_at, r.created_at) AS asked_at,
             p.display_name AS principal_name, a.name AS asset_name,
             CASE WHEN r.closed_at < $3 THEN r.status
                  WHEN e.first_at < $3 THEN 'ESCALATED' ELSE 'PENDING' END AS status,
             CASE WHEN r.closed_at < $3 THEN r.closed_at END AS closed_at,
             CASE WHEN e.review_id IS NULL THEN r.due_at ELSE coalesce(f.due_at, r.due_at) END AS first_due_at,
             coalesce(e.times, 0) AS times_passed_on
      FROM reviews r ${joinPair('r')}
      LEFT JOIN passed_on e ON e.review_id = r.id
      LEFT JOIN LATERAL (
        SELECT (data ->> 'due_at')::timestamptz AS due_at FROM audit_entries
        WHERE e.review_id IS NOT NULL AND tenant_id = $1 AND review_id = r.id
          AND event_type IN ('review.created', 'review.reviewer_asked', 'review.escalated') AND NOT data ? 'with_holder_until'
        ORDER BY at, id LIMIT 1) f ON true
      WHERE r.tenant_id = $1 AND r.created_at < $3 AND (r.closed_at IS NULL OR r.closed_at >= $2)
            ${filterConditions(parameters, filters)})`;

/** Who answered a decided review, and how: a person's answer counts before the system's. */
const ANSWERS = `answered AS MATERIALIZED (
    SELECT c.*, d.revoked, d.by_people, d.by_rule, d.unanswered, extract(epoch FROM c.closed_at - c.asked_at)::float8 / 3600 AS hours
    FROM reviews c CROSS JOIN LATERAL (
      SELECT coalesce(bool_or(decision = 'REVOKE'), false) AS revoked,
             coalesce(bool_or(decided_by <> 'system' AND rule_id IS NULL), false) AS by_people,
             coalesce(bool_or(rule_id IS NOT NULL), false) AS by_rule,
             coalesce(bool_or(unanswered), false) AS unanswered
      FROM review_decisions WHERE tenant_id = $1 AND review_id = c.id) d
    WHERE c.status = 'DECIDED')`;

export type ReviewFigures = Omit<ReviewOutcomes, 'by_risk'> & {
  by_risk: Omit<ReviewOutcomes['by_risk'][number], 'sla_hours'>[];
  /** Reviews that were read. */
  rows: number;
};

/** Of one risk level; null: of all together. */
type CountedRow = Omit<ReviewFigures, 'by_risk'> & { risk_level: ReviewRisk | null };

export async function countReviews(tx: Querier, asked: Asked): Promise<ReviewFigures> {
  const parameters = parametersOf(tx, asked);
  const reviews = reviewsIn(parameters, asked);
  const count = (condition: string): string => `count(*) FILTER (WHERE ${condition})`;
  const rows = await tx.query<CountedRow>(
    `WITH ${reviews}, ${ANSWERS}
     SELECT p.*, coalesce(a.decided, 0) AS decided, coalesce(a.confirmed, 0) AS confirmed,
            coalesce(a.revoked, 0) AS revoked, coalesce(a.confirmed_by_use, 0) AS confirmed_by_use,
            coalesce(a.removed_elsewhere, 0) AS removed_elsewhere,
            coalesce(a.revoked_unanswered, 0) AS revoked_unanswered, coalesce(a.revoked_by_rule, 0) AS revoked_by_rule,
            coalesce(a.decided_within_sla, 0) AS decided_within_sla, coalesce(a.decided_late, 0) AS decided_late,
            a.median_hours_to_decide, a.p90_hours_to_decide
     FROM (SELECT risk_level, count(*) AS rows, ${count('created_at >= $2')} AS created,
                  ${count('times_passed_on > 0')} AS escalated, ${count("status = 'EXPIRED'")} AS expired,
                  ${count('closed_at IS NULL')} AS open,
                  ${count('closed_at IS NULL AND first_due_at < $3')} AS open_overdue
           FROM reviews GROUP BY ROLLUP (risk_level)) p
     LEFT JOIN (SELECT risk_level, count(*) AS decided, ${count('by_people AND NOT revoked')} AS confirmed,
                  ${count('by_people AND revoked')} AS revoked,
                  ${count('NOT by_people AND NOT revoked')} AS confirmed_by_use,
                  ${count('NOT by_people AND revoked AND NOT unanswered AND NOT by_rule')} AS removed_elsewhere,
                  ${count('NOT by_people AND unanswered AND NOT by_rule')} AS revoked_unanswered,
                  ${count('NOT by_people AND by_rule')} AS revoked_by_rule,
                  ${count('by_people AND closed_at <= first_due_at')} AS decided_within_sla,
                  ${count('by_people AND closed_at > first_due_at')} AS decided_late,
                  percentile_cont(0.5) WITHIN GROUP (ORDER BY hours) FILTER (WHERE by_people) AS median_hours_to_decide,
                  percentile_cont(0.9) WITHIN GROUP (ORDER BY hours) FILTER (WHERE by_people) AS p90_hours_to_decide
                FROM answered GROUP BY ROLLUP (risk_level)) a ON a.risk_level IS NOT DISTINCT FROM p.risk_level`,
    parameters.values,
  );
  const of = (risk: ReviewRisk | null) => rows.find((row) => row.risk_level === risk);
  const { risk_level: _, ...all } = of(null) as CountedRow;
  return {
    ...all,
    median_hours_to_decide: inHours(all.median_hours_to_decide),
    p90_hours_to_decide: inHours(all.p90_hours_to_decide),
    by_risk: REVIEW_RISKS.map((risk_level) => {
      const row = of(risk_level);
      return {
        risk_level,
        created: row?.created ?? 0,
        decided: row?.decided ?? 0,
        decided_by_people: (row?.confirmed ?? 0) + (row?.revoked ?? 0),
        decided_within_sla: row?.decided_within_sla ?? 0,
        median_hours_to_decide: inHours(row?.median_hours_to_decide ?? null),
      };
    }),
  };
}

const inHours = (hours: number | null): number | null =>
  hours === null ? null : Math.round(hours * 100) / 100;

/** Open at the end of the window and past their deadline, or expired in it; the longest overdue first. */
export async function listOverdue(tx: Querier, asked: Asked): Promise<Shown<OverdueReview>> {
  const parameters = parametersOf(tx, asked);
  const reviews = reviewsIn(parameters, asked);
  return listShown(
    tx,
    `WITH ${reviews}, overdue AS (
       SELECT c.*, extract(epoch FROM coalesce(c.closed_at, $3) - c.first_due_at)::float8 / 3600 AS hours,
              count(*) OVER () AS total
       FROM reviews c
       WHERE c.status = 'EXPIRED' OR (c.closed_at IS NULL AND c.first_due_at < $3)
       ORDER BY hours DESC, c.id LIMIT ${parameters.add(SHOWN_MAX)})
     SELECT o.id AS review_id, o.principal_name, o.asset_name, o.risk_level, o.status,
            coalesce(w.display_name, t.assigned_to_id) AS assigned_to, o.first_due_at AS due_at,
            round(o.hours::numeric, 2)::float8 AS overdue_hours, o.total
     FROM overdue o
     LEFT JOIN LATERAL (
       SELECT data ->> 'assigned_to_id' AS id FROM audit_entries
       WHERE tenant_id = $1 AND review_id = o.id AND at < $3 AND event_type IN ('review.escalated', 'review.reassigned')
       ORDER BY at DESC, id DESC LIMIT 1) before ON true
     LEFT JOIN LATERAL (
       SELECT data ->> 'previous_assigned_to_id' AS id, true AS found FROM audit_entries
       WHERE tenant_id = $1 AND review_id = o.id AND at >= $3 AND event_type IN ('review.escalated', 'review.reassigned')
       ORDER BY at, id LIMIT 1) after ON true
     CROSS JOIN LATERAL (
       SELECT coalesce(before.id, CASE WHEN after.found THEN after.id ELSE o.assigned_to_id END) AS assigned_to_id) t
     LEFT JOIN LATERAL (SELECT display_name FROM principals WHERE tenant_id = $1 AND id = t.assigned_to_id LIMIT 1) w
       ON true
     ORDER BY o.hours DESC, o.id`,
    parameters,
  );
}
