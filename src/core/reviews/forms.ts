import type { Static } from 'typebox';
import { queryInstant, refuse } from '../../gateway/lists/instants.ts';
import type { Fault } from '../../platform/errors.ts';
import type { BulkDecideBody, DecideBody, TutorialDecisionBody } from './decisions/decide.schema.ts';
import type { Answer, DecisionRecord } from './decisions/decide-review.ts';
import { DECISION_WORDS, type Decision, isReason, readDecision, SPOKEN } from './decisions/decision.rules.ts';
import type { NewReview } from './reviews.sql.ts';
import type { SeededAnswerBody } from './seeded/seeded.schema.ts';

/** The forms in which reviews are asked for and decided; below this file there is one. */

/** The review form has a justification; the grant form names a grant and gives a reason. */
export function readDecideForm(body: Static<typeof DecideBody>): Answer {
  const faults: Fault[] = [];
  const decision = decisionOf(body.decision, ['body', 'decision'], faults);
  const isGrantForm = body.grant_id !== undefined;
  const reason = isGrantForm ? (body.reason ?? body.justification) : body.justification;
  const field = isGrantForm ? 'reason' : 'justification';
  if (reason === undefined) faults.push({ loc: ['body', field], msg: 'is required', type: 'missing' });
  else if (!isReason(reason)) {
    faults.push({ loc: ['body', field], msg: 'expected a reason in words', type: 'too_short' });
  }
  if (body.next_review_at !== undefined) bodyInstant('next_review_at', body.next_review_at, faults);
  refuse(faults);
  return {
    grant_id: body.grant_id ?? null,
    decision,
    reason: reason as string,
    reason_at: ['body', field],
    next_review_at: body.next_review_at,
    escalate_to_id: body.escalate_to_id,
  };
}

export function readBulkForm(
  decisions: Static<typeof BulkDecideBody>['decisions'],
): (Answer & { grant_id: string })[] {
  const faults: Fault[] = [];
  const answers = decisions.map(({ grant_id, decision, reason }, index) => ({
    grant_id,
    decision: decisionOf(decision, ['body', 'decisions', index, 'decision'], faults),
    reason: reason ?? '',
    reason_at: ['body', 'decisions', index, 'reason'],
  }));
  refuse(faults);
  return answers;
}

export function readTutorialForm({ decision, justification }: Static<typeof TutorialDecisionBody>): Answer {
  const faults: Fault[] = [];
  const read = decisionOf(decision, ['body', 'decision'], faults);
  refuse(faults);
  return {
    grant_id: null,
    decision: read,
    reason: justification ?? '',
    reason_at: ['body', 'justification'],
  };
}

export function readSeededForm({ decision, reason }: Static<typeof SeededAnswerBody>) {
  const faults: Fault[] = [];
  const read = decisionOf(decision, ['body', 'decision'], faults);
  if (!isReason(reason))
    faults.push({ loc: ['body', 'reason'], msg: 'expected a reason in words', type: 'too_short' });
  refuse(faults);
  return { decision: read, reason };
}

/** Of use once the faults have been refused. */
function decisionOf(word: string, loc: (string | number)[], faults: Fault[]): Decision {
  const decision = readDecision(word);
  const msg = `expected one of ${DECISION_WORDS.join(', ')}, in either case`;
  if (decision === null) faults.push({ loc, msg, type: 'not_allowed' });
  return decision as Decision;
}

/** Milliseconds of a timestamp in a body that passed its schema. */
export function bodyInstant(name: string, text: string, faults: Fault[]): number {
  const found: Fault[] = [];
  const ms = queryInstant(name, text, found);
  faults.push(...found.map((fault) => ({ ...fault, loc: ['body', name] })));
  return ms;
}

/** A record speaks as the form did: of reviews in capitals, of grants in small letters. */
export function decisionRecord(record: DecisionRecord, { grant_id }: Pick<Answer, 'grant_id'>) {
  return { ...record, decision: grant_id === null ? record.decision : SPOKEN[record.decision] };
}

export function tutorialDecision(record: DecisionRecord) {
  const status = record.decision === 'ESCALATE' ? 'escalated' : 'completed';
  return { ...record, status, decision: SPOKEN[record.decision] };
}

export function createdReview({ asked_about: _, ...review }: NewReview) {
  return { ...review, review_id: review.id, status: 'pending' };
}
