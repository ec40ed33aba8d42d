import type { Querier } from '../../../platform/database/database.ts';
import type { WaitedFor } from './holder-first.rules.ts';

/**
 * Of these those who can be asked, with how many reviews are left to them already: people with an enabled account and an address,
 * where there is a channel that carries the question.
 */
export async function holdersToAsk(
  q: Querier,
  principalIds: readonly string[],
): Promise<Map<string, number>> {
  if (principalIds.length === 0) return new Map();
  const rows = await q.query<{ id: string; questions: number }>(
    `SELECT p.id, (SELECT count(*) FROM reviews r WHERE r.tenant_id = $1 AND r.principal_id = p.id
                     AND r.with_holder_until IS NOT NULL)::integer AS questions
     FROM principals p
     WHERE p.tenant_id = $1 AND p.id = ANY ($2::text[]) AND p.type = 'user' AND NOT p.disabled AND btrim(p.email) <> ''
       AND EXISTS (SELECT FROM webhooks WHERE tenant_id = $1 AND status = 'enabled'
                     AND (kind = 'email' OR kind = 'slack' AND settings ? 'team_id'))`,
    [q.tenant_id, [...new Set(principalIds)]],
  );
  return new Map(rows.map(({ id, questions }) => [id, questions]));
}

/** Nobody waits for the holder any more: the timer has come, and the sweep that is woken asks the reviewer. */
async function endWaits(tx: Querier, which: string, values: readonly unknown[] = []): Promise<void> {
  const ended = await tx.query(
    `UPDATE workflows w SET timer_at = r.created_at
     FROM reviews r
     WHERE r.tenant_id = $1 AND r.with_holder_until IS NOT NULL AND w.tenant_id = $1 AND w.id = r.workflow_id
       AND w.timer = 'ask_reviewer' AND ${which}
     RETURNING w.id`,
    [tx.tenant_id, ...values],
  );
  if (ended.length > 0) tx.wakes?.('sweep');
}

/** Of these reviews those that are left to their holders. */
export async function endWaitsForHolders(tx: Querier, reviewIds: readonly string[]): Promise<void> {
  if (reviewIds.length === 0) return;
  await endWaits(tx, 'r.id = ANY ($2::text[])', [reviewIds]);
}

/** SQL of a review: its access, or some of it, is of somebody else than was asked. */
const HAS_CHANGED_HANDS = `EXISTS (SELECT FROM grants g
  WHERE g.tenant_id = $1 AND g.id = ANY (r.access_grant_ids) AND g.principal_id <> r.principal_id)`;

/** Of what is left to these principals: they are disabled, or it is theirs no longer. */
export async function endWaitsForFormerHolders(tx: Querier, principalIds: readonly string[]): Promise<void> {
  if (principalIds.length === 0) return;
  await endWaits(
    tx,
    `r.principal_id = ANY ($2::text[]) AND (${HAS_CHANGED_HANDS}
      OR EXISTS (SELECT FROM principals p WHERE p.tenant_id = $1 AND p.id = r.principal_id AND p.disabled))`,
    [[...new Set(principalIds)]],
  );
}

export async function endAllWaitsForHolders(tx: Querier): Promise<void> {
  await endWaits(tx, 'true');
}

/** Of these questions those that nobody has got: one that was sent before is waited for. */
export async function endWaitsOfQuestions(tx: Querier, questionIds: readonly string[]): Promise<void> {
  if (questionIds.length === 0) return;
  await endWaits(
    tx,
    `r.id IN (SELECT review_id FROM holder_questions
      WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND sent_at IS NULL AND slack_sent_at IS NULL)`,
    [questionIds],
  );
}

/** Of these reviews those whose question nothing carries. */
export async function endUnsentWaits(tx: Querier, reviewIds: readonly string[]): Promise<void> {
  if (reviewIds.length === 0) return;
  await endWaits(
    tx,
    `r.id = ANY ($2::text[]) AND NOT EXISTS (SELECT FROM holder_questions h
      WHERE h.tenant_id = $1 AND h.review_id = r.id AND coalesce(h.channel_id, h.slack_channel_id) IS NOT NULL)`,
    [reviewIds],
  );
}

/** What became of the questions of reviews that are left to their holders, by the id of the review. */
export async function loadWaitedFor(
  q: Querier,
  reviewIds: readonly string[],
): Promise<Map<string, WaitedFor>> {
  if (reviewIds.length === 0) return new Map();
  const rows = await q.query<WaitedFor & { id: string }>(
    `SELECT r.id, r.created_at AS asked_at, r.with_holder_until, coalesce(h.sent_at, h.slack_sent_at) AS sent_at, h.mail_error, p.disabled AS holder_disabled,
            r.campaign_id IS NOT NULL AS in_campaign,
            coalesce(h.principal_id <> r.principal_id, false) OR ${HAS_CHANGED_HANDS} AS has_changed_hands
     FROM unnest($2::text[]) AS w (id)
     JOIN reviews r ON r.tenant_id = $1 AND r.id = w.id
     JOIN principals p ON p.tenant_id = $1 AND p.id = r.principal_id
     LEFT JOIN LATERAL (SELECT sent_at, slack_sent_at, mail_error, principal_id FROM holder_questions
                        WHERE tenant_id = $1 AND review_id = r.id ORDER BY id DESC LIMIT 1) h ON true
     WHERE r.with_holder_until IS NOT NULL`,
    [q.tenant_id, reviewIds],
  );
  return new Map(rows.map(({ id, ...waited }) => [id, waited]));
}
