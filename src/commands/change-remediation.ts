import { LapseError } from '../domain/errors.ts';
import { moveRemediation, type RemediationMove } from '../domain/remediation.ts';
import { appendAuditEntries } from '../store/audit-entries.ts';
import type { Querier } from '../store/database.ts';
import { appendSteps, lockRemediation, type RemediationWork } from '../store/remediation-work.ts';

/** What a person asks of a removal. */
export interface RemediationOrder {
  id: string;
  /** As the audit trail shows it. */
  actor: string;
  note: string | null;
  now: number;
  newId: () => string;
}

/** Locked, and in a state in which the move is allowed; otherwise 404 or 409. */
export async function requireRemediation(
  tx: Querier,
  id: string,
  move: RemediationMove,
): Promise<RemediationWork> {
  const work = await lockRemediation(tx, id);
  if (!work) throw new LapseError('not_found', 'There is no remediation with this id.');
  if (moveRemediation(work.status, move) === null) {
    throw new LapseError('conflict', `The remediation is ${work.status}; it cannot ${move} from there.`);
  }
  return work;
}

export async function recordOrder(
  tx: Querier,
  work: RemediationWork,
  { actor, note, now, newId }: RemediationOrder,
  { event_type, step, description }: { event_type: string; step: string; description: string },
): Promise<void> {
  const { id, principal_id, action, target, grant_id, asset_id, review_id, attempts } = work;
  await appendSteps(tx, id, [{ attempt: attempts, step, outcome: 'asked', detail: `By ${actor}.`, at: now }]);
  await appendAuditEntries(tx, [
    {
      id: newId(),
      principal_id,
      event_type,
      description,
      actor,
      at: new Date(now).toISOString(),
      data: {
        remediation_id: id,
        action,
        principal_id,
        target,
        grant_id,
        asset_id,
        review_id,
        status: work.status,
        note,
      },
    },
  ]);
}
