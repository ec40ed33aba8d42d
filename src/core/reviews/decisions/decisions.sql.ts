import type { Querier } from '../../../platform/database/database.ts';
import type { RuleTold } from '../standing/standing-rules.sql.ts';

export type DecisionRow = {
  id: string;
  review_id: string;
  grant_id: string;
  decision: 'CONFIRM' | 'REVOKE';
  reason: string;
  decided_by: string;
  decided_at: string;
  next_review_at: string | null;
  /** By the system, because nobody answered. */
  unanswered?: boolean;
  /** Of the decision about many reviews together that it is a part of; its entry names it. */
  group_decision_id?: string | undefined;
  /** The question that the holder answered by it; its entry names it. */
  holder_question_id?: string | undefined;
  /** Where it was given; its entry says so. */
  through?: Through | undefined;
  /** The rule that decided it, as it was; its entry tells it. */
  rule?: RuleTold | undefined;
};

/** Where somebody decided who did not come with a token. */
export type Through =
  | { through: 'mail'; mailed_to: string }
  | { through: 'slack'; slack_team: string; slack_user: string };

export async function insertDecisions(tx: Querier, rows: readonly DecisionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO review_decisions (tenant_id, id, review_id, grant_id, decision, reason, decided_by, decided_at,
       next_review_at, unanswered, rule_id)
     SELECT $1, id, review_id, grant_id, decision, reason, decided_by, decided_at, next_review_at,
            coalesce(unanswered, false), rule ->> 'id'
     FROM json_to_recordset($2) AS r (id text, review_id text, grant_id text, decision text, reason text,
       decided_by text, decided_at timestamptz, next_review_at timestamptz, unanswered boolean, rule jsonb)`,
    [tx.tenant_id, JSON.stringify(rows)],
  );
  // For likelihoods.
  tx.wakes?.('analyses');
}

export async function decisionsOf(q: Querier, reviewIds: readonly string[]): Promise<DecisionRow[]> {
  if (reviewIds.length === 0) return [];
  return q.query<DecisionRow>(
    `SELECT id, review_id, grant_id, decision, reason, decided_by, decided_at, next_review_at FROM review_decisions
     WHERE tenant_id = $1 AND review_id = ANY ($2::text[]) ORDER BY review_id, grant_id`,
    [q.tenant_id, reviewIds],
  );
}

/**
 * How often reviewers have confirmed each of the grants since its latest use; those never confirmed since are left out. What the
 * system confirms, because of a use, holds until no date and is not counted.
 */
export async function countConfirmationsSinceUse(
  q: Querier,
  grantIds: readonly string[],
): Promise<Map<string, number>> {
  if (grantIds.length === 0) return new Map();
  const rows = await q.query<{ id: string; times: number }>(
    `SELECT w.id, d.times
     FROM unnest($2::text[]) AS w (id)
     JOIN LATERAL (SELECT last_used_at FROM grant_scores WHERE tenant_id = $1 AND grant_id = w.id LIMIT 1) s ON true
     JOIN LATERAL (SELECT count(*)::integer AS times FROM review_decisions
                   WHERE tenant_id = $1 AND grant_id = w.id AND decided_at > coalesce(s.last_used_at, '-infinity')
                     AND decision = 'CONFIRM' AND next_review_at IS NOT NULL) d ON d.times > 0`,
    [q.tenant_id, grantIds],
  );
  return new Map(rows.map(({ id, times }) => [id, times]));
}

/**
 * Lets the latest confirmation of each grant hold its lapse date. Written by the pipeline and not by the decision, so
 * that no decision waits for the batch that has the grant in hand.
 */
export async function applyConfirmations(tx: Querier, grantIds: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE grant_scores s SET next_review_at = d.next_review_at
     FROM unnest($2::text[]) AS w (id)
     JOIN LATERAL (SELECT next_review_at FROM review_decisions
                   WHERE tenant_id = $1 AND grant_id = w.id AND decision = 'CONFIRM' AND next_review_at IS NOT NULL
                   ORDER BY decided_at DESC LIMIT 1) d ON true
     WHERE s.tenant_id = $1 AND s.grant_id = w.id AND s.next_review_at IS DISTINCT FROM d.next_review_at`,
    [tx.tenant_id, grantIds],
  );
}
