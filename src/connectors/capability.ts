import type { Capability } from '../gateway/capability.ts';
import type { ConnectorSetup } from './connector-setup.ts';
import { connectorRoutes } from './connectors.routes.ts';

const AUDIT_TYPES = ['connector.created', 'connector.changed', 'connector.deleted'] as const;

declare module '../audit/types.rules.ts' {
  interface AuditTypes extends Record<(typeof AUDIT_TYPES)[number], true> {}
}

export const connectors: Capability<{ connectors: ConnectorSetup }> = {
  audit_types: AUDIT_TYPES,
  routes: (app, context) => connectorRoutes(app, context, context.connectors),
};
