import { actionFor, executionOf } from '../domain/remediation.ts';
import { closeContradictions } from '../store/access-observations.ts';
import { appendAuditEntries } from '../store/audit-entries.ts';
import type { Querier } from '../store/database.ts';
import { requestRecalculation } from '../store/recalculations.ts';
import { beginRevoking, insertRemediations } from '../store/remediation-requests.ts';

export interface StartRemediations {
  review_id: string;
  grants: { grant_id: string; principal_id: string; asset_id: string; decision_id: string }[];
  reason: string;
  /** As the audit trail shows it. */
  requested_by: string;
  now: number;
  newId: () => string;
}

/**
 * Begins the removal of what a review has revoked, in the transaction of the decision. Workers plan it and carry it
 * out, or ask a person to where nothing is connected. A grant that is gone already is only read back; one that is being revoked is left to that.
 */
export async function startRemediations(tx: Querier, request: StartRemediations): Promise<void> {
  const { review_id, reason, requested_by, now, newId } = request;
  const decisions = new Map(request.grants.map((grant) => [grant.grant_id, grant.decision_id]));
  // Before the grants, because removals are locked before grants.
  await closeContradictions(tx, [...decisions.keys()], {
    now,
    outcome: 'revoked_anew',
    detail: `The access was revoked anew by ${requested_by} in review ${review_id}.`,
  });
  const revoking = await beginRevoking(tx, [...decisions.keys()]);
  if (revoking.length === 0) return;
  const remediations = revoking.map((grant) => ({
    id: newId(),
    review_id,
    decision_id: decisions.get(grant.grant_id) as string,
    grant_id: grant.grant_id,
    principal_id: grant.principal_id,
    asset_id: grant.asset_id,
    platform: grant.platform,
    connector_id: grant.connector_id,
    execution: executionOf(grant),
    ...actionFor(grant),
    reason,
    requested_by,
  }));
  await insertRemediations(tx, remediations, now);
  await requestRecalculation(
    tx,
    'remediation',
    remediations.map((remediation) => remediation.grant_id),
  );
  await appendAuditEntries(
    tx,
    remediations.map(({ id, principal_id, grant_id, asset_id, action, target, execution }) => ({
      id: newId(),
      principal_id,
      event_type: 'remediation.started',
      description: `The removal of ${target} was started.`,
      actor: requested_by,
      at: new Date(now).toISOString(),
      data: {
        remediation_id: id,
        review_id,
        grant_id,
        principal_id,
        asset_id,
        action,
        target,
        execution,
        reason,
      },
    })),
  );
}
