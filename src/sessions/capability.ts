import type { Capability } from '../gateway/capability.ts';
import { sessionRoutes } from './session.routes.ts';

const AUDIT_TYPES = ['session.started', 'session.ended'] as const;

declare module '../audit/types.rules.ts' {
  interface AuditTypes extends Record<(typeof AUDIT_TYPES)[number], true> {}
}

export const sessions: Capability<{ public_url: string | null }> = {
  audit_types: AUDIT_TYPES,
  routes: sessionRoutes,
};
