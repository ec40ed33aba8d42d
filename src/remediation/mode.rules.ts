import { REMEDIATION_MODES } from '../core/policy/policy.rules.ts';

export type RemediationMode = (typeof REMEDIATION_MODES)[number];

/**
 * The more careful of the two: an organisation on dry run stays so whatever a connector says, and a platform that was
 * just connected stays on dry run whatever the organisation says.
 */
export function modeFor(policy: RemediationMode, connector: RemediationMode | null): RemediationMode {
  if (connector === null) return policy;
  const care = (mode: RemediationMode): number => REMEDIATION_MODES.indexOf(mode);
  return care(policy) >= care(connector) ? policy : connector;
}

export const ATTEMPTS_MAX = 6;
const BACKOFF_SECONDS = [2, 10, 60, 300, 1800];

/** When a remediation that did not work is tried again; null when it was tried often enough. */
export function retryAfterSeconds(attempts: number, platformAsks: number | undefined): number | null {
  if (attempts >= ATTEMPTS_MAX) return null;
  const wait = BACKOFF_SECONDS[attempts - 1] ?? (BACKOFF_SECONDS.at(-1) as number);
  return Math.max(wait, Math.min(platformAsks ?? 0, 3600));
}
