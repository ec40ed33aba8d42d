import { requestRecalculation } from '../core/scores/apply/recalculations.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { type RemediationOrder, recordOrder, requireRemediation } from './change-remediation.ts';
import { moveTo } from './engine/work.sql.ts';
import { executionOf } from './remediation.rules.ts';
import { beginRevoking } from './requests.sql.ts';

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
