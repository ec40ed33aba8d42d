import type { Answer, Item } from '@lapse/client';
import { formatRelative } from '../../parts/format.ts';
import type { Tone } from '../../parts/state-badge.tsx';
import { useNow } from '../../parts/use-now.ts';
import { platformName } from '../../strings/platforms.ts';
import { remediationStrings } from '../../strings/remediations.ts';
import { waitsForApproval } from './waits-for-approval.ts';

export type Remediation = Item<'/v1/remediations'>;
export type RemediationDetail = Answer<'/v1/remediations/{id}', 'get'>;

const { state, meaning, guards: guardNames } = remediationStrings;

export interface RemediationState {
  tone: Tone;
  label: string;
  meaning: string;
}

/** `name` is that of the state among the words. */
const as = (tone: Tone, name: keyof typeof state, meant: string): RemediationState => ({
  tone,
  label: state[name],
  meaning: meant,
});

type Say = (at: string) => string;

/** Where a remediation is, in words. `say` writes an instant as a reader says it. */
export function remediationState(
  remediation: Remediation & Partial<Pick<RemediationDetail, 'guards'>>,
  { now, say }: { now: number; say: Say },
): RemediationState {
  const { status, operation, dry_run, attempts, completed_at } = remediation;
  switch (status) {
    case 'pending':
      return waiting(remediation, { now, say });
    case 'running':
      return operation === 'restore'
        ? as('working', 'restoring', meaning.restoring)
        : as('working', 'running', meaning.running);
    case 'blocked':
      return as('warning', 'blocked', blockedBy(remediation));
    case 'failed':
      return as('bad', 'failed', meaning.failed(attempts));
    case 'requested':
      return requested(remediation, say);
    case 'reverted':
      return completed_at === null ? as('idle', 'cancelled', meaning.cancelled) : reverted(remediation, say);
    case 'completed':
      if (dry_run) return as('idle', 'rehearsed', meaning.rehearsed);
      if (operation === 'restore') return as('bad', 'notRestored', meaning.notRestored);
      return completed(remediation, say);
  }
}

/** The same as of now, for a page that shows it. */
export function useRemediationState(remediation: Parameters<typeof remediationState>[0]): RemediationState {
  const now = useNow();
  return remediationState(remediation, { now, say: (at) => formatRelative(at, now) });
}

function requested(remediation: Remediation, say: Say): RemediationState {
  const { operation, platform, contradiction_open, observed_by, observed_at } = remediation;
  const who = remediation.assigned_to_name ?? remediation.assigned_to_id;
  if (operation === 'restore') {
    return as('waiting', 'requestedRestore', meaning.requestedRestore(platformName(platform), who));
  }
  if (contradiction_open && observed_at !== null) {
    const seen = meaning.stillPresent(observed_by ?? '', say(observed_at));
    return as('bad', 'stillPresent', `${seen} ${meaning.requested(platformName(platform), who)}`);
  }
  return as('waiting', 'requested', meaning.requested(platformName(platform), who));
}

/** Seen after it was claimed: the claim does not hold, also when somebody has decided about the access since. */
function isRefuted({ simulated, observed, observed_at, completed_at }: Remediation): boolean {
  if (simulated || observed !== 'present' || observed_at === null || completed_at === null) return false;
  return Date.parse(observed_at) > Date.parse(completed_at);
}

function completed(remediation: Remediation, say: Say): RemediationState {
  const { verification, verified_by, contradiction_open, observed_at, observed_by } = remediation;
  if (contradiction_open && observed_at !== null) {
    return as('bad', 'contradicted', meaning.contradicted(observed_by ?? '', say(observed_at)));
  }
  if (isRefuted(remediation)) {
    return as('idle', 'refuted', meaning.refuted(observed_by ?? '', say(observed_at as string)));
  }
  if (verification === 'verified') {
    return as('good', 'verified', meaning.verified(verified_by, say(remediation.verified_at as string)));
  }
  if (verification === 'attested') {
    const { attested_by, attested_at } = remediation;
    return as('warning', 'attested', meaning.attested(attested_by as string, say(attested_at as string)));
  }
  return verification === 'simulated'
    ? as('idle', 'simulated', meaning.simulated)
    : as('warning', 'notVerified', meaning.notVerified);
}

function reverted(remediation: Remediation, say: Say): RemediationState {
  const { simulated, execution, verified_at, attested_by } = remediation;
  const at = say((remediation.reverted_at ?? remediation.completed_at) as string);
  if (simulated) return as('idle', 'revertedSimulated', meaning.revertedSimulated);
  return execution === 'person' && verified_at === null
    ? as('warning', 'revertedAttested', meaning.revertedAttested(attested_by ?? '', at))
    : as('idle', 'reverted', meaning.reverted(at));
}

function waiting(
  { due_at, attempts, mode, approved_at }: Remediation,
  { now, say }: { now: number; say: Say },
): RemediationState {
  if (due_at === null) {
    return mode === null
      ? as('working', 'planning', meaning.planning)
      : as('waiting', 'approval', meaning.approval);
  }
  if (attempts > 0) return as('warning', 'retry', meaning.retry(attempts, say(due_at)));
  if (mode === null && approved_at === null) return as('working', 'planning', meaning.planning);
  return Date.parse(due_at) > now
    ? as('waiting', 'window', meaning.window(say(due_at)))
    : as('working', 'next', meaning.next);
}

function blockedBy({ guards }: Partial<Pick<RemediationDetail, 'guards'>>): string {
  const names = (guards ?? []).filter(({ passed }) => !passed).map(({ guard }) => guardNames[guard] ?? guard);
  return names.length === 0 ? meaning.blockedPlain : meaning.blocked(names.join(', '));
}

export type Order = 'attest' | 'approve' | 'cancel' | 'retry' | 'revert';

/** What may be asked of it now, by somebody with these roles. */
export function ordersOf(remediation: RemediationDetail, may: (...roles: never[]) => boolean): Order[] {
  const { status, attempts, dry_run, undo, execution } = remediation;
  const isContradicted = status === 'completed' && (remediation.contradiction_open || isRefuted(remediation));
  const isAdmin = may('service.admin' as never);
  const orders: Order[] = [];
  if (isAdmin && waitsForApproval(remediation)) orders.push('approve');
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
