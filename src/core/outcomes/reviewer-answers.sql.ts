import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { Window } from '../overview/figures.sql.ts';
import { deciderNamed } from '../reviews/decisions/decider-name.sql.ts';
import { isDecided } from './regret-figures.sql.ts';
import { ANSWERS_MIN, DECISIONS_MAX, QUICK_MS, REVIEWERS_MAX, ROW_MIN } from './reviewer-answers.rules.ts';

/** How somebody has decided. */
export type ReviewerAnswers = {
  decided_by: string;
  decided_by_name: string;
  decisions: number;
  group_decisions: number;
  confirmations: number;
  quick: number;
  quick_rows: number;
  confirmed_grants: number;
  revoked_since: number;
  used_since: number;
  not_used: number;
  still_confirmed: number;
};

export type AllReviewerAnswers = {
  items: ReviewerAnswers[];
  /** Who decided too little for anything to be said. */
  reviewers_with_fewer: number;
  is_complete: boolean;
};

/**
 * SQL: what people of a tenant $1 decided from $3 on and before $4, as of $2. What somebody decided at one instant is one decision, and so is
 * one about a group of reviews, of the instant at which it was made.
 */
const ANSWERS = `
  decided AS MATERIALIZED (
    SELECT id, review_id, grant_id, decision, decided_by, decided_at, next_review_at FROM review_decisions
    WHERE tenant_id = $1 AND decided_by <> 'system' AND rule_id IS NULL AND decided_at >= $3 AND decided_at < $4
    ORDER BY decided_at DESC, id DESC LIMIT ${DECISIONS_MAX + 1}),
  known AS MATERIALIZED (
    SELECT d.*, b.group_decision_id, coalesce(b.created_at, d.decided_at) AS at
    FROM (SELECT * FROM decided ORDER BY decided_at DESC, id DESC LIMIT ${DECISIONS_MAX}) d
    LEFT JOIN LATERAL (
      SELECT m.group_decision_id, o.created_at
      FROM (SELECT group_decision_id FROM group_decision_reviews m
            WHERE m.tenant_id = $1 AND m.review_id = d.review_id AND ${isDecided('m')} LIMIT 1) m
      JOIN LATERAL (SELECT created_at FROM group_decisions WHERE tenant_id = $1 AND id = m.group_decision_id LIMIT 1) o ON true
    ) b ON true),
  answers AS (
    SELECT decided_by, at, group_decision_id IS NOT NULL AS is_group, bool_and(decision = 'CONFIRM') AS is_confirmation
    FROM known GROUP BY decided_by, at, group_decision_id),
  paced AS (
    SELECT *, coalesce(at - lag(at) OVER earlier <= ${QUICK_MS} * interval '1 millisecond', false) AS is_quick
    FROM answers WINDOW earlier AS (PARTITION BY decided_by ORDER BY at, is_group)),
  -- Each decision that is not quick begins a row of those that follow it.
  placed AS (
    SELECT *, count(*) FILTER (WHERE NOT is_quick) OVER (PARTITION BY decided_by ORDER BY at, is_group) AS row_number
    FROM paced),
  quick_rows AS (
    SELECT decided_by, count(*) AS quick FROM placed WHERE is_quick GROUP BY decided_by, row_number
    HAVING count(*) >= ${ROW_MIN}),
  paces AS (SELECT decided_by, sum(quick)::bigint AS quick, count(*) AS quick_rows FROM quick_rows GROUP BY decided_by),
  totals AS (
    SELECT decided_by, count(*) AS decisions, count(*) FILTER (WHERE is_group) AS group_decisions,
           count(*) FILTER (WHERE is_confirmation) AS confirmations
    FROM answers GROUP BY decided_by),
  shown AS (
    SELECT * FROM totals WHERE decisions >= ${ANSWERS_MIN} ORDER BY decisions DESC, decided_by COLLATE "C" LIMIT ${REVIEWERS_MAX}),
  -- What came of each grant that was confirmed. As of any other answer, a use counts from when it was asked about.
  confirmed AS (
    SELECT k.decided_by,
           CASE WHEN EXISTS (SELECT FROM review_decisions v
                             WHERE v.tenant_id = $1 AND v.grant_id = k.grant_id AND v.decided_at > k.decided_at
                               AND v.decision = 'REVOKE' AND (v.decided_by <> 'system' OR v.unanswered)) THEN 'revoked'
                WHEN s.last_used_at > r.created_at THEN 'used'
                WHEN k.next_review_at <= $2 THEN 'not_used' ELSE 'open' END AS outcome
    FROM known k
    JOIN shown t ON t.decided_by = k.decided_by
    JOIN LATERAL (SELECT created_at FROM reviews WHERE tenant_id = $1 AND id = k.review_id LIMIT 1) r ON true
    LEFT JOIN LATERAL (SELECT last_used_at FROM grant_scores WHERE tenant_id = $1 AND grant_id = k.grant_id LIMIT 1) s ON true
    WHERE k.decision = 'CONFIRM'),
  outcomes AS (
    SELECT decided_by, count(*) AS confirmed_grants, count(*) FILTER (WHERE outcome = 'revoked') AS revoked_since,
           count(*) FILTER (WHERE outcome = 'used') AS used_since, count(*) FILTER (WHERE outcome = 'not_used') AS not_used,
           count(*) FILTER (WHERE outcome = 'open') AS still_confirmed
    FROM confirmed GROUP BY decided_by)`;

export async function loadReviewerAnswers(
  tx: Querier,
  { from, to }: Window,
  now: number,
): Promise<AllReviewerAnswers> {
  const rows = await tx.query<ReviewerAnswers & Omit<AllReviewerAnswers, 'items'>>(
    `WITH ${ANSWERS}
     SELECT w.*, i.* FROM (
       SELECT (SELECT count(*) FROM totals WHERE decisions < ${ANSWERS_MIN}) AS reviewers_with_fewer,
              (SELECT count(*) FROM decided) <= ${DECISIONS_MAX} AS is_complete) w
     LEFT JOIN (
       SELECT t.*, coalesce(n.display_name, t.decided_by) AS decided_by_name, coalesce(p.quick, 0) AS quick,
              coalesce(p.quick_rows, 0) AS quick_rows, coalesce(o.confirmed_grants, 0) AS confirmed_grants,
              coalesce(o.revoked_since, 0) AS revoked_since, coalesce(o.used_since, 0) AS used_since,
              coalesce(o.not_used, 0) AS not_used, coalesce(o.still_confirmed, 0) AS still_confirmed
       FROM shown t
       LEFT JOIN paces p ON p.decided_by = t.decided_by
       LEFT JOIN outcomes o ON o.decided_by = t.decided_by
       ${deciderNamed('t.decided_by', 'n')}) i ON true
     ORDER BY i.decisions DESC, i.decided_by COLLATE "C"`,
    [tx.tenant_id, isoInstant(now), from, to],
  );
  return {
    items: rows
      .filter(({ decided_by }) => decided_by !== null)
      .map(({ reviewers_with_fewer: _, is_complete: __, ...item }) => item),
    reviewers_with_fewer: rows[0]?.reviewers_with_fewer ?? 0,
    is_complete: rows[0]?.is_complete ?? true,
  };
}
