import type { Answer, Item } from '@lapse/client';
import type { Tone } from '../../parts/state-badge.tsx';
import { remediationStrings } from '../../strings/remediations.ts';

export type Remediation = Item<'/v1/remediations'>;
export type RemediationDetail = Answer<'/v1/remediations/{id}', 'get'>;

const { state, meaning, guards: guardNames } = remediationStrings;

export interface RemediationState {
  tone: Tone;
  label: string;
  meaning: string;
}

/** Where a remediation is, in words. `say` writes an instant as a reader says it. */
export function remediationState(
  remediation: Remediation & Partial<Pick<RemediationDetail, 'guards'>>,
  { now, say }: { now: number; say: (at: string) => string },
): RemediationState {
  const { status, operation, dry_run, attempts, completed_at } = remediation;
  switch (status) {
    case 'pending':
      return waiting(remediation, { now, say });
    case 'running':
      return operation === 'restore'
        ? { tone: 'working', label: state.restoring, meaning: meaning.restoring }
        : { tone: 'working', label: state.running, meaning: meaning.running };
    case 'blocked':
      return { tone: 'warning', label: state.blocked, meaning: blockedBy(remediation) };
    case 'failed':
      return { tone: 'bad', label: state.failed, meaning: meaning.failed(attempts) };
    case 'requested':
      return requested(remediation, say);
    case 'reverted':
      return completed_at === null
        ? { tone: 'idle', label: state.cancelled, meaning: meaning.cancelled }
        : reverted(remediation, say);
    case 'completed':
      if (dry_run) return { tone: 'idle', label: state.rehearsed, meaning: meaning.rehearsed };
      if (operation === 'restore')
        return { tone: 'bad', label: state.notRestored, meaning: meaning.notRestored };
      return completed(remediation, say);
  }
}

type Say = (at: string) => string;

function requested(remediation: Remediation, say: Say): RemediationState {
  const { operation, platform, contradiction_open, observed_by, observed_at } = remediation;
  const who = remediation.assigned_to_name ?? remediation.assigned_to_id;
  if (operation === 'restore') {
    return {
      tone: 'waiting',
      label: state.requestedRestore,
      meaning: meaning.requestedRestore(platform, who),
    };
  }
  if (contradiction_open && observed_at !== null) {
    const seen = meaning.stillPresent(observed_by ?? '', say(observed_at));
    return { tone: 'bad', label: state.stillPresent, meaning: `${seen} ${meaning.requested(platform, who)}` };
  }
  return { tone: 'waiting', label: state.requested, meaning: meaning.requested(platform, who) };
}

/** Seen after it was claimed: the claim does not hold, also when somebody has decided about the access since. */
function isRefuted({ simulated, observed, observed_at, completed_at }: Remediation): boolean {
  if (simulated || observed !== 'present' || observed_at === null || completed_at === null) return false;
  return Date.parse(observed_at) > Date.parse(completed_at);
}

function completed(remediation: Remediation, say: Say): RemediationState {
  const { verification, contradiction_open, observed_at, observed_by } = remediation;
  if (contradiction_open && observed_at !== null) {
    const said = meaning.contradicted(observed_by ?? '', say(observed_at));
    return { tone: 'bad', label: state.contradicted, meaning: said };
  }
  if (isRefuted(remediation)) {
    const said = meaning.refuted(observed_by ?? '', say(observed_at as string));
    return { tone: 'idle', label: state.refuted, meaning: said };
  }
  if (verification === 'verified') {
    const at = say(remediation.verified_at as string);
    return { tone: 'good', label: state.verified, meaning: meaning.verified(remediation.verified_by, at) };
  }
  if (verification === 'attested') {
    const said = meaning.attested(remediation.attested_by as string, say(remediation.attested_at as string));
    return { tone: 'warning', label: state.attested, meaning: said };
  }
  return verification === 'simulated'
    ? { tone: 'idle', label: state.simulated, meaning: meaning.simulated }
    : { tone: 'warning', label: state.notVerified, meaning: meaning.notVerified };
}

function reverted(remediation: Remediation, say: Say): RemediationState {
  const { simulated, execution, verified_at, attested_by } = remediation;
  const at = say((remediation.reverted_at ?? remediation.completed_at) as string);
  if (simulated) return { tone: 'idle', label: state.revertedSimulated, meaning: meaning.revertedSimulated };
  return execution === 'person' && verified_at === null
    ? {
        tone: 'warning',
        label: state.revertedAttested,
        meaning: meaning.revertedAttested(attested_by ?? '', at),
      }
    : { tone: 'idle', label: state.reverted, meaning: meaning.reverted(at) };
}

function waiting(
  { due_at, attempts, mode, approved_at }: Remediation,
  { now, say }: { now: number; say: (at: string) => string },
): RemediationState {
  if (due_at === null) {
    return mode === null
      ? { tone: 'working', label: state.planning, meaning: meaning.planning }
      : { tone: 'waiting', label: state.approval, meaning: meaning.approval };
  }
  if (attempts > 0)
    return { tone: 'warning', label: state.retry, meaning: meaning.retry(attempts, say(due_at)) };
  if (mode === null && approved_at === null)
    return { tone: 'working', label: state.planning, meaning: meaning.planning };
  return Date.parse(due_at) > now
    ? { tone: 'waiting', label: state.window, meaning: meaning.window(say(due_at)) }
    : { tone: 'working', label: state.next, meaning: meaning.next };
}

function blockedBy({ guards }: Partial<Pick<RemediationDetail, 'guards'>>): string {
  const names = (guards ?? []).filter(({ passed }) => !passed).map(({ guard }) => guardNames[guard] ?? guard);
  return names.length === 0 ? meaning.blockedPlain : meaning.blocked(names.join(', '));
}

export type Order = 'attest' | 'approve' | 'cancel' | 'retry' | 'revert';

/** What may be asked of it now, by somebody with these roles. */
export function ordersOf(remediation: RemediationDetail, may: (...roles: never[]) => boolean): Order[] {
  const { status, due_at, approved_at, attempts, dry_run, undo, mode, execution } = remediation;
  const isContradicted = status === 'completed' && (remediation.contradiction_open || isRefuted(remediation));
  const isAdmin = may('service.admin' as never);
  const orders: Order[] = [];
  if (isAdmin && status === 'pending' && due_at === null && approved_at === null && mode !== null)
    orders.push('approve');
  if (
    isAdmin &&
    (status === 'blocked' || status === 'failed' || (status === 'completed' && dry_run) || isContradicted)
  )
    orders.push('retry');
  const canRevert = undo !== null || execution === 'person';
  if (isAdmin && status === 'completed' && !dry_run && canRevert && !isContradicted) orders.push('revert');
  if (may('service.admin' as never, 'service.reviewer' as never)) {
    if (status === 'requested') orders.push('attest');
    if (status === 'requested' || (status === 'pending' && attempts === 0)) orders.push('cancel');
  }
  return orders;
}

/** For `lookAgainMs`: those that a worker is about to move. */
export const movingRemediations = (items: readonly Pick<Remediation, 'status' | 'due_at'>[]) =>
  items
    .filter(({ status }) => status === 'pending' || status === 'running')
    .map(({ status, due_at }) => ({ due_at, is_running: status === 'running' }));
