import type { Querier } from '../../../platform/database/database.ts';
import type { ReviewStatus } from '../review.rules.ts';
import type { HolderAnswer, SaidQuestion } from './holder.rules.ts';

/** What sends the questions knows of them, and notes on them. */

export async function noteQuestionsQueued(
  tx: Querier,
  questionIds: readonly string[],
  { mail, slack }: { mail: string | null; slack: string | null },
): Promise<void> {
  await tx.query(
    'UPDATE holder_questions SET channel_id = $3, slack_channel_id = $4 WHERE tenant_id = $1 AND id = ANY ($2::text[])',
    [tx.tenant_id, questionIds, mail, slack],
  );
}

export type MailedQuestion = {
  id: string;
  principal_id: string;
  said: SaidQuestion;
  expires_at: string;
  answer: HolderAnswer | null;
  is_latest: boolean;
  review_status: ReviewStatus;
};

export async function findMailedQuestion(q: Querier, id: string): Promise<MailedQuestion | null> {
  const rows = await q.query<MailedQuestion>(
    `SELECT h.id, h.principal_id, h.said, h.expires_at, h.answer, r.status AS review_status,
            NOT EXISTS (SELECT FROM holder_questions later
                        WHERE later.tenant_id = $1 AND later.review_id = h.review_id AND later.id > h.id) AS is_latest
     FROM holder_questions h JOIN reviews r ON r.tenant_id = $1 AND r.id = h.review_id
     WHERE h.tenant_id = $1 AND h.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

export async function addLink(
  q: Querier,
  link: { token_hash: Uint8Array; question_id: string; expires_at: string },
): Promise<void> {
  await q.query(
    'INSERT INTO holder_links (tenant_id, token_hash, question_id, expires_at) VALUES ($1, $2, $3, $4)',
    [q.tenant_id, link.token_hash, link.question_id, link.expires_at],
  );
}

export async function noteMailSent(
  q: Querier,
  id: string,
  { to, at }: { to: string; at: string },
): Promise<void> {
  await q.query(
    `UPDATE holder_questions SET sent_to = $3, sent_at = $4, failed_at = NULL, mail_error = NULL
     WHERE tenant_id = $1 AND id = $2`,
    [q.tenant_id, id, to, at],
  );
  q.changed?.('reviews');
}

/** One that a server took before stays sent. */
export async function noteMailFailed(
  q: Querier,
  id: string,
  { error, at }: { error: string; at: string },
): Promise<void> {
  await q.query(
    `UPDATE holder_questions SET failed_at = $3, mail_error = $4
     WHERE tenant_id = $1 AND id = $2 AND sent_at IS NULL`,
    [q.tenant_id, id, at, error],
  );
  q.changed?.('reviews');
}

export async function noteSlackSent(q: Querier, id: string, at: string): Promise<void> {
  await q.query(
    `UPDATE holder_questions SET slack_sent_at = $3,
       failed_at = CASE WHEN channel_id IS NOT NULL THEN failed_at END,
       mail_error = CASE WHEN channel_id IS NOT NULL THEN mail_error END
     WHERE tenant_id = $1 AND id = $2`,
    [q.tenant_id, id, at],
  );
  q.changed?.('reviews');
}

/** Where a mail goes as well, only that is told. */
export async function noteSlackFailed(
  q: Querier,
  id: string,
  { error, at }: { error: string; at: string },
): Promise<void> {
  await q.query(
    `UPDATE holder_questions SET failed_at = $3, mail_error = $4
     WHERE tenant_id = $1 AND id = $2 AND slack_sent_at IS NULL AND channel_id IS NULL`,
    [q.tenant_id, id, at, error],
  );
  q.changed?.('reviews');
}
