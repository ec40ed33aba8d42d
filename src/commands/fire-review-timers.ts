import { isoInstant } from '../domain/iso-instant.ts';
import type { Policy } from '../domain/policy.ts';
import { slaMs } from '../domain/review.ts';
import { type People, routeEscalation } from '../domain/review-routing.ts';
import { unusedSinceConfirmed } from '../store/confirmed-grants.ts';
import type { Querier } from '../store/database.ts';
import { loadPolicy } from '../store/policies.ts';
import { claimDueTimers, type LockedReview } from '../store/review-locks.ts';
import { loadPeople } from '../store/review-pairs.ts';
import { ReviewInHand, saveMoves } from './move-reviews.ts';
import { openReviews } from './open-reviews.ts';
import { escalatedEntry, expiredEntry, remindedEntry } from './review-entries.ts';

const TIMERS_MAX = 500;
const HOUR_MS = 3_600_000;

interface Means {
  policy: Policy;
  now: number;
  newId: () => string;
}

/**
 * Does what time has made due: reminders, escalation or expiry, the end of a confirmation. A timer and its effect end in
 * one transaction, so it fires once, however many workers there are and whenever they crash.
 */
export async function fireTimers(
  tx: Querier,
  { now, newId }: { now: number; newId: () => string },
): Promise<number> {
  const due = await claimDueTimers(tx, { before: isoInstant(now), limit: TIMERS_MAX });
  if (due.length === 0) return 0;
  const { policy } = await loadPolicy(tx);
  const means = { policy, now, newId };
  const people = await contactsOf(tx, due, policy);
  const inHand = due.map((review) => new ReviewInHand(review));
  for (const each of inHand) {
    if (each.review.timer === 'reminder') remind(each, means);
    if (each.review.timer === 'deadline') closeOrEscalate(each, people, means);
  }
  await endConfirmations(
    tx,
    inHand.filter((each) => each.review.timer === 'confirmation_end'),
    means,
  );
  await saveMoves(
    tx,
    inHand.filter((each) => each.review.timer !== null),
    means,
  );
  return due.length;
}

/** The assignees of overdue packets with their managers, and the contact of the policy. */
async function contactsOf(tx: Querier, due: readonly LockedReview[], policy: Policy): Promise<People> {
  const overdue = due.filter((review) => review.timer === 'deadline');
  const assignees = await loadPeople(
    tx,
    overdue.map((review) => review.assigned_to_id),
  );
  const managers = [...assignees.values()].map((person) => person.manager_id);
  const contact = overdue.length === 0 ? null : policy.review.escalation_contact_id;
  return new Map([...assignees, ...(await loadPeople(tx, [contact, ...managers]))]);
}

function remind(inHand: ReviewInHand, { now, newId }: Means): void {
  const { review } = inHand;
  const percent = review.timer_percent ?? 0;
  inHand.move({ kind: 'remind', percent }, now);
  const whom = review.assigned_to_id ?? 'nobody';
  const detail = `${percent} % of the time to answer have passed; ${whom} was reminded.`;
  inHand.steps.push({ step: 'reminded', at: isoInstant(now), actor: 'system', detail });
  inHand.audit.push(remindedEntry(review, said(newId, now), percent));
}

/** A packet is escalated once; when nobody is left to ask, or the policy says so, the question ends unanswered. */
function closeOrEscalate(inHand: ReviewInHand, people: People, { policy, now, newId }: Means): void {
  const { review } = inHand;
  const { escalation_contact_id, when_overdue } = policy.review;
  const to =
    review.status === 'PENDING' && when_overdue === 'escalate'
      ? routeEscalation(review, escalation_contact_id, people)
      : null;
  if (to === null) {
    inHand.move({ kind: 'expire' }, now);
    inHand.steps.push({
      step: 'expired',
      at: isoInstant(now),
      actor: 'system',
      detail: 'It was not answered in time, and nobody is left to ask.',
    });
    inHand.audit.push(expiredEntry(review, said(newId, now)));
    return;
  }
  const due_at = now + slaMs(review.risk_level, policy);
  const reason = 'It was not answered in time.';
  inHand.move({ kind: 'escalate', to, due_at }, now);
  inHand.steps.push({
    step: 'escalated',
    at: isoInstant(now),
    actor: 'system',
    detail: `To ${to}: ${reason}`,
  });
  inHand.audit.push(escalatedEntry(review, said(newId, now), { to, due_at: isoInstant(due_at), reason }));
}

/** A confirmation was a claim. Without use until its end it is put in question again, with the reviewer's own words. */
async function endConfirmations(tx: Querier, ended: readonly ReviewInHand[], means: Means): Promise<void> {
  const { policy, now, newId } = means;
  const unused = await unusedSinceConfirmed(
    tx,
    ended.map((each) => each.review.id),
  );
  const pairs = [...unused]
    .filter(([, pair]) => pair.is_watched)
    .map(([previous_review_id, { principal_id, asset_id }]) => ({
      principal_id,
      asset_id,
      previous_review_id,
    }));
  const { opened } = await openReviews(tx, {
    pairs,
    origin: 'confirmation_ended',
    requested_by: 'system',
    reason: 'A confirmation ended without any use.',
    policy,
    now,
    newId,
  });
  const reopened = new Map(opened.map((packet) => [packet.previous_review_id, packet.id]));
  for (const each of ended) {
    const pair = unused.get(each.review.id);
    if (pair && !pair.is_watched) {
      // Silence of the sensor proves nothing: look again when it may be back.
      each.timer = { kind: 'confirmation_end', percent: null, at: now + HOUR_MS };
      continue;
    }
    each.timer = null;
    const next = reopened.get(each.review.id);
    each.steps.push({
      step: next === undefined ? 'confirmation_held' : 'reopened',
      at: isoInstant(now),
      actor: 'system',
      detail: pair
        ? next === undefined
          ? 'The confirmation has ended; another review of the access is open.'
          : `Unused since it was confirmed; asked again as ${next}.`
        : 'The access was used since, or is gone.',
    });
  }
}

const said = (newId: () => string, now: number) => ({
  entry_id: newId(),
  actor: 'system',
  at: isoInstant(now),
});
