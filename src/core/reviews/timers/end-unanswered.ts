import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { startRemediations } from '../../../remediation/start-remediations.ts';
import { nextEscalation } from '../escalation.rules.ts';
import { keptByHolder } from '../holder/holder.sql.ts';
import { bySystem, climbersOf, grantsOf, type MoveMeans, ReviewInHand, saveMoves } from '../move-reviews.ts';
import { canReview } from '../routing.rules.ts';
import { isOpen } from '../states.rules.ts';
import { meaningOfNoAnswer, type NoAnswer } from './no-answer.rules.ts';
import { loadSilentGrants, oldestWaitingEvent } from './silent-grants.sql.ts';

const MINUTE_MS = 60_000;

/**
 * Does to reviews past their deadline what the policy says that no answer means. Answers those that have expired and are
 * to be asked again by now, as they are then.
 */
export async function endUnanswered(
  tx: Querier,
  overdue: readonly ReviewInHand[],
  means: MoveMeans,
): Promise<ReviewInHand[]> {
  if (overdue.length === 0) return [];
  const { policy, now } = means;
  const { when_overdue } = policy.review;
  const people = await climbersOf(tx, overdue, policy.review);
  // Asked before the uses are read: what is not waiting any more is among them.
  const waiting = when_overdue === 'revoke' ? await oldestWaitingEvent(tx) : null;
  const kept = await keptByHolder(
    tx,
    overdue.map(({ review }) => review.id),
  );
  const silent = await loadSilentGrants(tx, overdue.flatMap(undecided));
  for (const each of overdue) {
    const { review } = each;
    if (waiting !== null && Date.parse(waiting) <= Date.parse(review.due_at)) {
      // A use that came in before the deadline may be among them; silence is judged when they are applied.
      each.timer = { kind: 'deadline', percent: null, at: now + MINUTE_MS };
      continue;
    }
    const { escalations, decay_score, unanswered_before, assigned_to_id, principal_id } = review;
    const answer = meaningOfNoAnswer(
      {
        escalations,
        decay_score,
        unanswered_before,
        created_at: Date.parse(review.created_at),
        due_at: Date.parse(review.due_at),
        holder_keeps: kept.has(review.id),
        reached_somebody: canReview(assigned_to_id, principal_id, people),
        escalate_to: nextEscalation(review, policy.review, people),
        grants: undecided(each).flatMap((id) => silent.get(id) ?? []),
      },
      policy,
      now,
    );
    carryOut(each, answer, means);
  }
  await saveMoves(tx, overdue, means);
  await removeRevoked(tx, overdue, means);
  return overdue
    .filter((each) => each.timer?.kind === 'ask_again' && each.timer.at <= now)
    .map(({ review }) => new ReviewInHand({ ...review, status: 'EXPIRED' }));
}

/** The grants of a review that have no decision. */
export const undecided = ({ review }: ReviewInHand): string[] =>
  review.access_grant_ids.filter((id) => !review.decided_grant_ids.includes(id));

function carryOut(inHand: ReviewInHand, answer: NoAnswer, means: MoveMeans): void {
  if (answer.kind === 'revoke') revoke(inHand, answer, means);
  else if (answer.kind === 'expire') expire(inHand, answer, means);
  else {
    const reason = 'It was not answered in time.';
    inHand.escalate(answer.to, reason, { policy: means.policy, by: bySystem(means) });
  }
}

function expire(
  inHand: ReviewInHand,
  { reason, ask_again_at }: { reason: string; ask_again_at: number | null },
  means: MoveMeans,
): void {
  const by = bySystem(means);
  inHand.move({ kind: 'expire' }, by.now);
  if (ask_again_at !== null) inHand.timer = { kind: 'ask_again', percent: null, at: ask_again_at };
  inHand.note('expired', reason, by);
  const again = ask_again_at === null ? null : isoInstant(ask_again_at);
  inHand.tell('review.expired', { due_at: inHand.review.due_at, reason, ask_again_at: again }, by);
}

function revoke(
  inHand: ReviewInHand,
  { grant_ids, reason, kept }: Extract<NoAnswer, { kind: 'revoke' }>,
  means: MoveMeans,
): void {
  const by = bySystem(means);
  const until = inHand.review.confirmed_until;
  const move = {
    kind: 'decide' as const,
    grant_ids,
    confirmed_until: until === null ? null : Date.parse(until),
  };
  const decided = inHand.decide(move, { decision: 'REVOKE', reason, unanswered: true }, by);
  inHand.note('decided', `${grantsOf(decided)} revoked: ${reason}`, by);
  if (isOpen(inHand.state.status)) {
    expire(inHand, { reason: kept ?? 'It was not answered in time.', ask_again_at: null }, means);
  }
}

async function removeRevoked(
  tx: Querier,
  inHand: readonly ReviewInHand[],
  { now }: MoveMeans,
): Promise<void> {
  const grants = inHand.flatMap(({ decisions }) =>
    decisions.map(({ id, grant_id, review_id, reason }) => ({
      grant_id,
      review_id,
      decision_id: id,
      reason,
    })),
  );
  if (grants.length > 0) await startRemediations(tx, { grants, requested_by: 'system', now });
}
