import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { AuditType } from '../audit/types.rules.ts';
import { requestRecalculation } from '../core/scores/apply/recalculations.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError, required } from '../platform/errors.ts';
import {
  appendStep,
  grantStatus,
  lockRemediation,
  moveTo,
  type RemediationWork,
  setGrantStatus,
} from './engine/work.sql.ts';
import { executionOf, moveRemediation, type RemediationMove } from './remediation.rules.ts';
import { remediationEntry } from './remediation-entry.ts';
import { beginRevoking } from './requests.sql.ts';

/** What a person asks of a remediation. */
export interface RemediationOrder {
  id: string;
  /** As the audit trail shows it. */
  actor: string;
  note: string | null;
  now: number;
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
  const work = required(await lockRemediation(tx, id), 'remediation');
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
  await appendStep(tx, work, { step: said.step, outcome: 'asked', detail: `By ${actor}.`, at: now });
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

/** Lets a remediation that waits for an admin be carried out. The guards are asked again before it is. */
export async function approveRemediation(tx: Querier, order: RemediationOrder): Promise<void> {
  const work = await requireRemediation(tx, order.id, 'approve');
  if (work.due_at !== null || work.approved_at !== null) {
    throw new LapseError('conflict', 'The remediation does not wait for an approval.');
  }
  const at = new Date(order.now).toISOString();
  await moveTo(tx, work, 'approve', { approved_by: order.actor, approved_at: at, due_at: at });
  const description = `The remediation of ${work.target} was approved.`;
  await recordOrder(tx, work, order, { event_type: 'remediation.approved', step: 'approve', description });
}

/**
 * Calls a remediation off before anything was removed: in its undo window, while it waits for an approval, or while a person
 * is asked for it and nobody has said that it is done. A person who is asked to put access back is called off too; then
 * the remediation stands.
 */
export async function cancelRemediation(tx: Querier, order: RemediationOrder): Promise<void> {
  const work = await requireRemediation(tx, order.id, 'cancel');
  const isRequested = work.status === 'requested';
  // It was tried before, and whether it had an effect is not known: only a worker can find out.
  if (!isRequested && (work.attempts > 0 || work.lease !== null)) {
    throw new LapseError('conflict', 'The remediation has begun; wait for its end and revert it.');
  }
  if (work.operation === 'restore') {
    await moveTo(tx, work, 'cancel_revert', { operation: 'revoke', error: null });
    const description = `It is no longer requested to put ${work.target} back; its remediation stands.`;
    await recordOrder(tx, work, order, {
      event_type: 'remediation.revert_cancelled',
      step: 'cancel_revert',
      description,
    });
    return;
  }
  const at = new Date(order.now).toISOString();
  await moveTo(tx, work, 'cancel', {
    reverted_at: at,
    due_at: null,
    error: null,
    contradiction_open: false,
  });
  const released = await setGrantStatus(tx, [work.grant_id], ['revoking'], 'active');
  await requestRecalculation(tx, 'remediation', released);
  const before = isRequested ? 'before anybody said that it was done' : 'before it was carried out';
  const description = `The remediation of ${work.target} was cancelled ${before}.`;
  await recordOrder(tx, work, order, { event_type: 'remediation.cancelled', step: 'cancel', description });
}

/** Begins a remediation again that was blocked, has failed, was a dry run or is contradicted by what was seen. All guards are asked again. */
export async function retryRemediation(
  tx: Querier,
  order: RemediationOrder & { accept_other_losses: boolean },
): Promise<void> {
  const work = await requireRemediation(tx, order.id, 'retry');
  if (work.status === 'completed' && !work.dry_run && work.contradicted_at === null) {
    throw new LapseError('conflict', 'The remediation was carried out; there is nothing to retry.');
  }
  const [grant] = await beginRevoking(tx, [work.grant_id]);
  if (grant?.was !== 'active')
    throw new LapseError('conflict', 'The grant is not active; it is being revoked or is gone.');
  await moveTo(tx, work, 'retry', {
    operation: 'revoke',
    // Something may have been connected, or disconnected, since.
    connector_id: grant.connector_id,
    execution: executionOf(grant),
    undo: null,
    edge_connector_id: null,
    verified_at: null,
    verified_by: null,
    attested_by: null,
    attested_at: null,
    attestation: null,
    requested_at: null,
    assigned_to_id: null,
    contradiction_open: false,
    attempts: 0,
    error: null,
    dry_run: false,
    accept_other_losses: order.accept_other_losses,
    released_at: null,
    completed_at: null,
    due_at: new Date(order.now).toISOString(),
  });
  await requestRecalculation(tx, 'remediation', [work.grant_id]);
  const description = `The remediation of ${work.target} is tried again.`;
  await recordOrder(tx, work, order, { event_type: 'remediation.retried', step: 'retry', description });
}

/** Asks for removed access to be put back as it was: a worker does it and reads it back, or a person does it. */
export async function revertRemediation(tx: Querier, order: RemediationOrder): Promise<void> {
  const work = await requireRemediation(tx, order.id, 'start_revert');
  if (work.status === 'running') {
    throw new LapseError('conflict', 'The remediation is under way; wait for its end.');
  }
  if (work.dry_run) throw new LapseError('conflict', 'It was a dry run: nothing was removed.');
  if (work.execution === 'person') return requestRevert(tx, work, order);
  if (work.undo === null) {
    throw new LapseError(
      'conflict',
      'The access was already gone when this was carried out, so there is nothing to put back.',
    );
  }
  await moveTo(tx, work, 'start_revert', {
    operation: 'restore',
    attempts: 0,
    error: null,
    due_at: new Date(order.now).toISOString(),
  });
  const description = `It was asked to put ${work.target} back.`;
  await recordOrder(tx, work, order, {
    event_type: 'remediation.revert_requested',
    step: 'revert',
    description,
  });
}

async function requestRevert(tx: Querier, work: RemediationWork, order: RemediationOrder): Promise<void> {
  if ((await grantStatus(tx, work.grant_id)) !== 'revoked') {
    throw new LapseError('conflict', 'The access is there: there is nothing to put back.');
  }
  const requested_at = new Date(order.now).toISOString();
  await moveTo(tx, work, 'request_revert', { operation: 'restore', requested_at, error: null });
  const who = work.assigned_to_id === null ? ' Nobody is assigned.' : '';
  const description = `Nothing is connected to ${work.platform}, so a person must put ${work.target} back.${who}`;
  await recordOrder(tx, work, order, {
    event_type: 'remediation.requested',
    step: 'request',
    description,
    data: { operation: 'restore', assigned_to_id: work.assigned_to_id },
  });
}
