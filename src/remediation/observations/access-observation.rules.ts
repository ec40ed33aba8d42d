import {
  type Execution,
  moveRemediation,
  type RemediationMove,
  type RemediationStatus,
} from '../remediation.rules.ts';

/** What it means for a remediation that its access was seen, or seen to be gone, in an import or a sync. */

export type Seen = 'present' | 'gone';

export interface ObservedRemediation {
  status: RemediationStatus;
  operation: 'revoke' | 'restore';
  execution: Execution;
  dry_run: boolean;
  requested_at: number | null;
  completed_at: number | null;
  verified_at: number | null;
  reverted_at: number | null;
}

export type ObservationEffect =
  /** A worker has it, or it was concluded after the listing was begun: what was seen says nothing about it. */
  | { effect: 'none' }
  /** No remediation claims anything: what was seen is how it is. */
  | { effect: 'believe' }
  /** What was seen is what was asked for. */
  | { effect: 'verify'; status: RemediationStatus }
  /** It was asked for, and has not happened. Only of a remediation that is a finding. */
  | { effect: 'still_open'; status: RemediationStatus; is_contradicted: boolean }
  /** It was claimed to be removed, and is there. */
  | { effect: 'contradict'; status: RemediationStatus; is_contradicted: boolean };

/** `since` is when the listing was begun: what happened to the remediation after that cannot be seen in it. */
export function judgeObservation(
  removal: ObservedRemediation | null,
  seen: Seen,
  since: number,
): ObservationEffect {
  if (removal === null) return { effect: 'believe' };
  const { status, operation, execution } = removal;
  const isByPerson = execution === 'person';
  switch (status) {
    case 'pending':
      if (!isByPerson) return { effect: 'none' };
      if (seen === 'gone') return verify(removal, 'observe_gone');
      return operation === 'revoke' ? { effect: 'believe' } : { effect: 'none' };
    case 'running':
      return { effect: 'none' };
    case 'requested': {
      const isWanted = (operation === 'revoke') === (seen === 'gone');
      if (isWanted && operation === 'revoke') return verify(removal, 'observe_gone');
      if ((removal.requested_at ?? since) >= since) return { effect: 'none' };
      return isWanted
        ? verify(removal, 'observe_restored')
        : { effect: 'still_open', status, is_contradicted: operation === 'revoke' };
    }
    case 'completed': {
      if (removal.dry_run) return { effect: 'believe' };
      if ((removal.completed_at ?? 0) >= since) return { effect: 'none' };
      if (seen === 'present') {
        return { effect: 'contradict', status, is_contradicted: execution !== 'simulated' };
      }
      return isByPerson && removal.verified_at === null
        ? verify(removal, 'observe_gone')
        : { effect: 'believe' };
    }
    case 'reverted':
      return (removal.reverted_at ?? 0) >= since ? { effect: 'none' } : { effect: 'believe' };
    default:
      return { effect: 'believe' };
  }
}

function verify({ status }: ObservedRemediation, move: RemediationMove): ObservationEffect {
  const next = moveRemediation(status, move);
  return next === null ? { effect: 'none' } : { effect: 'verify', status: next };
}
