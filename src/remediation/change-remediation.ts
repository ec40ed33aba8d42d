import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { AuditType } from '../audit/types.rules.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { appendSteps, lockRemediation, type RemediationWork } from './engine/work.sql.ts';
import { moveRemediation, type RemediationMove } from './remediation.rules.ts';
import { remediationEntry } from './remediation-entry.ts';

/** What a person asks of a remediation. */
export interface RemediationOrder {
  id: string;
  /** As the audit trail shows it. */
  actor: string;
  note: string | null;
  now: number;
  newId: () => string;
}

/** What is said where the name of the move is no word. */
const REFUSED: Partial<Record<RemediationMove, string>> = {
  attest: 'only one that is requested of a person can be attested',
  start_revert: 'only one that is completed can be reverted',
};

/** Locked, and in a state in which the move is allowed; otherwise 404 or 409. */
export async function requireRemediation(
  tx: Querier,
  id: string,
  move: RemediationMove,
): Promise<RemediationWork> {
  const work = await lockRemediation(tx, id);
  if (!work) throw new LapseError('not_found', 'There is no remediation with this id.');
  if (moveRemediation(work.status, move) === null) {
    throw new LapseError(
      'conflict',
      `The remediation is ${work.status}: ${REFUSED[move] ?? `it cannot ${move} from there`}.`,
    );
  }
  return work;
}

export async function recordOrder(
  tx: Querier,
  work: RemediationWork,
  order: RemediationOrder,
  said: { event_type: AuditType; step: string; description: string; data?: Record<string, unknown> },
): Promise<void> {
  const { actor, now } = order;
  await appendSteps(tx, work.id, [
    { attempt: work.attempts, step: said.step, outcome: 'asked', detail: `By ${actor}.`, at: now },
  ]);
  await recordOrderEntry(tx, work, order, said);
}

export async function recordOrderEntry(
  tx: Querier,
  work: RemediationWork,
  { note, ...by }: RemediationOrder,
  { data, ...said }: { event_type: AuditType; description: string; data?: Record<string, unknown> },
): Promise<void> {
  const about = { ...said, data: { status: work.status, note, ...data } };
  await appendAuditEntries(tx, [remediationEntry(work, about, by)]);
}
