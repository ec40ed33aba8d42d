import { requestRecalculation } from '../core/scores/apply/recalculations.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { type RemediationOrder, recordOrder, requireRemediation } from './change-remediation.ts';
import { moveTo, setGrantStatus } from './engine/work.sql.ts';

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
