import { appendAuditEntries } from '../../../audit/entries.sql.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { LapseError, required } from '../../../platform/errors.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import type { Decision } from '../decisions/decision.rules.ts';
import { isRight, SEEDED_OPEN_DAYS, toldOf } from './seeded.rules.ts';
import { findSeeded, saveSeededAnswer } from './seeded.sql.ts';

export interface AnsweringSeeded {
  id: string;
  actor: string;
  decision: Decision;
  reason: string;
  now: number;
}

/**
 * Records the answer and tells what is known. It reaches no review, no grant and no platform. Its entry says neither what it was about
 * nor whether it was right: reviewers read the trail too, and how somebody did is for admins.
 */
export async function answerSeeded(tx: Querier, { id, actor, decision, reason, now }: AnsweringSeeded) {
  const asked_of = actor;
  const answered_at = isoInstant(now);
  const { policy } = await loadPolicy(tx);
  const isAsked = policy.review.seeded_percent > 0;
  const found = isAsked
    ? await saveSeededAnswer(tx, { id, asked_of, answer: decision, reason, now: answered_at })
    : null;
  if (found === null) throw await refusalOf(tx, { id, asked_of });
  await appendAuditEntries(tx, [
    {
      event_type: 'seeded_question.answered',
      actor,
      at: answered_at,
      data: { seeded_question_id: id, decision },
    },
  ]);
  const { review_id, known, decided_at, days_used } = found;
  return {
    id,
    decision,
    known,
    is_right: isRight(decision, known),
    message: toldOf({ decided_at, days_used }),
    review_id,
    decided_at,
    days_used,
    answered_at,
  };
}

async function refusalOf(tx: Querier, which: { id: string; asked_of: string }): Promise<LapseError> {
  const { is_answered } = required(await findSeeded(tx, which), 'seeded question');
  return new LapseError(
    'conflict',
    is_answered
      ? 'You have answered this question already.'
      : `This question is not asked any more: it was open for ${SEEDED_OPEN_DAYS} days, or the policy asks none by now.`,
  );
}
