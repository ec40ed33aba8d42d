import type { Capability } from '../gateway/capability.ts';
import { alertRoutes } from './alerts.routes.ts';
import { pipelineRoutes } from './pipeline.routes.ts';

const AUDIT_TYPES = [
  'alert.firing',
  'alert.resolved',
  'alert.acknowledged',
  'alert.silenced',
  'alert.silence_ended',
] as const;

declare module '../audit/types.rules.ts' {
  interface AuditTypes extends Record<(typeof AUDIT_TYPES)[number], true> {}
}

export const alerts: Capability = {
  audit_types: AUDIT_TYPES,
  routes(app, context) {
    alertRoutes(app, context);
    pipelineRoutes(app, context);
  },
};
