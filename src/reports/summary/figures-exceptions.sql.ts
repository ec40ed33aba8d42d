import { filterConditions, joinPair, type Window } from '../../core/overview/figures.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Parameters } from '../../platform/database/page.ts';
import type { BulkConfirmation, ExceptionRow, Shown } from './compliance-summary.rules.ts';
import { type Asked, listShown, parametersOf, SHOWN_MAX } from './figures-asked.sql.ts';

const FAST_SECONDS = 5;

/** What people decided in the window, $2 to $3: one row per review, person and instant, however many grants. */
const actsIn = (parameters: Parameters, { filters }: Asked): string => `acts AS MATERIALIZED (
      SELECT d.review_id, d.decided_by, d.decided_at, d.decision, min(d.reason) AS reason, count(*) AS grants
      FROM review_decisions d
      WHERE d.tenant_id = $1 AND d.decided_at >= $2 AND d.decided_at < $3 AND d.decided_by <> 'system'
        AND d.rule_id IS NULL
      GROUP BY d.review_id, d.decided_by, d.decided_at, d.decision
    ), known AS MATERIALIZED (
      SELECT c.*, p.display_name AS principal_name, a.name AS asset_name, r.risk_level, r.created_at,
             r.closed_at, r.recommendation
      FROM acts c JOIN reviews r ON r.tenant_id = $1 AND r.id = c.review_id ${joinPair('r')}
      WHERE true ${filterConditions(parameters, filters)})`;

const SHOWN_COLUMNS = `review_id, principal_name, asset_name, risk_level, decision, decided_by, decided_at`;

/**
 * Confirmed although remediation was recommended: then, when it was decided. A review that was not yet closed at the end of
 * the window is taken with the recommendation it began with, because closing it writes a new one.
 */
export async function listAgainstRecommendation(tx: Querier, asked: Asked): Promise<Shown<ExceptionRow>> {
  const parameters = parametersOf(tx, asked);
  const acts = actsIn(parameters, asked);
  return listShown(
    tx,
    `WITH ${acts}
       SELECT ${SHOWN_COLUMNS}, NULL::float8 AS seconds, reason, count(*) OVER () AS total
       FROM known k
       LEFT JOIN LATERAL (
         SELECT data ->> 'recommendation' AS first FROM audit_entries
         WHERE (k.closed_at IS NULL OR k.closed_at >= $3) AND tenant_id = $1 AND review_id = k.review_id
           AND event_type = 'review.created' ORDER BY at LIMIT 1) b ON true
       WHERE decision = 'CONFIRM' AND coalesce(b.first, k.recommendation) = 'REVOKE'
       ORDER BY decided_at DESC, review_id, decided_by LIMIT ${parameters.add(SHOWN_MAX)}`,
    parameters,
  );
}

/**
 * Too fast to have been read. What one person decided at one instant is one answer: it is compared with that person's
 * answer before, about whatever access, and with when the review was opened.
 */
export async function listFastDecisions(tx: Querier, asked: Asked): Promise<Shown<ExceptionRow>> {
  const parameters = parametersOf(tx, asked);
  const acts = actsIn(parameters, asked);
  const seconds = (since: string) => `extract(epoch FROM k.decided_at - ${since})::float8`;
  return listShown(
    tx,
    `WITH ${acts}, instants AS MATERIALIZED (
         SELECT decided_by, decided_at, lag(decided_at) OVER (PARTITION BY decided_by ORDER BY decided_at) AS previous_at
         FROM (SELECT DISTINCT decided_by, decided_at FROM review_decisions
               WHERE tenant_id = $1 AND decided_at >= $2::timestamptz - interval '${FAST_SECONDS} s' AND decided_at < $3
                 AND decided_by <> 'system' AND rule_id IS NULL) d)
       SELECT ${SHOWN_COLUMNS}, round(s.seconds::numeric, 3)::float8 AS seconds, reason, count(*) OVER () AS total
       FROM (SELECT k.*, i.previous_at FROM known k
             JOIN instants i ON i.decided_by = k.decided_by AND i.decided_at = k.decided_at) k
       CROSS JOIN LATERAL (
         SELECT least(${seconds('k.previous_at')}, ${seconds('k.created_at')}) AS seconds) s
       WHERE s.seconds < ${FAST_SECONDS}
       ORDER BY s.seconds, decided_at DESC, review_id, decided_by, decision LIMIT ${parameters.add(SHOWN_MAX)}`,
    parameters,
  );
}

export async function listBulkConfirmations(tx: Querier, asked: Asked): Promise<Shown<BulkConfirmation>> {
  const parameters = parametersOf(tx, asked);
  const acts = actsIn(parameters, asked);
  return listShown(
    tx,
    `WITH ${acts}
       SELECT decided_by, decided_at, sum(grants)::integer AS grants, count(*)::integer AS reviews,
              count(*) OVER () AS total
       FROM known WHERE decision = 'CONFIRM' GROUP BY decided_by, decided_at HAVING sum(grants) > 1
       ORDER BY sum(grants) DESC, decided_at DESC, decided_by LIMIT ${parameters.add(SHOWN_MAX)}`,
    parameters,
  );
}

/** Answers in which nothing can be read as a reason. */
export async function countWithoutReason(tx: Querier, asked: Asked): Promise<number> {
  const parameters = parametersOf(tx, asked);
  const acts = actsIn(parameters, asked);
  const [row] = await tx.query<{ total: number }>(
    `WITH ${acts} SELECT count(*) AS total FROM known WHERE reason !~ '[^[:space:]]'`,
    parameters.values,
  );
  return row?.total ?? 0;
}

export async function countDecisions(tx: Querier, { from, to }: Window): Promise<number> {
  const rows = await tx.query<{ rows: number }>(
    `SELECT count(*) AS rows FROM review_decisions WHERE tenant_id = $1 AND decided_at >= $2 AND decided_at < $3`,
    [tx.tenant_id, from, to],
  );
  return rows[0]?.rows ?? 0;
}
