import type { Capability } from '../gateway/capability.ts';
import { remediationRoutes } from './remediations.routes.ts';

const AUDIT_TYPES = [
  'remediation.started',
  'remediation.planned',
  'remediation.blocked',
  'remediation.approved',
  'remediation.requested',
  'remediation.attested',
  'remediation.verified',
  'remediation.still_present',
  'remediation.executed',
  'remediation.failed',
  'remediation.retried',
  'remediation.cancelled',
  'remediation.closed',
  'remediation.revert_requested',
  'remediation.revert_cancelled',
  'remediation.reverted',
  'remediation.breaker_tripped',
  'remediation.breaker_released',
] as const;

declare module '../audit/types.rules.ts' {
  interface AuditTypes extends Record<(typeof AUDIT_TYPES)[number], true> {}
}

export const remediation: Capability = {
  audit_types: AUDIT_TYPES,
  routes: remediationRoutes,
};
