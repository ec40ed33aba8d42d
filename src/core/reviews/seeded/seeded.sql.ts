import type { Querier } from '../../../platform/database/database.ts';
import type { Decision } from '../decisions/decision.rules.ts';
import type { Evidence } from '../evidence/evidence.rules.ts';
import type { Recommendation, ReviewRisk } from '../review.rules.ts';
import type { Known } from './seeded.rules.ts';

/** A question as whoever it is for finds it: of the review of then, with what was known then. */
export type OpenSeeded = {
  id: string;
  principal_id: string;
  asset_id: string;
  access_grant_ids: string[];
  decay_score: number;
  risk_level: ReviewRisk;
  recommendation: Recommendation;
  reason: string | null;
  notes: string | null;
  evidence_json: Evidence;
  created_at: string;
  due_at: string;
};

export async function findOpenSeeded(
  q: Querier,
  { asked_of, now }: { asked_of: string; now: string },
): Promise<OpenSeeded | null> {
  const [found] = await q.query<OpenSeeded>(
    `SELECT s.id, r.principal_id, r.asset_id, r.access_grant_ids, r.decay_score, r.risk_level, r.recommendation, r.reason,
            r.notes, r.evidence_json, s.created_at, s.expires_at AS due_at
     FROM seeded_questions s JOIN reviews r ON r.tenant_id = $1 AND r.id = s.review_id
     WHERE s.tenant_id = $1 AND s.asked_of = $2 AND s.is_open AND s.expires_at > $3`,
    [q.tenant_id, asked_of, now],
  );
  return found ?? null;
}

/** More decisions than this do not have to be counted: fewer make a question due. */
const COUNTED_MAX = 500;

/** How many reviews somebody has decided since they were last asked one, and whether one is open. */
export async function paceOf(
  tx: Querier,
  { asked_of, now }: { asked_of: string; now: string },
): Promise<{ answered: number; has_open: boolean }> {
  const [pace] = await tx.query<{ answered: number; has_open: boolean }>(
    `SELECT (SELECT count(DISTINCT review_id) FROM (
               SELECT review_id FROM review_decisions
               WHERE tenant_id = $1 AND decided_by = $2
                 AND decided_at > coalesce((SELECT max(created_at) FROM seeded_questions
                                            WHERE tenant_id = $1 AND asked_of = $2), '-infinity')
               ORDER BY decided_at DESC, id DESC LIMIT ${COUNTED_MAX}) d) AS answered,
            EXISTS (SELECT FROM seeded_questions
                    WHERE tenant_id = $1 AND asked_of = $2 AND is_open AND expires_at > $3) AS has_open`,
    [tx.tenant_id, asked_of, now],
  );
  return pace ?? { answered: 0, has_open: false };
}

export interface NewSeeded {
  id: string;
  asked_of: string;
  review_id: string;
  known: Known;
  decided_at: string;
  days_used: number | null;
  created_at: string;
  expires_at: string;
}

/** Takes the place of one that has expired. Of two at once one is asked. */
export async function insertSeeded(tx: Querier, question: NewSeeded): Promise<void> {
  await tx.query(
    `UPDATE seeded_questions SET is_open = false
     WHERE tenant_id = $1 AND asked_of = $2 AND is_open AND expires_at <= $3`,
    [tx.tenant_id, question.asked_of, question.created_at],
  );
  await tx.query(
    `INSERT INTO seeded_questions (tenant_id, id, asked_of, review_id, known, decided_at, days_used, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [
      tx.tenant_id,
      question.id,
      question.asked_of,
      question.review_id,
      question.known,
      question.decided_at,
      question.days_used,
      question.created_at,
      question.expires_at,
    ],
  );
}

export type AnsweredSeeded = {
  review_id: string;
  known: Known;
  decided_at: string;
  days_used: number | null;
};

export interface SeededAnswer {
  id: string;
  asked_of: string;
  answer: Decision;
  reason: string;
  now: string;
}

/** Null: it is not open any more, or was never asked of them. Of two at once one is taken. */
export async function saveSeededAnswer(
  tx: Querier,
  { id, asked_of, answer, reason, now }: SeededAnswer,
): Promise<AnsweredSeeded | null> {
  const [answered] = await tx.query<AnsweredSeeded>(
    `UPDATE seeded_questions SET is_open = false, answer = $4, reason = $5, answered_at = $6
     WHERE tenant_id = $1 AND id = $2 AND asked_of = $3 AND is_open AND expires_at > $6
     RETURNING review_id, known, decided_at, days_used`,
    [tx.tenant_id, id, asked_of, answer, reason, now],
  );
  return answered ?? null;
}

/** Null: no such question was asked of them. */
export async function findSeeded(
  q: Querier,
  { id, asked_of }: { id: string; asked_of: string },
): Promise<{ is_answered: boolean } | null> {
  const [found] = await q.query<{ is_answered: boolean }>(
    `SELECT answer IS NOT NULL AS is_answered FROM seeded_questions WHERE tenant_id = $1 AND id = $2 AND asked_of = $3`,
    [q.tenant_id, id, asked_of],
  );
  return found ?? null;
}
