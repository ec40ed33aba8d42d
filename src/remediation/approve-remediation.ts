import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { type RemediationOrder, recordOrder, requireRemediation } from './change-remediation.ts';
import { moveTo } from './engine/work.sql.ts';

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
