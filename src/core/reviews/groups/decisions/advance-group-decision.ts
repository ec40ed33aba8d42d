import type { Querier } from '../../../../platform/database/database.ts';
import { LapseError } from '../../../../platform/errors.ts';
import { isoInstant } from '../../../../platform/iso-instant.ts';
import { startRemediations } from '../../../../remediation/start-remediations.ts';
import { countItems } from '../../../jobs/job-progress.sql.ts';
import { loadPolicy } from '../../../policy/policies.sql.ts';
import type { Policy } from '../../../policy/policy.rules.ts';
import { type LockedReview, lockReviews } from '../../decisions/locks.sql.ts';
import { decideGrants, saveHands, takeReviewsInHand } from '../../decisions/review-hand.ts';
import { requireAllowed } from '../../states.rules.ts';
import { standsOutAlone } from '../decide-together.rules.ts';
import { listGroupMembers } from '../group-members.sql.ts';
import { judgeMembers } from '../judge-members.ts';
import { lookedAt } from '../list-groups.ts';
import { markOf } from '../seen.rules.ts';
import { callerOfDecider } from './group-decision.rules.ts';
import {
  claimGroupDecision,
  type GroupDecisionRow,
  type MemberOutcome,
  setDue,
  setMembers,
  waitingMembers,
} from './group-decisions.sql.ts';
import { undoMembers } from './undo-group.ts';

/** Each of them is locked until the batch ends. */
export const GROUP_BATCH = 250;

/**
 * The next reviews of one decision about a group. What became of each commits with its decision, so that whoever goes on after a
 * crash neither repeats one nor leaves one out. Answers how many there were.
 */
export async function advanceGroupDecision(
  tx: Querier,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const group = await claimGroupDecision(tx, isoInstant(now));
  if (group === null) return 0;
  if (group.undo_asked_at !== null) return undoMembers(tx, group, { now, limit });
  const members = await waitingMembers(tx, group.id, limit);
  const outcomes = await decideMembers(tx, group, members, now);
  await finishMembers(tx, group, outcomes, members.length < limit ? null : now);
  return Math.max(1, members.length);
}

/** What of the first of them fails however often it is tried is left to be decided by itself. */
export async function leaveFirstOut(tx: Querier, now: number): Promise<void> {
  const group = await claimGroupDecision(tx, isoInstant(now));
  if (group === null) return;
  if (group.undo_asked_at !== null) {
    await undoMembers(tx, group, { now, limit: 1, isGivenUp: true });
    return;
  }
  const [first] = await waitingMembers(tx, group.id, 1);
  const why = 'Deciding it failed. Decide it by itself.';
  const outcomes = first ? [{ review_id: first.review_id, state: 'left_out' as const, why }] : [];
  await finishMembers(tx, group, outcomes, now);
}

async function finishMembers(
  tx: Querier,
  { id }: GroupDecisionRow,
  outcomes: readonly MemberOutcome[],
  next: number | null,
): Promise<void> {
  await setMembers(tx, id, outcomes);
  const processed = outcomes.filter(({ state }) => state === 'decided').length;
  await countItems(tx, id, { processed, failed: outcomes.length - processed });
  await setDue(tx, id, next === null ? null : isoInstant(next));
}

/** Each by the same rules as if it were decided alone; what may not be decided any more, or has changed, is left out. */
async function decideMembers(
  tx: Querier,
  group: GroupDecisionRow,
  members: readonly { review_id: string; mark: string }[],
  now: number,
): Promise<MemberOutcome[]> {
  const { decision, reason, next_review_at } = group;
  const caller = callerOfDecider(group.decider, tx.tenant_id);
  const reviews = await lockReviews(
    tx,
    members.map((member) => member.review_id),
  );
  const { policy } = await loadPolicy(tx);
  const marks = new Map(members.map((member) => [member.review_id, member.mark]));
  const obstacles = await findObstacles(tx, reviews, { marks, group, policy, now });
  const hands = await takeReviewsInHand(
    tx,
    reviews.filter(({ id }) => !obstacles.has(id)),
    policy,
  );
  for (const hand of hands) {
    const { id } = hand.inHand.review;
    const said = refusalOf(() =>
      decideGrants(
        hand,
        { grant_id: null, decision, reason, next_review_at, group_decision_id: group.id },
        { caller, now },
      ),
    );
    if (said !== null) obstacles.set(id, said);
  }
  const decisions = await saveHands(tx, hands, { caller, now });
  if (decision === 'REVOKE' && decisions.length > 0) {
    const grants = decisions.map(({ id, grant_id, review_id }) => ({
      grant_id,
      review_id,
      decision_id: id,
      reason,
    }));
    await startRemediations(tx, { grants, requested_by: caller.label, now });
  }
  return members.map(({ review_id }) => {
    const why = obstacles.get(review_id) ?? null;
    return { review_id, state: why === null ? ('decided' as const) : ('left_out' as const), why };
  });
}

/** Why some of them are not decided, in a sentence. */
async function findObstacles(
  tx: Querier,
  reviews: readonly LockedReview[],
  {
    marks,
    group,
    policy,
    now,
  }: { marks: ReadonlyMap<string, string>; group: GroupDecisionRow; policy: Policy; now: number },
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { id, status } of reviews) {
    const said = refusalOf(() => requireAllowed(status, 'decide'));
    if (said !== null) found.set(id, said);
  }
  const open = reviews.filter(({ id }) => !found.has(id)).map(({ id }) => id);
  const rows = await listGroupMembers(
    tx,
    {
      by: 'asset',
      filters: { review_ids: open },
      now,
      dormant_days: policy.shifts.dormant.after_days,
    },
    { kind: 'all' },
  );
  const caller = callerOfDecider(group.decider, tx.tenant_id);
  const judged = await judgeMembers(tx, rows, { caller, policy, now });
  const byId = new Map(judged.map((member) => [member.review_id, member]));
  for (const id of open) {
    const member = byId.get(id);
    const [exception] = member ? standsOutAlone(member, [group.decision]) : [];
    if (exception) found.set(id, exception.says);
    else if (!member || markOf(lookedAt(member)) !== marks.get(id)) {
      found.set(id, 'It was used, or has changed, since it was looked at.');
    }
  }
  return found;
}

/** What a refusal of it says; null: it was done. */
function refusalOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof LapseError)) throw error;
    return error.message;
  }
}
