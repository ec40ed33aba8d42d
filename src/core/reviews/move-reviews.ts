import { v7 as uuidv7 } from 'uuid';
import { type AuditEntry, appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { WorkflowStep } from '../campaigns/workflow.rules.ts';
import { updateWorkflows } from '../campaigns/workflows.sql.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { type DecisionRow, insertDecisions } from './decisions/decisions.sql.ts';
import type { LockedReview } from './decisions/locks.sql.ts';
import { MANAGERS_MAX } from './escalation.rules.ts';
import { loadPeople, managersAbove } from './evidence/pairs.sql.ts';
import { gatherEvidence } from './evidence/review-evidence.ts';
import { slaMs } from './review.rules.ts';
import { type By, decidedEntry, type ReviewEventType, reviewEntry } from './review-entries.ts';
import { updateReviews } from './reviews.sql.ts';
import type { People } from './routing.rules.ts';
import { isOpen, type Moved, moveReview, type ReviewMove, type ReviewState } from './states.rules.ts';
import { noteUnansweredChanges } from './timers/unanswered-access.sql.ts';

/** By which policy and when reviews are moved. */
export interface MoveMeans {
  policy: Policy;
  now: number;
}

export const bySystem = ({ now }: { now: number }): By => ({ actor: 'system', now });

type Answered = Pick<
  DecisionRow,
  'decision' | 'reason' | 'unanswered' | 'group_decision_id' | 'holder_question_id' | 'through' | 'rule'
> & {
  next_review_at?: string | null;
};

const instantOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

/** In a sentence. */
export const grantsOf = (decided: readonly DecisionRow[]): string =>
  decided.map(({ grant_id }) => grant_id).join(', ');

/** A review in hand and what is being done to it; nothing is written before `saveMoves`. */
export class ReviewInHand {
  readonly review: LockedReview;
  readonly #before: ReviewState;
  state: ReviewState;
  timer: Moved['timer'];
  restarted_at: string | undefined;
  readonly steps: WorkflowStep[] = [];
  readonly decisions: DecisionRow[] = [];
  readonly audit: AuditEntry[] = [];

  constructor(review: LockedReview) {
    this.review = review;
    const { status, assigned_to_id, escalations, had_by, access_grant_ids, decided_grant_ids } = review;
    this.#before = {
      status,
      assigned_to_id,
      due_at: Date.parse(review.due_at),
      escalations,
      had_by,
      with_holder_until: instantOf(review.with_holder_until),
      reviewer_asked_at: instantOf(review.reviewer_asked_at),
      access_grant_ids,
      decided_grant_ids,
    };
    this.state = this.#before;
  }

  /** Answers the grants that got their decision. Throws `conflict` when the state does not allow the move. */
  move(move: ReviewMove, now: number): string[] {
    const { reminder_percents, started_at } = this.review;
    const moved = moveReview(this.state, move, {
      now,
      started_at: Date.parse(this.restarted_at ?? started_at),
      reminder_percents,
    });
    this.state = moved.state;
    if (moved.timer !== undefined) this.timer = moved.timer;
    if (move.kind === 'escalate' || move.kind === 'ask_reviewer') this.restarted_at = isoInstant(now);
    return moved.decided_now;
  }

  /** Answers the decisions of the grants that got theirs. */
  decide(move: ReviewMove, answered: Answered, by: By): DecisionRow[] {
    const { id: review_id } = this.review;
    const decided = this.move(move, by.now).map((grant_id) => ({
      id: uuidv7(),
      review_id,
      grant_id,
      next_review_at: null,
      ...answered,
      decided_by: by.actor,
      decided_at: isoInstant(by.now),
    }));
    this.decisions.push(...decided);
    this.audit.push(...decided.map((decision) => decidedEntry(this.review, by, decision)));
    return decided;
  }

  escalate(to: string, reason: string, { policy, by }: { policy: Policy; by: By }): void {
    const due_at = by.now + slaMs(this.review.risk_level, policy);
    const previous_assigned_to_id = this.state.assigned_to_id;
    const steps = policy.review.escalation_steps;
    this.move({ kind: 'escalate', to, due_at, steps }, by.now);
    this.note('escalated', `To ${to}: ${reason}`, by);
    const data = { assigned_to_id: to, previous_assigned_to_id, due_at: isoInstant(due_at), reason };
    this.tell('review.escalated', data, by);
  }

  /** For its workflow. */
  note(step: WorkflowStep['step'], detail: string, { actor, now }: By): void {
    this.steps.push({ step, at: isoInstant(now), actor, detail });
  }

  /** To the audit trail and webhooks. */
  tell(event_type: ReviewEventType, more: Record<string, unknown>, by: By): void {
    this.audit.push(reviewEntry(this.review, by, event_type, more));
  }

  get hasChanged(): boolean {
    const { status, assigned_to_id, due_at, with_holder_until } = this.state;
    const before = this.#before;
    return (
      status !== before.status ||
      assigned_to_id !== before.assigned_to_id ||
      due_at !== before.due_at ||
      with_holder_until !== before.with_holder_until
    );
  }
}

