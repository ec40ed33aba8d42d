/** The vocabulary of removals, and which state may follow which. */

export const REMEDIATION_STATUSES = [
  'pending',
  'running',
  'completed',
  'failed',
  'blocked',
  'reverted',
] as const;
export type RemediationStatus = (typeof REMEDIATION_STATUSES)[number];

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
  /** Before anything was removed. */
  cancel: { from: ['pending'], to: 'reverted' },
  /** From completed: a dry run, to be carried out. */
  retry: { from: ['blocked', 'failed', 'completed'], to: 'pending' },
  /** A worker puts the access back. */
  start_revert: { from: ['completed', 'running'], to: 'running' },
  revert: { from: ['running'], to: 'reverted' },
  /** It could not be put back: the removal stands. */
  give_up_revert: { from: ['running'], to: 'completed' },
} as const satisfies Record<string, { from: readonly RemediationStatus[]; to: RemediationStatus }>;

export type RemediationMove = keyof typeof REMEDIATION_MOVES;

/** The state after a move; null when it is not allowed from here. */
export function moveRemediation(from: RemediationStatus, move: RemediationMove): RemediationStatus | null {
  const allowed: readonly RemediationStatus[] = REMEDIATION_MOVES[move].from;
  return allowed.includes(from) ? REMEDIATION_MOVES[move].to : null;
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
