import { requestRecalculation } from '../core/scores/apply/recalculations.sql.ts';
import { groupsOfCaller, principalsOfCaller } from '../gateway/caller-principal.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { isoInstant } from '../platform/iso-instant.ts';
import { type RemediationOrder, recordOrderEntry, requireRemediation } from './change-remediation.ts';
import { appendStep, moveTo, setGrantStatus } from './engine/work.sql.ts';

/** Somebody says that they have removed the access, or put it back, and how. It is their word, not a verification. */
export async function attestRemediation(
  tx: Querier,
  order: RemediationOrder & { attestation: string; caller: { aliases: readonly string[] } },
): Promise<void> {
  const { actor, now, attestation } = order;
  const work = await requireRemediation(tx, order.id, 'attest');
  if ((await principalsOfCaller(tx, [work.principal_id], order.caller)).size > 0) {
    throw new LapseError('forbidden', 'Nobody may attest the remediation of their own access.');
  }
  const assignees = work.assigned_to_id === null ? [] : [work.assigned_to_id];
  const isTheirs = (await principalsOfCaller(tx, assignees, order.caller)).size > 0;
  if (!isTheirs && (await groupsOfCaller(tx, [work.principal_id], order.caller)).size > 0) {
    throw new LapseError(
      'forbidden',
      'Members of a group attest the remediation of its access only where it is assigned to them.',
    );
  }
  const at = isoInstant(now);
  const isRestore = work.operation === 'restore';
  await moveTo(tx, work, isRestore ? 'attest_revert' : 'attest', {
    attested_by: actor,
    attested_at: at,
    attestation,
    verified_at: null,
    verified_by: null,
    contradiction_open: false,
    error: null,
    ...(isRestore ? { reverted_at: at } : { completed_at: at }),
  });
  const moved = isRestore
    ? await setGrantStatus(tx, [work.grant_id], ['revoked', 'revoking'], 'active')
    : await setGrantStatus(tx, [work.grant_id], ['active', 'revoking'], 'revoked');
  await requestRecalculation(tx, 'remediation', moved);
  const done = isRestore ? 'put back' : 'removed';
  const description = `${work.target} was ${done}: attested by ${actor}, not verified. ${attestation}`;
  const outcome = isRestore ? 'restored' : 'attested';
  await appendStep(tx, work, { step: 'attest', outcome, detail: description, at: now });
  await recordOrderEntry(tx, work, order, {
    event_type: 'remediation.attested',
    description,
    data: { operation: work.operation, attestation, verified: false },
  });
}
