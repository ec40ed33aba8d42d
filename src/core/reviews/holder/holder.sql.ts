import type { Querier } from '../../../platform/database/database.ts';
import type { GrantStatus, PrincipalType } from '../../directory/directory.rules.ts';
import type { ReviewStatus } from '../review.rules.ts';
import type { HolderAnswer, SaidQuestion } from './holder.rules.ts';

/** As a review shows it. */
export type HolderQuestion = {
  id: string;
  asked_at: string;
  asked_by: string;
  expires_at: string;
  sent_to: string | null;
  sent_at: string | null;
  slack_sent_at: string | null;
  failed_at: string | null;
  mail_error: string | null;
  answer: HolderAnswer | null;
  reason: string | null;
  answered_at: string | null;
};

const SHOWN = `h.id, h.asked_at, h.asked_by, h.expires_at, h.sent_to, h.sent_at, h.slack_sent_at, h.failed_at, h.mail_error, h.answer,
  h.reason, h.answered_at`;

/** The latest of a review. */
export async function latestQuestion(q: Querier, reviewId: string): Promise<HolderQuestion | null> {
  const rows = await q.query<HolderQuestion>(
    `SELECT ${SHOWN} FROM holder_questions h WHERE h.tenant_id = $1 AND h.review_id = $2 ORDER BY h.id DESC LIMIT 1`,
    [q.tenant_id, reviewId],
  );
  return rows[0] ?? null;
}

/** What holders have said of these reviews, the latest of each; those without an answer are left out. */
export async function answersOfHolders(
  q: Querier,
  reviewIds: readonly string[],
): Promise<Map<string, { answer: HolderAnswer; reason: string | null }>> {
  if (reviewIds.length === 0) return new Map();
  const rows = await q.query<{ review_id: string; answer: HolderAnswer; reason: string | null }>(
    `SELECT w.id AS review_id, h.answer, h.reason FROM unnest($2::text[]) AS w (id)
     JOIN LATERAL (SELECT answer, reason FROM holder_questions
                   WHERE tenant_id = $1 AND review_id = w.id AND answer IS NOT NULL ORDER BY id DESC LIMIT 1) h ON true`,
    [q.tenant_id, reviewIds],
  );
  return new Map(rows.map(({ review_id, ...said }) => [review_id, said]));
}

/** Of these reviews, those whose holder has said that they need the access. */
export async function keptByHolder(q: Querier, reviewIds: readonly string[]): Promise<Set<string>> {
  const rows = await q.query<{ review_id: string }>(
    `SELECT w.id AS review_id FROM unnest($2::text[]) AS w (id)
     WHERE EXISTS (SELECT FROM holder_questions h
                   WHERE h.tenant_id = $1 AND h.review_id = w.id AND h.answer = 'keep')`,
    [q.tenant_id, reviewIds],
  );
  return new Set(rows.map((row) => row.review_id));
}

export type Holder = {
  id: string;
  display_name: string;
  type: PrincipalType;
  email: string | null;
  disabled: boolean;
};

export async function findHolder(q: Querier, principalId: string): Promise<Holder | null> {
  const rows = await q.query<Holder>(
    'SELECT id, display_name, type, email, disabled FROM principals WHERE tenant_id = $1 AND id = $2',
    [q.tenant_id, principalId],
  );
  return rows[0] ?? null;
}

export interface NewQuestion {
  id: string;
  review_id: string;
  principal_id: string;
  grant_ids: readonly string[];
  said: SaidQuestion;
  asked_by: string;
  asked_at: string;
  expires_at: string;
}

export async function insertQuestions(tx: Querier, questions: readonly NewQuestion[]): Promise<void> {
  if (questions.length === 0) return;
  await tx.query(
    `INSERT INTO holder_questions (tenant_id, id, review_id, principal_id, grant_ids, said, asked_by, asked_at, expires_at)
     SELECT $1, * FROM json_to_recordset($2) AS r (id text, review_id text, principal_id text, grant_ids text[], said jsonb,
       asked_by text, asked_at timestamptz, expires_at timestamptz)`,
    [tx.tenant_id, JSON.stringify(questions)],
  );
}

