import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { AuditType } from '../../audit/types.rules.ts';
import { requestRecalculation } from '../../core/scores/apply/recalculations.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { type RemediationMode, retryAfterSeconds } from '../mode.rules.ts';
import { remediationEntry } from '../remediation-entry.ts';
import type { PathSummary } from './plan.rules.ts';
import type { Remediation } from './remediation-context.ts';
import { appendStep, moveTo, setGrantStatus } from './work.sql.ts';

/** How remediations end. Each function is part of a transaction in which the lease was found to be ours. */

export interface Finished {
  outcome: 'revoked' | 'already_absent';
  remaining: PathSummary[];
  /** Grants that were lost with it. */
  lost?: string[];
  verified_at?: string;
  /** The connector that read it back. */
  by: string | null;
  now: number;
  mode?: RemediationMode;
}

export async function finishRemediation(
  tx: Querier,
  removal: Remediation,
  finished: Finished,
): Promise<void> {
  const { work } = removal;
  const { outcome, remaining, now, mode } = finished;
  const at = new Date(now).toISOString();
  const isRead = work.execution === 'connector';
  const lost = await setGrantStatus(tx, finished.lost ?? [], ['active', 'revoking'], 'revoked');
  await setGrantStatus(tx, [work.grant_id], ['active', 'revoking'], 'revoked');
  // A connector may have set them already; what it recorded as lost is what a revert brings back.
  const alsoRevoked = [...new Set([...work.also_revoked, ...(finished.lost ?? [])])];
  await moveTo(tx, work, 'complete', {
    error: null,
    also_revoked: alsoRevoked,
    remaining_paths: remaining,
    completed_at: at,
    // Only a platform that was read back verifies: Lapse's own rows say what Lapse was told.
    verified_at: isRead ? (finished.verified_at ?? at) : null,
    verified_by: isRead ? finished.by : null,
    due_at: null,
    lease: null,
    ...(mode ? { mode } : {}),
  });
  const rest =
    remaining.length === 0
      ? ''
      : ` ${remaining.length === 1 ? '1 other path still gives' : `${remaining.length} other paths still give`} the access.`;
  const said = saidOfRemediation(work, outcome, finished.by) + rest;
  await appendStep(tx, work, { step: isRead ? 'verify' : 'conclude', outcome, detail: said, at: now });
  await requestRecalculation(tx, 'remediation', [...new Set([work.grant_id, ...lost, ...alsoRevoked])]);
  const event_type = work.execution === 'person' ? 'remediation.closed' : 'remediation.executed';
  await appendRemediationEntry(tx, removal, event_type, said, {
    status: 'completed',
    outcome,
    also_revoked: alsoRevoked,
    remaining_paths: remaining.length,
    verified: isRead,
  });
}

function saidOfRemediation(
  { execution, target }: Remediation['work'],
  outcome: Finished['outcome'],
  by: string | null,
): string {
  if (execution === 'person') {
    return `${target} was recorded as gone before its remediation was requested. That is not verified.`;
  }
  const was = outcome === 'revoked' ? 'was removed' : 'was already gone';
  if (execution === 'simulated') {
    return `Simulated: ${target} ${was}. The demo has no platform; nothing was verified.`;
  }
  return `${target} ${was} and is verified removed: ${by ?? 'the connector'} read it back.`;
}

/** The access is still there, so the grant must not say otherwise. */
export async function failRemediation(
  tx: Querier,
  removal: Remediation,
  { message, now }: { message: string; now: number },
): Promise<void> {
  const { work } = removal;
  await moveTo(tx, work, 'fail', { error: message, due_at: null, lease: null });
  await appendStep(tx, work, { step: 'revoke', outcome: 'failed', detail: message, at: now });
  await releaseGrant(tx, work.grant_id);
  const said = `The remediation of ${work.target} failed: ${message}`;
  await appendRemediationEntry(tx, removal, 'remediation.failed', said, { status: 'failed', error: message });
}

/** Tried again later, or abandoned after too many attempts or when trying again cannot help. */
export async function postponeOrFail(
  tx: Querier,
  removal: Remediation,
  failure: {
    message: string;
    retryable: boolean;
    retry_after?: number | undefined;
    replan?: boolean;
    now: number;
  },
): Promise<void> {
  const { work } = removal;
  const { message, now } = failure;
  const wait = failure.retryable ? retryAfterSeconds(work.attempts, failure.retry_after) : null;
  if (wait === null) {
    await (work.operation === 'restore'
      ? abandonRevert(tx, removal, message, now)
      : failRemediation(tx, removal, { message, now }));
    return;
  }
  // A restore stays in its state: the access is gone until it is back.
  await moveTo(tx, work, work.operation === 'restore' ? 'start_revert' : 'wait', {
    attempts: work.attempts,
    error: message,
    due_at: new Date(now + wait * 1000).toISOString(),
    lease: null,
    ...(failure.replan ? { undo: null } : {}),
  });
  const detail = `${message} Tried again in ${wait} s.`;
  await appendStep(tx, work, { step: work.operation, outcome: 'retry', detail, at: now });
}

export async function finishRevert(
  tx: Querier,
  removal: Remediation,
  verifiedAt: string,
  now: number,
): Promise<void> {
  const { work } = removal;
  const restored = [work.grant_id, ...work.also_revoked];
  const isRead = work.execution === 'connector';
  const said = isRead
    ? `${work.target} was put back and is verified to be there as before.${work.edge_connector_id === null ? '' : ' The platform of the asset takes it over in its own time.'}`
    : `Simulated: ${work.target} was put back. The demo has no platform; nothing was verified.`;
  await setGrantStatus(tx, restored, ['revoked', 'revoking'], 'active');
  await moveTo(tx, work, 'revert', {
    error: null,
    contradiction_open: false,
    remaining_paths: null,
    reverted_at: new Date(now).toISOString(),
    verified_at: isRead ? verifiedAt : null,
    due_at: null,
    lease: null,
  });
  await appendStep(tx, work, { step: 'restore', outcome: 'restored', detail: said, at: now });
  await requestRecalculation(tx, 'remediation', restored);
  await appendRemediationEntry(tx, removal, 'remediation.reverted', said, {
    status: 'reverted',
    restored_grants: restored,
    verified: isRead,
  });
}

async function abandonRevert(tx: Querier, removal: Remediation, message: string, now: number): Promise<void> {
  const { work } = removal;
  await moveTo(tx, work, 'give_up_revert', {
    operation: 'revoke',
    error: `It could not be put back: ${message}`,
    due_at: null,
    lease: null,
  });
  await appendStep(tx, work, { step: 'restore', outcome: 'failed', detail: message, at: now });
  const said = `${work.target} could not be put back: ${message}`;
  await appendRemediationEntry(tx, removal, 'remediation.failed', said, {
    status: 'completed',
    operation: 'restore',
    error: message,
  });
}

/** Nothing was removed: the grant is what it was. */
export async function releaseGrant(tx: Querier, grantId: string): Promise<void> {
  const released = await setGrantStatus(tx, [grantId], ['revoking'], 'active');
  await requestRecalculation(tx, 'remediation', released);
}

export async function appendRemediationEntry(
  tx: Querier,
  { context, work }: Pick<Remediation, 'context' | 'work'>,
  event_type: AuditType,
  description: string,
  data: Record<string, unknown>,
): Promise<void> {
  const by = { actor: 'system', now: context.now() };
  await appendAuditEntries(tx, [remediationEntry(work, { event_type, description, data }, by)]);
}
