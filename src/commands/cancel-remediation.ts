import { LapseError } from '../domain/errors.ts';
import type { Querier } from '../store/database.ts';
import { requestRecalculation } from '../store/recalculations.ts';
import { moveTo, setGrantStatus } from '../store/remediation-work.ts';
import { type RemediationOrder, recordOrder, requireRemediation } from './change-remediation.ts';

/** Calls a removal off before anything was removed: in its undo window, or while it waits for an approval. */
export async function cancelRemediation(tx: Querier, order: RemediationOrder): Promise<void> {
  const work = await requireRemediation(tx, order.id, 'cancel');
  // It was tried before, and whether it had an effect is not known: only a worker can find out.
  if (work.attempts > 0 || work.lease !== null) {
    throw new LapseError('conflict', 'The removal has begun; wait for its end and revert it.');
  }
  const at = new Date(order.now).toISOString();
  await moveTo(tx, work, 'cancel', { reverted_at: at, due_at: null, error: null });
  const released = await setGrantStatus(tx, [work.grant_id], ['revoking'], 'active');
  await requestRecalculation(tx, 'remediation', released);
  const description = `The removal of ${work.target} was cancelled before it was carried out.`;
  await recordOrder(tx, work, order, { event_type: 'remediation.cancelled', step: 'cancel', description });
}