/** Null when it goes by none: what is mailed is noted by whoever mails, in the transaction of the question. */
export async function channelOfQuestion(tx: Querier, id: string): Promise<string | null> {
  const rows = await tx.query<{ channel_id: string | null }>(
    'SELECT coalesce(channel_id, slack_channel_id) AS channel_id FROM holder_questions WHERE tenant_id = $1 AND id = $2',
    [tx.tenant_id, id],
  );
  return rows[0]?.channel_id ?? null;
}

/** A question with all that says whether its link is still good. */
export type LinkedRow = {
  id: string;
  review_id: string;
  principal_id: string;
  asset_id: string;
  said: SaidQuestion;
  asked_by: string;
  sent_to: string | null;
  expires_at: string;
  answer: HolderAnswer | null;
  reason: string | null;
  answered_at: string | null;
  is_latest: boolean;
  review_status: ReviewStatus;
  grants: { grant_id: string; status: GrantStatus; is_decided: boolean }[];
};

export const findByToken = (q: Querier, tokenHash: Uint8Array): Promise<LinkedRow | null> =>
  findQuestion(q, `SELECT question_id FROM holder_links WHERE tenant_id = $1 AND token_hash = $2`, [
    tokenHash,
  ]);

/** Null unless it was asked of this person. */
export const findByHolder = (
  q: Querier,
  { question_id, holder_id }: { question_id: string; holder_id: string },
): Promise<LinkedRow | null> =>
  findQuestion(
    q,
    `SELECT id AS question_id FROM holder_questions WHERE tenant_id = $1 AND id = $2 AND principal_id = $3`,
    [question_id, holder_id],
  );

async function findQuestion(
  q: Querier,
  which: string,
  parameters: readonly unknown[],
): Promise<LinkedRow | null> {
  const rows = await q.query<LinkedRow>(
    `SELECT h.id, h.review_id, h.principal_id, r.asset_id, h.said, h.asked_by, h.sent_to, h.expires_at, h.answer, h.reason, h.answered_at,
            NOT EXISTS (SELECT FROM holder_questions later
                        WHERE later.tenant_id = $1 AND later.review_id = h.review_id AND later.id > h.id) AS is_latest,
            r.status AS review_status,
            (SELECT coalesce(json_agg(json_build_object('grant_id', g.id, 'status', g.status, 'is_decided',
                      EXISTS (SELECT FROM review_decisions d
                              WHERE d.tenant_id = $1 AND d.review_id = h.review_id AND d.grant_id = g.id))
                      ORDER BY g.id), '[]')
             FROM unnest(h.grant_ids) AS w (id) JOIN grants g ON g.tenant_id = $1 AND g.id = w.id) AS grants
     FROM (${which}) l
     JOIN holder_questions h ON h.tenant_id = $1 AND h.id = l.question_id
     JOIN reviews r ON r.tenant_id = $1 AND r.id = h.review_id`,
    [q.tenant_id, ...parameters],
  );
  return rows[0] ?? null;
}

/** Once: the review of the question is locked by whoever answers. */
export async function saveAnswer(
  tx: Querier,
  {
    id,
    answer,
    reason,
    answered_at,
  }: { id: string; answer: HolderAnswer; reason: string; answered_at: string },
): Promise<void> {
  await tx.query(
    `UPDATE holder_questions SET answer = $3, reason = $4, answered_at = $5
     WHERE tenant_id = $1 AND id = $2 AND answer IS NULL`,
    [tx.tenant_id, id, answer, reason, answered_at],
  );
}

/** Links that are good for nothing any more. */
export async function forgetLinks(tx: Querier): Promise<void> {
  await tx.query('DELETE FROM holder_links WHERE tenant_id = $1 AND expires_at <= now()', [tx.tenant_id]);
}