/** Whom reviews are about, their assignees with the managers of these, and others who may come into question. */
export async function contactsOf(
  tx: Querier,
  inHand: readonly ReviewInHand[],
  others: readonly (string | null | undefined)[],
): Promise<People> {
  const about = inHand.map(({ review }) => review.principal_id);
  const known = await loadPeople(tx, [...about, ...inHand.map(({ review }) => review.assigned_to_id)]);
  const managers = [...known.values()].map((person) => person.manager_id);
  return new Map([...known, ...(await loadPeople(tx, [...others, ...managers, ...about]))]);
}

/** Those whom reviews may climb to by this policy, and who has had them; `others` may be chosen by hand. */
export async function climbersOf(
  tx: Querier,
  inHand: readonly ReviewInHand[],
  { escalation_contact_id: contact, escalation_steps }: Policy['review'],
  others: readonly (string | null | undefined)[] = [],
): Promise<People> {
  if (escalation_steps === 1) return contactsOf(tx, inHand, [contact, ...others]);
  const asked = [contact, ...inHand.map(({ review }) => review.assigned_to_id)];
  const above = await managersAbove(tx, asked, MANAGERS_MAX);
  const about = inHand.flatMap(({ review }) => [review.principal_id, ...review.had_by]);
  return loadPeople(tx, [...asked, ...above, ...about, ...others]);
}

/** Writes what was done to any number of reviews, with the evidence of those that are closed by it as it is now. */
export async function saveMoves(
  tx: Querier,
  inHand: readonly ReviewInHand[],
  { policy, now }: MoveMeans,
): Promise<void> {
  await insertDecisions(
    tx,
    inHand.flatMap((each) => each.decisions),
  );
  const changed = inHand.filter((each) => each.hasChanged);
  const closed = changed.filter((each) => !isOpen(each.state.status));
  const evidence = await gatherEvidence(
    tx,
    closed.map((each) => each.review),
    { policy, now },
  );
  await updateReviews(
    tx,
    changed.map(({ review, state }) => {
      const { status, assigned_to_id, escalations, had_by, due_at, with_holder_until, reviewer_asked_at } =
        state;
      const gathered = evidence.get(review.id);
      return {
        id: review.id,
        status,
        assigned_to_id,
        escalations,
        had_by,
        due_at: isoInstant(due_at),
        with_holder_until: with_holder_until === null ? null : isoInstant(with_holder_until),
        reviewer_asked_at: reviewer_asked_at === null ? null : isoInstant(reviewer_asked_at),
        closed_at: isOpen(status) ? null : isoInstant(now),
        evidence_json: isOpen(status) ? null : (gathered?.evidence ?? {}),
        recommendation: gathered?.recommendation ?? review.recommendation,
      };
    }),
  );
  await updateWorkflows(
    tx,
    inHand.map(({ review, steps, timer, restarted_at }) => ({
      id: review.workflow_id,
      steps,
      timer,
      ...(restarted_at === undefined ? {} : { started_at: restarted_at }),
    })),
  );
  const expired = closed.filter((each) => each.state.status === 'EXPIRED');
  await noteUnansweredChanges(
    tx,
    expired.flatMap((each) => each.review.access_grant_ids),
  );
  await appendAuditEntries(
    tx,
    inHand.flatMap((each) => each.audit),
  );
}
