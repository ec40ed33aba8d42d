import type { RemediationMode } from '../domain/remediation-mode.ts';
import { retryAfterSeconds } from '../domain/remediation-mode.ts';
import type { PathSummary } from '../domain/remediation-plan.ts';
import { appendAuditEntries } from '../store/audit-entries.ts';
import type { Querier } from '../store/database.ts';
import { requestRecalculation } from '../store/recalculations.ts';
import { appendSteps, moveTo, setGrantStatus } from '../store/remediation-work.ts';
import type { Removal } from './remediation-context.ts';

/** How removals end. Each function is part of a transaction in which the lease was found to be ours. */

export interface Finished {
  outcome: 'revoked' | 'already_absent';
  remaining: PathSummary[];
  /** Grants that were lost with it. */
  lost?: string[];
  verified_at?: string;
  now: number;
  mode?: RemediationMode;
}

export async function finishRemoval(tx: Querier, removal: Removal, finished: Finished): Promise<void> {
  const { work } = removal;
  const { outcome, remaining, now, mode } = finished;
  const at = new Date(now).toISOString();
  const lost = await setGrantStatus(tx, finished.lost ?? [], ['active', 'revoking'], 'revoked');
  await setGrantStatus(tx, [work.grant_id], ['active', 'revoking'], 'revoked');
  // A connector may have set them already; what it recorded as lost is what a revert brings back.
  const alsoRevoked = [...new Set([...work.also_revoked, ...(finished.lost ?? [])])];
  await moveTo(tx, work, 'complete', {
    error: null,
    also_revoked: alsoRevoked,
    remaining_paths: remaining,
    completed_at: at,
    verified_at: finished.verified_at ?? at,
    due_at: null,
    lease: null,
    ...(mode ? { mode } : {}),
  });
  const rest = remaining.length === 0 ? '' : ` ${remaining.length} other path(s) still give the access.`;
  const detail = outcome === 'revoked' ? `Read back: it is gone.${rest}` : `It was already gone.${rest}`;
  await appendSteps(tx, work.id, [{ attempt: work.attempts, step: 'verify', outcome, detail, at: now }]);
  await requestRecalculation(tx, 'remediation', [...new Set([work.grant_id, ...lost, ...alsoRevoked])]);
  await remediationEntry(
    tx,
    removal,
    'remediation.executed',
    `${work.target} was removed and read back as gone.${rest}`,
    {
      status: 'completed',
      outcome,
      also_revoked: alsoRevoked,
      remaining_paths: remaining.length,
    },
  );
}

/** The access is still there, so the grant must not say otherwise. */
export async function failRemoval(
  tx: Querier,
  removal: Removal,
  { message, now }: { message: string; now: number },
): Promise<void> {
  const { work } = removal;
  await moveTo(tx, work, 'fail', { error: message, due_at: null, lease: null });
  await appendSteps(tx, work.id, [
    { attempt: work.attempts, step: 'revoke', outcome: 'failed', detail: message, at: now },
  ]);
  await releaseGrant(tx, work.grant_id);
  await remediationEntry(
    tx,
    removal,
    'remediation.failed',
    `The removal of ${work.target} failed: ${message}`,
    {
      status: 'failed',
      error: message,
    },
  );
}

/** Tried again later, or given up after too many attempts or when trying again cannot help. */
export async function postponeOrFail(
  tx: Querier,
  removal: Removal,
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
      ? giveUpRevert(tx, removal, message, now)
      : failRemoval(tx, removal, { message, now }));
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
  await appendSteps(tx, work.id, [
    {
      attempt: work.attempts,
      step: work.operation,
      outcome: 'retry',
      detail: `${message} Tried again in ${wait} s.`,
      at: now,
    },
  ]);
}

export async function finishRevert(
  tx: Querier,
  removal: Removal,
  verifiedAt: string,
  now: number,
): Promise<void> {
  const { work } = removal;
  const restored = [work.grant_id, ...work.also_revoked];
  await setGrantStatus(tx, restored, ['revoked', 'revoking'], 'active');
  await moveTo(tx, work, 'revert', {
    error: null,
    remaining_paths: null,
    reverted_at: new Date(now).toISOString(),
    verified_at: verifiedAt,
    due_at: null,
    lease: null,
  });
  await appendSteps(tx, work.id, [
    {
      attempt: work.attempts,
      step: 'restore',
      outcome: 'restored',
      detail: 'Read back: it is there as before.',
      at: now,
    },
  ]);
  await requestRecalculation(tx, 'remediation', restored);
  await remediationEntry(
    tx,
    removal,
    'remediation.reverted',
    `${work.target} was put back and read back as before.`,
    {
      status: 'reverted',
      restored_grants: restored,
    },
  );
}

async function giveUpRevert(tx: Querier, removal: Removal, message: string, now: number): Promise<void> {
  const { work } = removal;
  await moveTo(tx, work, 'give_up_revert', {
    operation: 'revoke',
    error: `It could not be put back: ${message}`,
    due_at: null,
    lease: null,
  });
  await appendSteps(tx, work.id, [
    { attempt: work.attempts, step: 'restore', outcome: 'failed', detail: message, at: now },
  ]);
  await remediationEntry(
    tx,
    removal,
    'remediation.failed',
    `${work.target} could not be put back: ${message}`,
    {
      status: 'completed',
      operation: 'restore',
      error: message,
    },
  );
}

/** Nothing was removed: the grant is what it was. */
export async function releaseGrant(tx: Querier, grantId: string): Promise<void> {
  const released = await setGrantStatus(tx, [grantId], ['revoking'], 'active');
  await requestRecalculation(tx, 'remediation', released);
}

export async function remediationEntry(
  tx: Querier,
  { context, work }: Pick<Removal, 'context' | 'work'>,
  event_type: string,
  description: string,
  data: Record<string, unknown>,
): Promise<void> {
  const { id, action, principal_id, target, grant_id, asset_id, platform, review_id } = work;
  await appendAuditEntries(tx, [
    {
      id: context.newId(),
      principal_id,
      event_type,
      description,
      actor: 'system',
      at: new Date(context.now()).toISOString(),
      data: {
        remediation_id: id,
        action,
        principal_id,
        target,
        grant_id,
        asset_id,
        platform,
        review_id,
        ...data,
      },
    },
  ]);
}
