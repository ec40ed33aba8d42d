import { appendAuditEntries } from '../../../audit/entries.sql.ts';
import type { Database, Querier } from '../../../platform/database/database.ts';
import { required } from '../../../platform/errors.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { beginRemediations } from '../../../remediation/begin-remediations.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import type { Through } from '../decisions/decisions.sql.ts';
import { type LockedReview, lockReviews } from '../decisions/locks.sql.ts';
import { decideGrants, saveHands, takeReviewsInHand } from '../decisions/review-hand.ts';
import type { LinkToken } from '../link-pages/link-token.rules.ts';
import { ReviewInHand, saveMoves } from '../move-reviews.ts';
import { reviewEntry } from '../review-entries.ts';
import { askReviewer } from './ask-reviewers.ts';
import { type HolderAnswer, holderActor, type LinkState, linkState } from './holder.rules.ts';
import { findByHolder, findByToken, findHolder, type LinkedRow, saveAnswer } from './holder.sql.ts';
import { HOLDER_KEEPS } from './holder-first.rules.ts';

/** What whoever has the link finds; of a dead one nothing. */
export type FoundQuestion =
  | { state: 'dead'; question: null }
  | { state: Exclude<LinkState, 'dead'>; question: LinkedRow };

/** Looks, and changes nothing. */
export async function openLink(db: Database, token: LinkToken | null, now: number): Promise<FoundQuestion> {
  if (token === null) return DEAD;
  return found(await findByToken(db.tenant(token.tenant_id), token.hash), now);
}

/** The same for somebody whom Slack has named; of a question that is not theirs nothing. */
export async function openQuestion(
  q: Querier,
  asked: { question_id: string; holder_id: string },
  now: number,
): Promise<FoundQuestion> {
  return found(await findByHolder(q, asked), now);
}

export interface GivenAnswer {
  answer: HolderAnswer;
  /** Empty where a release gives none. */
  reason: string;
}

/** By the link in a mail. */
export async function answerHolder(
  db: Database,
  token: LinkToken | null,
  given: GivenAnswer,
  now: number,
): Promise<FoundQuestion> {
  if (token === null) return DEAD;
  const find = (tx: Querier) => findByToken(tx, token.hash);
  const { is_recorded: _, ...answered } = await record(db, token.tenant_id, { find, given, now });
  return answered;
}

/** In Slack, by whom it was asked of. */
export async function answerQuestion(
  db: Database,
  { tenant_id, ...asked }: { tenant_id: number; question_id: string; holder_id: string },
  { through, ...given }: GivenAnswer & { through: Through },
  now: number,
): Promise<FoundQuestion & { is_recorded: boolean }> {
  const find = (tx: Querier) => findByHolder(tx, asked);
  return record(db, tenant_id, { find, given, through, now });
}

/**
 * The one way in which somebody decides about their own access: to give it up. To keep it is what they say, and the reviewer still
 * decides. All of it is one transaction, and the review is locked: of two answers one counts, and a crash leaves none.
 */
async function record(
  db: Database,
  tenantId: number,
  {
    find,
    given,
    through,
    now,
  }: {
    find: (tx: Querier) => Promise<LinkedRow | null>;
    given: GivenAnswer;
    through?: Through;
    now: number;
  },
): Promise<FoundQuestion & { is_recorded: boolean }> {
  return db.transaction(tenantId, async (tx) => {
    const before = await find(tx);
    if (before === null) return { ...DEAD, is_recorded: false };
    const [review] = await lockReviews(tx, [before.review_id]);
    const { state, question } = found(await find(tx), now);
    if (state === 'dead') return { ...DEAD, is_recorded: false };
    if (state !== 'open' || review === undefined) return { state, question, is_recorded: false };
    const holder = required(await findHolder(tx, question.principal_id), 'principal');
    const by = { actor: holderActor(holder), now };
    if (given.answer === 'release') await release(tx, { question, review, given, by });
    else if (review.with_holder_until !== null) await askTheReviewer(tx, review, now);
    await saveAnswer(tx, { id: question.id, ...given, answered_at: isoInstant(now) });
    const event_type = given.answer === 'keep' ? 'review.holder_kept' : 'review.holder_released';
    const { asked_by, sent_to } = question;
    const where = through ?? { mailed_to: sent_to };
    const data = { holder_question_id: question.id, reason: given.reason, ...where, asked_by };
    const with_holder_until =
      given.answer === 'release' ? (review.with_holder_until ?? undefined) : undefined;
    await appendAuditEntries(tx, [reviewEntry(review, by, event_type, { ...data, with_holder_until })]);
    return { ...found(await find(tx), now), is_recorded: true };
  });
}

/** It was left to the holder, who has left it to them. */
async function askTheReviewer(tx: Querier, review: LockedReview, now: number): Promise<void> {
  const { policy } = await loadPolicy(tx);
  const inHand = new ReviewInHand(review);
  askReviewer(inHand, HOLDER_KEEPS, { policy, now });
  await saveMoves(tx, [inHand], { policy, now });
}

/** As a reviewer revokes: decisions, entries, and remediations that guards and breaker may still stop. */
async function release(
  tx: Querier,
  {
    question,
    review,
    given,
    by,
  }: {
    question: LinkedRow;
    review: LockedReview;
    given: GivenAnswer;
    by: { actor: string; now: number };
  },
): Promise<void> {
  const { now } = by;
  const answering = { caller: { label: by.actor }, now };
  const { policy } = await loadPolicy(tx);
  const hands = await takeReviewsInHand(tx, [review], policy);
  const reason = given.reason === '' ? GIVEN_UP : `${GIVEN_UP.slice(0, -1)}: ${given.reason}`;
  for (const { grant_id, status, is_decided } of question.grants) {
    if (status !== 'active' || is_decided) continue;
    for (const hand of hands)
      decideGrants(
        hand,
        { grant_id, decision: 'REVOKE', reason, holder_question_id: question.id },
        answering,
      );
  }
  const decisions = await saveHands(tx, hands, answering);
  await beginRemediations(tx, decisions, { requested_by: by.actor, policy, now });
}

const GIVEN_UP = 'The holder no longer needs it.';
const DEAD = { state: 'dead', question: null } as const;

function found(question: LinkedRow | null, now: number): FoundQuestion {
  if (question === null) return DEAD;
  const { answer, is_latest, review_status, grants } = question;
  const expires_at = Date.parse(question.expires_at);
  const state = linkState({ answer, expires_at, is_latest, review_status, grants }, now);
  return state === 'dead' ? DEAD : { state, question };
}
