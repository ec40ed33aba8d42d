import { appendAuditEntries } from '../../../../audit/entries.sql.ts';
import type { Caller } from '../../../../gateway/roles.rules.ts';
import { counted } from '../../../../platform/counted.ts';
import type { Querier } from '../../../../platform/database/database.ts';
import { LapseError, required } from '../../../../platform/errors.ts';
import { groupedBy } from '../../../../platform/grouped-by.ts';
import { isoInstant } from '../../../../platform/iso-instant.ts';
import {
  cancelRemediation,
  type RemediationOrder,
  revertRemediation,
} from '../../../../remediation/change-remediation.ts';
import { countItems } from '../../../jobs/job-progress.sql.ts';
import { SPOKEN } from '../../decisions/decision.rules.ts';
import { undoRefusal } from './group-decision.rules.ts';
import {
  callOff,
  type GroupDecisionRow,
  isAnyDecided,
  letStand,
  lockGroupDecision,
  type MemberOutcome,
  type MemberRemoval,
  removalsToUndo,
  setDue,
  setMembers,
} from './group-decisions.sql.ts';

/** What cannot be cancelled any more is looked at again when it may have ended. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Takes back one decision about a group: what is not decided yet is not decided, removals are cancelled, and what is removed
 * already is put back if an admin asks. Decisions that were made stay on record.
 */
export async function undoGroup(
  tx: Querier,
  id: string,
  { caller, note, now }: { caller: Caller; note: string | null; now: number },
): Promise<void> {
  const group = required(await lockGroupDecision(tx, id), 'group decision');
  const refusal = undoRefusal(caller, group.decider);
  if (refusal !== null) throw new LapseError('forbidden', refusal);
  if (group.undo_asked_at !== null) throw new LapseError('conflict', 'The decision is undone already.');
  const undo_reverts = caller.roles.has('service.admin');
  const undo_asked_at = isoInstant(now);
  const called_off = await callOff(tx, id, {
    undone_by: caller.label,
    undo_asked_at,
    undo_note: note,
    undo_reverts,
  });
  if (called_off > 0) await countItems(tx, id, { processed: 0, failed: called_off });
  if (group.decision === 'CONFIRM') {
    await letStand(tx, id, 'It is confirmed. Request a review to ask about it again.');
  }
  const isOver = !(await isAnyDecided(tx, id));
  await setDue(tx, id, isOver ? null : undo_asked_at);
  await appendAuditEntries(tx, [
    {
      event_type: 'review.group_undone',
      description: `It was asked to undo the decision about ${counted(group.members, 'review')} together.`,
      actor: caller.label,
      at: undo_asked_at,
      data: {
        group_decision_id: id,
        sentence: group.sentence,
        decision: SPOKEN[group.decision],
        called_off,
        note,
      },
    },
  ]);
}

/** The next ones to undo. Answers how many there were, and at least that there was something to look at. */
export async function undoMembers(
  tx: Querier,
  group: GroupDecisionRow,
  { now, limit, isGivenUp = false }: { now: number; limit: number; isGivenUp?: boolean },
): Promise<number> {
  const removals = groupedBy(await removalsToUndo(tx, group.id, limit), ({ review_id }) => review_id);
  const outcomes: MemberOutcome[] = [];
  for (const [review_id, own] of removals) {
    const why = isGivenUp ? 'Undoing it failed.' : await undoRemovals(tx, group, own, now);
    outcomes.push({ review_id, state: why === null ? 'undone' : 'stands', why });
  }
  await setMembers(tx, group.id, outcomes);
  const isMore = await isAnyDecided(tx, group.id);
  const next = outcomes.length > 0 ? now : now + LOOK_AGAIN_MS;
  await setDue(tx, group.id, isMore ? isoInstant(next) : null);
  return Math.max(1, outcomes.length);
}

/** Why the removal of some of the grants stands; null: none does. */
async function undoRemovals(
  tx: Querier,
  { undone_by, undo_note, undo_reverts }: GroupDecisionRow,
  removals: readonly MemberRemoval[],
  now: number,
): Promise<string | null> {
  const said: string[] = [];
  for (const { remediation_id: id, status, operation, dry_run } of removals) {
    // Nothing was removed, or it is being put back already.
    if (id === null || operation === 'restore' || dry_run) continue;
    if (status === 'reverted' || status === 'blocked' || status === 'failed') continue;
    if (status === 'completed' && !undo_reverts) {
      said.push('It is removed already; an admin can put it back.');
      continue;
    }
    const order: RemediationOrder = { id, actor: undone_by as string, note: undo_note, now };
    try {
      await (status === 'completed' ? revertRemediation : cancelRemediation)(tx, order);
    } catch (error) {
      if (!(error instanceof LapseError)) throw error;
      said.push(error.message);
    }
  }
  return said[0] ?? null;
}
