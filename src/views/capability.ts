import type { Capability } from '../gateway/capability.ts';
import { viewRoutes } from './views.routes.ts';

const AUDIT_TYPES = ['view.shared', 'view.changed', 'view.unshared', 'view.removed'] as const;

declare module '../audit/types.rules.ts' {
  interface AuditTypes extends Record<(typeof AUDIT_TYPES)[number], true> {}
}

export const views: Capability = {
  audit_types: AUDIT_TYPES,
  routes: viewRoutes,
};
