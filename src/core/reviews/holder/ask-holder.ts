import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../../audit/entries.sql.ts';
import { findCallerPrincipal } from '../../../gateway/caller-principal.sql.ts';
import type { Caller } from '../../../gateway/roles.rules.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { invalidRequest, LapseError, required } from '../../../platform/errors.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import { decideRefusals } from '../decisions/decide-refusals.ts';
import { lockReviews } from '../decisions/locks.sql.ts';
import { gatherEvidence } from '../evidence/review-evidence.ts';
import { reviewEntry } from '../review-entries.ts';
import { isOpen } from '../states.rules.ts';
import { isWaiting, LINK_DAYS } from './holder.rules.ts';
import {
  channelOfQuestion,
  findHolder,
  type Holder,
  type HolderQuestion,
  insertQuestions,
  latestQuestion,
} from './holder.sql.ts';
import { askedGrants, saidOf } from './question.rules.ts';

export interface Asking {
  review_id: string;
  caller: Caller;
  now: number;
}

/**
 * Whoever answers for the review asks the person who holds the access, by mail. The review is locked, so of two who ask at the
 * same time one does.
 */
export async function askHolder(tx: Querier, asking: Asking): Promise<HolderQuestion> {
  const { review_id, caller, now } = asking;
  const review = required((await lockReviews(tx, [review_id]))[0], 'review');
  const { policy } = await loadPolicy(tx);
  if (!caller.roles.has('service.admin')) {
    const refusal = (await decideRefusals(tx, [review], { caller, policy, now })).get(review_id);
    if (refusal) throw new LapseError('forbidden', refusal);
  }
  if (!isOpen(review.status)) {
    throw new LapseError('conflict', 'The review is closed; there is nothing to ask any more.');
  }
  await requireUnasked(tx, review_id, now);
  const holder = required(await findHolder(tx, review.principal_id), 'principal');
  requireReachable(holder);
  const evidence = (await gatherEvidence(tx, [review], { policy, now })).get(review_id)?.evidence;
  const grants = evidence === undefined ? [] : askedGrants(evidence, review);
  if (evidence === undefined || grants.length === 0) {
    throw new LapseError('conflict', 'The access is gone or decided already; there is nothing to ask.');
  }
  const id = uuidv7();
  const by = { actor: caller.label, now };
  const expires_at = isoInstant(now + LINK_DAYS * DAY_MS);
  const asked_by_name = (await findCallerPrincipal(tx, caller))?.display_name ?? caller.label;
  const question = {
    id,
    review_id,
    principal_id: holder.id,
    grant_ids: grants.map(({ grant_id }) => grant_id),
    said: saidOf(evidence, grants, asked_by_name),
    asked_by: by.actor,
    asked_at: isoInstant(now),
    expires_at,
  };
  await insertQuestions(tx, [question]);
  // Puts the mail on its way.
  await appendAuditEntries(tx, [
    reviewEntry(review, by, 'review.holder_asked', { holder_question_id: id, expires_at }),
  ]);
  if ((await channelOfQuestion(tx, id)) === null) throw NO_MAIL();
  return required(await latestQuestion(tx, review_id), 'question');
}

async function requireUnasked(tx: Querier, reviewId: string, now: number): Promise<void> {
  const latest = await latestQuestion(tx, reviewId);
  if (latest === null) return;
  const { answer, expires_at, failed_at } = latest;
  const sent_at = latest.sent_at ?? latest.slack_sent_at;
  const asked = {
    answer,
    expires_at: Date.parse(expires_at),
    sent_at: sent_at === null ? null : Date.parse(sent_at),
    failed_at: failed_at === null ? null : Date.parse(failed_at),
  };
  if (!isWaiting(asked, now)) return;
  throw new LapseError(
    'conflict',
    `The holder was asked by ${latest.asked_by} on ${latest.asked_at} and has not answered yet; the question ends on ${expires_at}.`,
  );
}

function requireReachable({ display_name, type, email, disabled }: Holder): void {
  const refuse = (found: string, kind: string): LapseError =>
    invalidRequest([
      {
        loc: ['review', 'principal_id'],
        msg: `expected an enabled person with an e-mail address; ${found}`,
        type: kind,
      },
    ]);
  if (type === 'group') throw refuse(`${display_name} is a group`, 'not_a_person');
  if (type === 'service_account') throw refuse(`${display_name} is a service account`, 'not_a_person');
  if (disabled) throw refuse(`the account of ${display_name} is disabled`, 'disabled');
  if (email === null || email.trim() === '') throw refuse(`${display_name} has none`, 'no_address');
}

const NO_MAIL = (): LapseError =>
  invalidRequest([
    {
      loc: ['notifications', 'channels'],
      msg: 'expected an enabled channel of the kind email, or an app of Slack, by which the question is sent; an admin sets one up',
      type: 'missing',
    },
  ]);
