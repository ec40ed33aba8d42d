import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { type RemediationOrder, recordOrder, requireRemediation } from './change-remediation.ts';
import { grantStatus, moveTo, type RemediationWork } from './engine/work.sql.ts';

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
