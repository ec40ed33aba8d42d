import type { Capability } from '../gateway/capability.ts';
import { auditRoutes } from './audit.routes.ts';

/** Its entries are what the others append. */
export const audit: Capability = { audit_types: [], routes: auditRoutes };
