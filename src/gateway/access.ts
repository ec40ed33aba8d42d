import { PAGES } from './openapi/pages.ts';
import type { Role } from './roles.rules.ts';

/**
 * `public`: no token. `any`: any valid token of the tenant. `scim`: a SCIM token, which is good for nothing else. `signed`: no
 * token; the route itself asks for a signature over the body. Otherwise one of these roles.
 */
export type Access = 'public' | 'any' | 'scim' | 'signed' | readonly Role[];

/** Those who look into the service itself: its record, its reports, its machinery. */
const INSIDERS = ['service.admin', 'service.reviewer', 'service.auditor'] as const;
/** Whoever sends events may see which of them were refused. */
const SENDERS = [...INSIDERS, 'service.ingest'] as const;

/**
 * Who may call what, in one place. A route that is not listed here does not start the program: an endpoint
 * that was forgotten must be closed, not open.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  'GET /livez': 'public',
  'GET /readyz': 'public',
  'GET /openapi.json': 'public',
  'GET /v1/health': 'public',
  'GET /auth/sign-in': 'public',
  'GET /auth/callback': 'public',
  'POST /auth/sign-out': 'public',
  'GET /auth/signed-out': 'public',
  'GET /auth/status': 'public',
  // The link is what lets one in.
  'GET /holder/:token': 'public',
  'POST /holder/:token': 'public',
  'GET /decide/:token': 'public',
  'POST /decide/:token': 'public',
  'POST /slack/interactions/:channel': 'signed',
  'GET /v1/session': 'any',
  'GET /v1/organisation': 'any',
  'PUT /v1/organisation': ['service.admin'],
  'GET /v1/stream': 'any',
  'GET /v1/overview': 'any',
  'GET /v1/principals': 'any',
  'GET /v1/principals/:id': 'any',
  'GET /v1/principals/:id/context': 'any',
  'GET /v1/principals/:id/accounts': 'any',
  'POST /v1/principals/:id/accounts': ['service.admin'],
  'DELETE /v1/principals/:id/accounts/:account_id': ['service.admin'],
  'GET /v1/accounts/conflicts': INSIDERS,
  'GET /v1/assets': 'any',
  'GET /v1/assets/:id': 'any',
  'GET /v1/grants': 'any',
  'GET /v1/grants/:id': 'any',
  'GET /v1/directory/facets': 'any',
  'POST /v1/directory/import': ['service.admin'],
  'POST /v1/csv/preview': ['service.admin', 'service.ingest'],
  'GET /v1/scores': 'any',
  'GET /v1/scores/history': 'any',
  'GET /v1/scores/sparklines': 'any',
  'GET /v1/scores/:principal_id': 'any',
  'POST /v1/scores/bulk': ['service.admin', 'service.reviewer'],
  'GET /v1/jobs/:job_id': 'any',
  'GET /v1/metrics/principal/:principal_id': 'any',
  'GET /v1/policy': 'any',
  'GET /v1/policy/learned': 'any',
  'PUT /v1/policy': ['service.admin'],
  'POST /v1/policy/dry-runs': ['service.admin'],
  'GET /v1/policy/dry-runs/:id': ['service.admin'],
  'GET /v1/rules': INSIDERS,
  'GET /v1/rules/:id': INSIDERS,
  'GET /v1/rules/:id/held': INSIDERS,
  'POST /v1/rules': ['service.admin'],
  'PUT /v1/rules/:id': ['service.admin'],
  'DELETE /v1/rules/:id': ['service.admin'],
  'POST /v1/rules/:id/preview': ['service.admin'],
  'POST /v1/rules/:id/switch-on': ['service.admin'],
  'POST /v1/rules/:id/switch-off': ['service.admin'],
  'GET /v1/alerts': INSIDERS,
  'POST /v1/alerts/:id/acknowledge': ['service.admin', 'service.reviewer'],
  'POST /v1/alerts/:id/silence': ['service.admin'],
  'DELETE /v1/alerts/:id/silence': ['service.admin'],
  'GET /v1/pipeline': INSIDERS,
  'GET /v1/connectors': INSIDERS,
  'GET /v1/connectors/types': INSIDERS,
  'GET /v1/connectors/:id': INSIDERS,
  'POST /v1/connectors': ['service.admin'],
  'POST /v1/connectors/test': ['service.admin'],
  'PATCH /v1/connectors/:id': ['service.admin'],
  'DELETE /v1/connectors/:id': ['service.admin'],
  'POST /v1/connectors/:id/sync': ['service.admin'],
  'POST /v1/connectors/:id/test': ['service.admin'],
  'GET /v1/scim/tokens': INSIDERS,
  'POST /v1/scim/tokens': ['service.admin'],
  'POST /v1/scim/tokens/:id/rotate': ['service.admin'],
  'DELETE /v1/scim/tokens/:id': ['service.admin'],
  'GET /scim/v2/ServiceProviderConfig': 'scim',
  'GET /scim/v2/ResourceTypes': 'scim',
  'GET /scim/v2/ResourceTypes/:id': 'scim',
  'GET /scim/v2/Schemas': 'scim',
  'GET /scim/v2/Schemas/:id': 'scim',
  'GET /scim/v2/Users': 'scim',
  'POST /scim/v2/Users': 'scim',
  'GET /scim/v2/Users/:id': 'scim',
  'PUT /scim/v2/Users/:id': 'scim',
  'PATCH /scim/v2/Users/:id': 'scim',
  'DELETE /scim/v2/Users/:id': 'scim',
  'GET /scim/v2/Groups': 'scim',
  'POST /scim/v2/Groups': 'scim',
  'GET /scim/v2/Groups/:id': 'scim',
  'PUT /scim/v2/Groups/:id': 'scim',
  'PATCH /scim/v2/Groups/:id': 'scim',
  'DELETE /scim/v2/Groups/:id': 'scim',
  'GET /v1/decisions': INSIDERS,
  'GET /v1/outcomes/regret': INSIDERS,
  'GET /v1/outcomes/regretted': INSIDERS,
  // Of people, by name.
  'GET /v1/outcomes/reviewers': ['service.admin'],
  'GET /v1/remediations': INSIDERS,
  'GET /v1/remediations/:id': INSIDERS,
  'POST /v1/remediations/:id/approve': ['service.admin'],
  'POST /v1/remediations/:id/attest': ['service.admin', 'service.reviewer'],
  'POST /v1/remediations/:id/cancel': ['service.admin', 'service.reviewer'],
  'POST /v1/remediations/:id/retry': ['service.admin'],
  'POST /v1/remediations/:id/revert': ['service.admin'],
  'GET /v1/remediations/breaker': INSIDERS,
  'POST /v1/remediations/breaker/release': ['service.admin'],
  'GET /v1/audit': INSIDERS,
  'GET /v1/audit/checkpoint': INSIDERS,
  'GET /v1/audit/key': INSIDERS,
  'GET /v1/audit/status': INSIDERS,
  'GET /v1/audit/consistency': ['service.auditor', 'service.admin'],
  'GET /v1/audit/export': ['service.auditor', 'service.admin'],
  'GET /v1/audit/:id': INSIDERS,
  'GET /v1/audit/:id/proof': ['service.auditor', 'service.admin'],
  'POST /v1/events': ['service.ingest', 'service.admin'],
  'POST /v1/events/batch': ['service.ingest', 'service.admin'],
  'POST /v1/events/stream': ['service.ingest', 'service.admin'],
  'GET /v1/events/dead-letters': SENDERS,
  'POST /v1/events/dead-letters/replay': ['service.admin'],
  'GET /v1/events/rejections': SENDERS,
  'POST /v1/events/rejections/replay': ['service.admin'],
  'POST /v1/events/rejections/dismiss': ['service.admin'],
  'GET /v1/reviews': 'any',
  'GET /v1/reviews/waiting': 'any',
  'GET /v1/reviews/workload': INSIDERS,
  'GET /v1/reviews/facets': 'any',
  'GET /v1/reviews/groups': 'any',
  'POST /v1/reviews/groups/decide': ['service.reviewer'],
  'GET /v1/reviews/groups/decisions': INSIDERS,
  'GET /v1/reviews/groups/decisions/:id': INSIDERS,
  'POST /v1/reviews/groups/decisions/:id/undo': ['service.admin', 'service.reviewer'],
  'GET /v1/reviews/:id': 'any',
  'GET /v1/reviews/:id/removal': 'any',
  'POST /v1/reviews': ['service.reviewer', 'service.admin'],
  'POST /v1/reviews/:id/decide': ['service.reviewer'],
  'POST /v1/reviews/:id/decide/bulk': ['service.reviewer'],
  'POST /v1/reviews/:id/decision': ['service.reviewer'],
  'POST /v1/reviews/:id/reassign': ['service.admin'],
  'POST /v1/reviews/:id/ask-holder': ['service.reviewer', 'service.admin'],
  'GET /v1/workflows/:id': INSIDERS,
  'GET /v1/reports': INSIDERS,
  'POST /v1/reports': ['service.admin', 'service.auditor'],
  'GET /v1/reports/:id': INSIDERS,
  'DELETE /v1/reports/:id': ['service.admin', 'service.auditor'],
  'GET /v1/reports/:id/download': INSIDERS,
  'GET /v1/reports/schedules': ['service.admin', 'service.auditor'],
  'POST /v1/reports/schedules': ['service.admin', 'service.auditor'],
  'GET /v1/reports/schedules/:id': ['service.admin', 'service.auditor'],
  'PATCH /v1/reports/schedules/:id': ['service.admin', 'service.auditor'],
  'DELETE /v1/reports/schedules/:id': ['service.admin', 'service.auditor'],
  'POST /v1/reports/schedules/:id/run': ['service.admin', 'service.auditor'],
  'GET /v1/campaigns': INSIDERS,
  'GET /v1/campaigns/:id': INSIDERS,
  'POST /v1/campaigns': ['service.admin'],
  'GET /v1/substitutes': INSIDERS,
  'POST /v1/substitutes': ['service.admin', 'service.reviewer'],
  'DELETE /v1/substitutes/:id': ['service.admin', 'service.reviewer'],
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

/** Whether a caller with these roles may; a token without any is one of the tenant's people. */
export function isAllowed(access: Access, roles: ReadonlySet<Role>): boolean {
  if (typeof access === 'string') return true;
  return access.some((role) => roles.has(role));
}

/** Whether remediations are shown to them. */
export const isInsider = (roles: ReadonlySet<Role>): boolean => isAllowed(INSIDERS, roles);

/** Files of the API viewers, which register routes of their own below these, and of the dashboard. */
const PUBLIC_FILES = /^\/(docs|redoc|dashboard)(\/|$)/;
/** Pages are the same for everybody; what they show comes from the API. */
const PUBLIC_PAGES: ReadonlySet<string> = new Set(PAGES);

export function accessOf(method: string, url: string): Access | undefined {
  if (PUBLIC_FILES.test(url) || PUBLIC_PAGES.has(url))
    return method === 'GET' || method === 'HEAD' ? 'public' : undefined;
  return ACCESS[`${method === 'HEAD' ? 'GET' : method} ${url}`];
}
