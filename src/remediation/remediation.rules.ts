/** The vocabulary of remediations, and which state may follow which. */

export const REMEDIATION_STATUSES = [
  'pending',
  'running',
  'requested',
  'completed',
  'failed',
  'blocked',
  'reverted',
] as const;
export type RemediationStatus = (typeof REMEDIATION_STATUSES)[number];

/** Who carries a remediation out. Where nothing is connected, a person does; in the demo, nobody does. */
export const EXECUTIONS = ['connector', 'person', 'simulated'] as const;
export type Execution = (typeof EXECUTIONS)[number];

export function executionOf(access: { connector_id: string | null; simulated: boolean }): Execution {
  if (access.connector_id !== null) return 'connector';
  return access.simulated ? 'simulated' : 'person';
}

/** What a remediation that is over rests on. Only a platform that was read back, an import or a sync verifies one. */
export const VERIFICATIONS = ['verified', 'attested', 'simulated', 'not_verified'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

export const REMEDIATION_ACTION_NAMES = [
  'remove_group_membership',
  'revoke_grant',
  'remove_role_assignment',
] as const;
export type RemediationAction = (typeof REMEDIATION_ACTION_NAMES)[number];

export const REMEDIATION_MOVES = {
  /** Planned, and waiting: for an approval, for the undo window, or to be tried again. */
  wait: { from: ['pending', 'running'], to: 'pending' },
  /** All guards let it pass, and nobody has to approve it: a worker has it. */
  start: { from: ['pending', 'running'], to: 'running' },
  /** A guard stops it; the access stays. */
  block: { from: ['pending'], to: 'blocked' },
  /** A dry run is over when it has said what it would do. */
  rehearse: { from: ['pending'], to: 'completed' },
  /** From pending when the access turns out to be gone already. */
  complete: { from: ['pending', 'running'], to: 'completed' },
  fail: { from: ['pending', 'running'], to: 'failed' },
  approve: { from: ['pending'], to: 'pending' },
  /** Nothing is connected: a person is asked to remove it. */
  request: { from: ['pending'], to: 'requested' },
  /** A person says that it is removed. That is not a verification. */
  attest: { from: ['requested'], to: 'completed' },
  /** An import or a sync shows that it is gone, also after somebody has said so. */
  observe_gone: { from: ['pending', 'requested', 'completed'], to: 'completed' },
  /** Before anything was removed, as far as is known. */
  cancel: { from: ['pending', 'requested'], to: 'reverted' },
  /** From completed: a dry run, to be carried out. */
  retry: { from: ['blocked', 'failed', 'completed'], to: 'pending' },
  /** A worker puts the access back. */
  start_revert: { from: ['completed', 'running'], to: 'running' },
  revert: { from: ['running'], to: 'reverted' },
  /** It could not be put back: the remediation stands. */
  give_up_revert: { from: ['running'], to: 'completed' },
  /** Nothing is connected: a person is asked to put it back. */
  request_revert: { from: ['completed'], to: 'requested' },
  attest_revert: { from: ['requested'], to: 'reverted' },
  /** An import or a sync shows that it is there again. */
  observe_restored: { from: ['requested'], to: 'reverted' },
  /** It is not to be put back after all: the remediation stands. */
  cancel_revert: { from: ['requested'], to: 'completed' },
} as const satisfies Record<string, { from: readonly RemediationStatus[]; to: RemediationStatus }>;

export type RemediationMove = keyof typeof REMEDIATION_MOVES;

/** The state after a move; null when it is not allowed from here. */
export function moveRemediation(from: RemediationStatus, move: RemediationMove): RemediationStatus | null {
  const allowed: readonly RemediationStatus[] = REMEDIATION_MOVES[move].from;
  return allowed.includes(from) ? REMEDIATION_MOVES[move].to : null;
}

/** Null while nothing is claimed: it is under way, was a dry run, or the access is where it was. */
export function verificationOf(removal: {
  status: RemediationStatus;
  dry_run: boolean;
  execution: Execution;
  verified_at: string | null;
  attested_at: string | null;
}): Verification | null {
  if (removal.status !== 'completed' || removal.dry_run) return null;
  if (removal.execution === 'simulated') return 'simulated';
  if (removal.verified_at !== null) return 'verified';
  return removal.attested_at === null ? 'not_verified' : 'attested';
}

export interface RevokedAccess {
  permission: string;
  asset_name: string;
  asset_type: string;
  platform: string;
  /** The group through which it is inherited. */
  group_name: string | null;
}

/** What will be done, in the words of the contract, and to what. A role in a workspace is an assignment, not a privilege. */
export function actionFor(access: RevokedAccess): { action: RemediationAction; target: string } {
  const { permission, asset_name, asset_type, platform, group_name } = access;
  if (group_name !== null) return { action: 'remove_group_membership', target: group_name };
  const target = `${permission} on ${asset_name} (${platform})`;
  return { action: asset_type === 'workspace' ? 'remove_role_assignment' : 'revoke_grant', target };
}
