import { type AuditEntry, appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { LapseError, required } from '../../platform/errors.ts';
import type { WorkflowStep } from '../campaigns/workflow.rules.ts';
import { updateWorkflows } from '../campaigns/workflows.sql.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { type DecisionRow, insertDecisions } from './decisions/decisions.sql.ts';
import { type LockedReview, lockReviews } from './decisions/locks.sql.ts';
import { loadPeople } from './evidence/pairs.sql.ts';
import { gatherEvidence } from './evidence/review-evidence.ts';
import { reassignedEntry } from './review-entries.ts';
import { updateReviews } from './reviews.sql.ts';
import { canReview } from './routing.rules.ts';
import { isOpen, type Moved, moveReview, type ReviewMove, type ReviewState } from './states.rules.ts';
import { noteUnansweredChanges } from './timers/unanswered-access.sql.ts';

/** What the work of a timer rests on. */
export interface TimerMeans {
  policy: Policy;
  now: number;
}

export const saidBySystem = (now: number) => ({
  actor: 'system',
  at: new Date(now).toISOString(),
});

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
    const { status, assigned_to_id, risk_level, access_grant_ids, decided_grant_ids } = review;
    const due_at = Date.parse(review.due_at);
    this.#before = { status, assigned_to_id, risk_level, due_at, access_grant_ids, decided_grant_ids };
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
    if (move.kind === 'escalate') this.restarted_at = new Date(now).toISOString();
    return moved.decided_now;
  }

  get hasChanged(): boolean {
    const { status, assigned_to_id, due_at } = this.state;
    const before = this.#before;
    return status !== before.status || assigned_to_id !== before.assigned_to_id || due_at !== before.due_at;
  }
}

/** Writes what was done to any number of reviews, with the evidence of those that are closed by it as it is now. */
export async function saveMoves(
  tx: Querier,
  inHand: readonly ReviewInHand[],
  { policy, now }: { policy: Policy; now: number },
): Promise<void> {
  await insertDecisions(
    tx,
    inHand.flatMap((each) => each.decisions),
  );
  const closed = inHand.filter((each) => each.hasChanged && !isOpen(each.state.status));
  const evidence = await gatherEvidence(
    tx,
    closed.map((each) => each.review),
    { policy, now },
  );
  await updateReviews(
    tx,
    inHand
      .filter((each) => each.hasChanged)
      .map(({ review, state }) => ({
        id: review.id,
        status: state.status,
        assigned_to_id: state.assigned_to_id,
        due_at: new Date(state.due_at).toISOString(),
        closed: isOpen(state.status)
          ? null
          : {
              at: new Date(now).toISOString(),
              evidence_json: evidence.get(review.id)?.evidence ?? {},
              recommendation: evidence.get(review.id)?.recommendation ?? review.recommendation,
            },
      })),
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
  await noteUnansweredChanges(
    tx,
    closed
      .filter((each) => each.state.status === 'EXPIRED')
      .flatMap((each) => [...each.state.access_grant_ids]),
  );
  await appendAuditEntries(
    tx,
    inHand.flatMap((each) => each.audit),
  );
}

export async function reassignReview(
  tx: Querier,
  { review_id, to, actor, now }: { review_id: string; to: string; actor: string; now: number },
): Promise<{ id: string; assigned_to_id: string; status: string }> {
  const review = required((await lockReviews(tx, [review_id]))[0], 'review');
  const inHand = new ReviewInHand(review);
  inHand.move({ kind: 'reassign', to }, now);
  const people = await loadPeople(tx, [to, review.principal_id]);
  if (!canReview(to, review.principal_id, people)) {
    const msg = 'expected the id of a principal that is enabled and not the one under review';
    throw new LapseError('invalid_request', `body.assigned_to_id ${msg}`, [
      { loc: ['body', 'assigned_to_id'], msg, type: 'not_allowed' },
    ]);
  }
  const at = new Date(now).toISOString();
  if (inHand.hasChanged) {
    inHand.steps.push({ step: 'reassigned', at, actor, detail: `To ${to}.` });
    inHand.audit.push(reassignedEntry(review, { actor, at }, to));
    const { policy } = await loadPolicy(tx);
    await saveMoves(tx, [inHand], { policy, now });
  }
  return { id: review.id, assigned_to_id: to, status: inHand.state.status };
}
