import type { Role } from '../domain/roles.ts';
import { PAGES } from './pages.ts';

/** `public`: no token. `any`: any valid token of the tenant. Otherwise one of these roles. */
export type Access = 'public' | 'any' | readonly Role[];

/**
 * Who may call what, in one place. A route that is not listed here does not start the program: an endpoint
 * that was forgotten must be closed, not open.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  'GET /livez': 'public',
  'GET /readyz': 'public',
  'GET /openapi.json': 'public',
  'GET /v1/health': 'public',
  'GET /v1/session': 'any',
  'GET /v1/principals': 'any',
  'GET /v1/principals/:id': 'any',
  'GET /v1/assets': 'any',
  'GET /v1/assets/:id': 'any',
  'GET /v1/grants': 'any',
  'GET /v1/grants/:id': 'any',
  'POST /v1/directory/import': ['service.admin'],
  'GET /v1/scores': 'any',
  'GET /v1/scores/history': 'any',
  'GET /v1/scores/:principal_id': 'any',
  'POST /v1/scores/bulk': ['service.admin', 'service.reviewer'],
  'GET /v1/jobs/:job_id': 'any',
  'GET /v1/metrics/principal/:principal_id': 'any',
  'GET /v1/policy': 'any',
  'PUT /v1/policy': ['service.admin'],
  'GET /v1/alerts': 'any',
  'GET /v1/connectors': 'any',
  'GET /v1/connectors/types': 'any',
  'GET /v1/connectors/:id': 'any',
  'POST /v1/connectors': ['service.admin'],
  'PATCH /v1/connectors/:id': ['service.admin'],
  'DELETE /v1/connectors/:id': ['service.admin'],
  'POST /v1/connectors/:id/sync': ['service.admin'],
  'POST /v1/connectors/:id/test': ['service.admin'],
  'GET /v1/remediations': 'any',
  'GET /v1/remediations/:id': 'any',
  'POST /v1/remediations/:id/approve': ['service.admin'],
  'POST /v1/remediations/:id/cancel': ['service.admin', 'service.reviewer'],
  'POST /v1/remediations/:id/retry': ['service.admin'],
  'POST /v1/remediations/:id/revert': ['service.admin'],
  'GET /v1/remediations/breaker': 'any',
  'POST /v1/remediations/breaker/release': ['service.admin'],
  'GET /v1/audit': 'any',
  'GET /v1/audit/checkpoint': 'any',
  'GET /v1/audit/key': 'any',
  'GET /v1/audit/consistency': ['service.auditor', 'service.admin'],
  'GET /v1/audit/export': ['service.auditor', 'service.admin'],
  'GET /v1/audit/:id': 'any',
  'GET /v1/audit/:id/proof': ['service.auditor', 'service.admin'],
  'POST /v1/events': ['service.ingest', 'service.admin'],
  'POST /v1/events/batch': ['service.ingest', 'service.admin'],
  'POST /v1/events/stream': ['service.ingest', 'service.admin'],
  'GET /v1/events/dead-letters': 'any',
  'POST /v1/events/dead-letters/replay': ['service.admin'],
  'GET /v1/reviews': 'any',
  'GET /v1/reviews/:id': 'any',
  'GET /v1/reviews/:id/removal': 'any',
  'POST /v1/reviews': ['service.reviewer', 'service.admin'],
  'POST /v1/reviews/:id/decide': ['service.reviewer'],
  'POST /v1/reviews/:id/decide/bulk': ['service.reviewer'],
  'POST /v1/reviews/:id/decision': ['service.reviewer'],
  'POST /v1/reviews/:id/reassign': ['service.admin'],
  'GET /v1/workflows/:id': 'any',
  'GET /v1/reports': 'any',
  'POST /v1/reports': ['service.admin', 'service.auditor'],
  'GET /v1/reports/:id': 'any',
  'DELETE /v1/reports/:id': ['service.admin', 'service.auditor'],
  'GET /v1/reports/:id/download': 'any',
  'GET /v1/reports/schedules': ['service.admin', 'service.auditor'],
  'POST /v1/reports/schedules': ['service.admin', 'service.auditor'],
  'GET /v1/reports/schedules/:id': ['service.admin', 'service.auditor'],
  'PATCH /v1/reports/schedules/:id': ['service.admin', 'service.auditor'],
  'DELETE /v1/reports/schedules/:id': ['service.admin', 'service.auditor'],
  'POST /v1/reports/schedules/:id/run': ['service.admin', 'service.auditor'],
  'GET /v1/campaigns': 'any',
  'GET /v1/campaigns/:id': 'any',
  'POST /v1/campaigns': ['service.admin'],
  'GET /v1/notifications/channels': ['service.admin'],
  'POST /v1/notifications/channels': ['service.admin'],
  'GET /v1/notifications/channels/:id': ['service.admin'],
  'PATCH /v1/notifications/channels/:id': ['service.admin'],
  'DELETE /v1/notifications/channels/:id': ['service.admin'],
  'POST /v1/notifications/channels/:id/test': ['service.admin'],
  'GET /v1/notifications/channels/:id/deliveries': ['service.admin'],
  'POST /v1/notifications/channels/:id/deliveries/:delivery_id/redeliver': ['service.admin'],
  'GET /v1/webhooks': ['service.admin'],
  'POST /v1/webhooks': ['service.admin'],
  'GET /v1/webhooks/:id': ['service.admin'],
  'PATCH /v1/webhooks/:id': ['service.admin'],
  'DELETE /v1/webhooks/:id': ['service.admin'],
  'POST /v1/webhooks/:id/rotate-secret': ['service.admin'],
  'POST /v1/webhooks/:id/test': ['service.admin'],
  'POST /v1/webhooks/:id/redeliver': ['service.admin'],
  'GET /v1/webhooks/:id/deliveries': ['service.admin'],
  'GET /v1/webhooks/:id/deliveries/:delivery_id': ['service.admin'],
  'POST /v1/webhooks/:id/deliveries/:delivery_id/redeliver': ['service.admin'],
};

/** Files of the API viewers, which register routes of their own below these, and of the dashboard. */
const PUBLIC_FILES = /^\/(docs|redoc|dashboard)(\/|$)/;
/** Pages are the same for everybody; what they show comes from the API. */
const PUBLIC_PAGES: ReadonlySet<string> = new Set(PAGES);

export function accessOf(method: string, url: string): Access | undefined {
  if (PUBLIC_FILES.test(url) || PUBLIC_PAGES.has(url))
    return method === 'GET' || method === 'HEAD' ? 'public' : undefined;
  return ACCESS[`${method === 'HEAD' ? 'GET' : method} ${url}`];
}
