import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { startRemediations } from '../../../remediation/start-remediations.ts';
import { loadPeople } from '../evidence/pairs.sql.ts';
import { ReviewInHand, saidBySystem, saveMoves, type TimerMeans } from '../move-reviews.ts';
import { slaMs } from '../review.rules.ts';
import { decidedEntry, escalatedEntry, expiredEntry } from '../review-entries.ts';
import { canReview, type People, routeEscalation } from '../routing.rules.ts';
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
  means: TimerMeans,
): Promise<ReviewInHand[]> {
  if (overdue.length === 0) return [];
  const { policy, now } = means;
  const { escalation_contact_id, when_overdue } = policy.review;
  const people = await contactsOf(tx, overdue, escalation_contact_id);
  // Asked before the uses are read: what is not waiting any more is among them.
  const waiting = when_overdue === 'revoke' ? await oldestWaitingEvent(tx) : null;
  const silent = await loadSilentGrants(tx, overdue.flatMap(undecided));
  for (const each of overdue) {
    const { review } = each;
    if (waiting !== null && Date.parse(waiting) <= Date.parse(review.due_at)) {
      // A use that came in before the deadline may be among them; silence is judged when they are applied.
      each.timer = { kind: 'deadline', percent: null, at: now + MINUTE_MS };
      continue;
    }
    const { status, decay_score, unanswered_before, assigned_to_id, principal_id } = review;
    const answer = meaningOfNoAnswer(
      {
        status,
        decay_score,
        unanswered_before,
        created_at: Date.parse(review.created_at),
        due_at: Date.parse(review.due_at),
        reached_somebody: canReview(assigned_to_id, principal_id, people),
        escalate_to: routeEscalation(review, escalation_contact_id, people),
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

/** Whom reviews are about, their assignees with the managers of these, and the contact of the policy. */
export async function contactsOf(
  tx: Querier,
  inHand: readonly ReviewInHand[],
  contactId: string | null,
): Promise<People> {
  const about = inHand.map(({ review }) => review.principal_id);
  const known = await loadPeople(tx, [...about, ...inHand.map(({ review }) => review.assigned_to_id)]);
  const managers = [...known.values()].map((person) => person.manager_id);
  return new Map([...known, ...(await loadPeople(tx, [contactId, ...managers, ...about]))]);
}

function carryOut(inHand: ReviewInHand, answer: NoAnswer, means: TimerMeans): void {
  if (answer.kind === 'escalate') escalate(inHand, answer.to, means);
  else if (answer.kind === 'revoke') revoke(inHand, answer, means);
  else expire(inHand, answer, means);
}

function escalate(inHand: ReviewInHand, to: string, { policy, now }: TimerMeans): void {
  const { review } = inHand;
  const due_at = now + slaMs(review.risk_level, policy);
  const reason = 'It was not answered in time.';
  inHand.move({ kind: 'escalate', to, due_at }, now);
  const detail = `To ${to}: ${reason}`;
  inHand.steps.push({ step: 'escalated', at: isoInstant(now), actor: 'system', detail });
  const said = saidBySystem(now);
  inHand.audit.push(escalatedEntry(review, said, { to, due_at: isoInstant(due_at), reason }));
}

function expire(
  inHand: ReviewInHand,
  { reason, ask_again_at }: { reason: string; ask_again_at: number | null },
  { now }: TimerMeans,
): void {
  inHand.move({ kind: 'expire' }, now);
  if (ask_again_at !== null) inHand.timer = { kind: 'ask_again', percent: null, at: ask_again_at };
  inHand.steps.push({ step: 'expired', at: isoInstant(now), actor: 'system', detail: reason });
  const again = ask_again_at === null ? null : isoInstant(ask_again_at);
  inHand.audit.push(expiredEntry(inHand.review, saidBySystem(now), { reason, ask_again_at: again }));
}

function revoke(
  inHand: ReviewInHand,
  { grant_ids, reason, kept }: Extract<NoAnswer, { kind: 'revoke' }>,
  means: TimerMeans,
): void {
  const { review } = inHand;
  const { now } = means;
  const at = isoInstant(now);
  const until = review.confirmed_until === null ? null : Date.parse(review.confirmed_until);
  const decidedNow = inHand.move({ kind: 'decide', grant_ids, confirmed_until: until }, now);
  for (const grant_id of decidedNow) {
    const decision = { grant_id, decision: 'REVOKE' as const, reason };
    inHand.decisions.push({
      ...decision,
      id: uuidv7(),
      review_id: review.id,
      decided_by: 'system',
      decided_at: at,
      next_review_at: null,
      unanswered: true,
    });
    inHand.audit.push(decidedEntry(review, saidBySystem(now), decision));
  }
  const detail = `${decidedNow.join(', ')} revoked: ${reason}`;
  inHand.steps.push({ step: 'decided', at, actor: 'system', detail });
  if (isOpen(inHand.state.status)) {
    expire(inHand, { reason: kept ?? 'It was not answered in time.', ask_again_at: null }, means);
  }
}

async function removeRevoked(
  tx: Querier,
  inHand: readonly ReviewInHand[],
  { now }: TimerMeans,
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
