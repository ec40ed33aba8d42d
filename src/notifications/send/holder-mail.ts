import { randomBytes } from 'node:crypto';
import { endWaitsOfQuestions } from '../../core/reviews/holder/holder-first.sql.ts';
import {
  addLink,
  findMailedQuestion,
  noteMailFailed,
  noteMailSent,
  noteSlackFailed,
  noteSlackSent,
} from '../../core/reviews/holder/holder-mail.sql.ts';
import { formatToken, hashOf, SECRET_BYTES } from '../../core/reviews/link-pages/link-token.rules.ts';
import { isOpen } from '../../core/reviews/states.rules.ts';
import { HOLDER_PATH } from '../../gateway/link-pages.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { AttemptResult } from '../../webhooks/delivery/sender.ts';
import type { ClaimedDelivery, ClaimedEndpoint } from '../../webhooks/work.sql.ts';
import { holderNotice, holderSlackNotice } from '../holder-notice.rules.ts';
import { HOLDER_MESSAGE, type HolderMessage } from '../notification.rules.ts';
import { addresseeOf, type Content, type NotificationMeans, skipped } from './content.ts';
import { questionsAbandoned } from './holder-deliveries.sql.ts';
import { findPerson } from './work.sql.ts';

/**
 * A question to whoever holds the access. Its link is made for this one attempt and is nowhere but in this mail: what is kept is its
 * hash. Of an attempt that arrived although it seemed to fail, the link is as good as that of the next.
 */
export async function holderContent(
  { db, public_url, now }: NotificationMeans,
  endpoint: ClaimedEndpoint,
  delivery: ClaimedDelivery,
): Promise<Content> {
  const { tenant_id } = endpoint;
  const isMail = endpoint.kind === 'email';
  const q = db.tenant(tenant_id);
  const question = await findMailedQuestion(q, questionIdOf(delivery));
  if (question === null) return skipped('the question is not there any more.');
  const { id, principal_id, said, expires_at, answer, is_latest, review_status } = question;
  if (answer !== null) return skipped('it was answered already.');
  if (!is_latest) return skipped('it was asked again.');
  if (!isOpen(review_status)) return skipped('the review was closed in the meantime.');
  if (now() >= Date.parse(expires_at)) return skipped('its time to answer is over.');
  const to = addresseeOf(principal_id, await findPerson(q, principal_id));
  if ('skipped' in to) {
    const error = to.skipped.error ?? 'Skipped.';
    const note = isMail ? noteMailFailed : noteSlackFailed;
    await note(db.alone(tenant_id), id, { error, at: isoInstant(now()) });
    return to;
  }
  // Whoever presses a button there is known by that; a message that others may read has no link that answers.
  if (!isMail) return { notice: holderSlackNotice({ id, said, expires_at }), to };
  const token = formatToken(tenant_id, randomBytes(SECRET_BYTES));
  await addLink(db.alone(tenant_id), { token_hash: hashOf(token), question_id: id, expires_at });
  return { notice: holderNotice({ said, expires_at, url: `${public_url}${HOLDER_PATH}${token}` }), to };
}

/** What was observed of the mail, for those who have asked. */
export async function noteHolderMail(
  { db, now }: NotificationMeans,
  { tenant_id }: ClaimedEndpoint,
  delivery: ClaimedDelivery,
  { to, result }: { to: string; result: AttemptResult },
): Promise<void> {
  const q = db.alone(tenant_id);
  const at = isoInstant(now());
  if (result.outcome === 'success') await noteMailSent(q, questionIdOf(delivery), { to, at });
  else await noteMailFailed(q, questionIdOf(delivery), { error: result.error ?? 'It was not sent.', at });
}

export async function noteHolderSlack(
  { db, now }: NotificationMeans,
  { tenant_id }: ClaimedEndpoint,
  delivery: ClaimedDelivery,
  result: AttemptResult,
): Promise<void> {
  const q = db.alone(tenant_id);
  const at = isoInstant(now());
  if (result.outcome === 'success') await noteSlackSent(q, questionIdOf(delivery), at);
  else await noteSlackFailed(q, questionIdOf(delivery), { error: result.error ?? 'It was not sent.', at });
}

/** What reaches nobody, by any channel, is not waited for. */
export async function holderQuestionsAbandoned(
  tx: Querier,
  deliveries: readonly ClaimedDelivery[],
): Promise<void> {
  const ended = deliveries
    .filter(({ type }) => type === HOLDER_MESSAGE)
    .map((delivery) => ({ question_id: questionIdOf(delivery), delivery_id: delivery.id }));
  await endWaitsOfQuestions(tx, await questionsAbandoned(tx, ended));
}

const questionIdOf = ({ payload }: ClaimedDelivery): string =>
  (JSON.parse(payload) as { data: HolderMessage }).data.holder_question_id;
