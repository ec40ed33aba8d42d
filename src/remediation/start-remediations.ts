import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../audit/entries.sql.ts';
import { requestRecalculation } from '../core/scores/apply/recalculations.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { closeContradictions } from './observations/access-observations.sql.ts';
import { actionFor, executionOf } from './remediation.rules.ts';
import { remediationEntry } from './remediation-entry.ts';
import { beginRevoking, insertRemediations, type RemediationRequest } from './requests.sql.ts';

export interface StartRemediations {
  /** Each of them by the decision that revokes it; of any number of reviews. */
  grants: { grant_id: string; review_id: string; decision_id: string; reason: string }[];
  /** As the audit trail shows it. */
  requested_by: string;
  now: number;
}

/**
 * Begins the remediation of what a review has revoked, in the transaction of the decision. Workers plan it and carry it
 * out, or ask a person to where nothing is connected. A grant that is gone already is only read back; one that is being revoked is left to that.
 */
export async function startRemediations(
  tx: Querier,
  request: StartRemediations,
): Promise<RemediationRequest[]> {
  const { requested_by, now } = request;
  const decisions = new Map(request.grants.map(({ grant_id, ...decision }) => [grant_id, decision]));
  const reviews = [...new Set(request.grants.map((grant) => grant.review_id))];
  const together = requested_by === 'system' ? 'because nobody answered' : 'in reviews decided together';
  const where = reviews.length === 1 ? `in review ${reviews[0]}` : together;
  // Before the grants, because remediations are locked before grants.
  await closeContradictions(tx, [...decisions.keys()], {
    now,
    outcome: 'revoked_anew',
    detail: `The access was revoked again by ${requested_by} ${where}.`,
  });
  const revoking = await beginRevoking(tx, [...decisions.keys()]);
  if (revoking.length === 0) return [];
  const accounts = new Map(revoking.map(({ grant_id, account }) => [grant_id, account]));
  const remediations = revoking.map((grant) => ({
    id: uuidv7(),
    ...(decisions.get(grant.grant_id) as Omit<StartRemediations['grants'][number], 'grant_id'>),
    grant_id: grant.grant_id,
    principal_id: grant.principal_id,
    asset_id: grant.asset_id,
    platform: grant.platform,
    connector_id: grant.connector_id,
    execution: executionOf(grant),
    ...actionFor(grant),
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
    remediations.map((remediation) =>
      remediationEntry(
        remediation,
        {
          event_type: 'remediation.started',
          description: `The remediation of ${remediation.target} was started.`,
          data: { reason: remediation.reason, account: accounts.get(remediation.grant_id) ?? null },
        },
        { actor: requested_by, now },
      ),
    ),
  );
  return remediations;
}
