import type { Coverage, SourceCoverage } from '../../connector.ts';
import type { Checkpoint } from './checkpoint.ts';
import { SIGN_IN_KINDS, type SignInKind } from './sign-ins.ts';

const SEES: Record<SignInKind, string> = {
  interactiveUser: 'sign-ins of people to applications',
  nonInteractiveUser: 'sign-ins that applications make for people with a token they hold',
  servicePrincipal: 'sign-ins of applications with their own secret or certificate',
  managedIdentity: 'sign-ins of managed identities',
};
const DOES_NOT_SEE = [
  'what is done inside an application after the sign-in',
  'use within a session that an application keeps by itself',
  'use of directory roles and of groups by themselves',
  'for up to six hours, sign-ins that the platform tells late',
];

/**
 * Use is observed where all kinds of sign-ins can be read: who is seen only by one that cannot would look as if they had
 * not come.
 */
export function coverageOf({ kinds, since }: Checkpoint, gaps: Coverage['gaps']): Coverage {
  const observes_use = SIGN_IN_KINDS.every((kind) => kinds[kind]?.to != null && kinds[kind]?.fault === null);
  return {
    observes_use,
    observed_since: observes_use ? since : null,
    gaps,
    sources: SIGN_IN_KINDS.map((kind): SourceCoverage => {
      const position = kinds[kind];
      const isRead = position?.to != null;
      const fault = position?.fault ?? (isRead ? null : 'It has not been read to the end yet.');
      return {
        source: `signIns/${kind}`,
        status: fault === null ? 'available' : position?.fault ? 'unavailable' : 'degraded',
        reason: fault,
        observed_since: isRead ? since : null,
        sees: [SEES[kind]],
        does_not_see: DOES_NOT_SEE,
      };
    }),
  };
}
