import type { Static } from 'typebox';
import { loadOrganisation } from '../core/tenants/organisations.sql.ts';
import { callerOf } from '../gateway/authentication.ts';
import { findCallerPrincipal } from '../gateway/caller-principal.sql.ts';
import type { Caller } from '../gateway/roles.rules.ts';
import type { RouteContext, TypedApp } from '../gateway/route-context.ts';
import { tenantName } from '../platform/tenants/tenants.sql.ts';
import { VERSION } from '../platform/version.ts';
import { SessionAnswer } from './session.schema.ts';

export function sessionRoutes(app: TypedApp, context: RouteContext): void {
  app.get(
    '/v1/session',
    {
      schema: {
        tags: ['session'],
        summary: 'Who is calling, and what may they do?',
        description:
          'The caller as Lapse sees it: tenant, roles, and the principal that the token stands for.',
        response: { 200: SessionAnswer },
      },
    },
    (request) => loadSession(context, { caller: callerOf(request), is_by_cookie: request.isByCookie }),
  );
}

/** What a page must know of who looks at it. */
export async function loadSession(
  { db, auth_disabled }: Pick<RouteContext, 'db' | 'auth_disabled'>,
  { caller, is_by_cookie }: { caller: Caller; is_by_cookie: boolean },
): Promise<Static<typeof SessionAnswer>> {
  const q = db.tenant(caller.tenant_id);
  const [principal, tenant, organisation] = await Promise.all([
    findCallerPrincipal(q, caller),
    tenantName(db, caller.tenant_id),
    loadOrganisation(q),
  ]);
  return {
    auth: auth_disabled ? 'disabled' : is_by_cookie ? 'cookie' : 'bearer',
    tenant,
    organisation_name: organisation.name,
    principal_id: principal?.id ?? null,
    name: principal?.display_name ?? null,
    email: caller.label.includes('@') ? caller.label : (principal?.email ?? null),
    roles: [...caller.roles],
    version: VERSION,
  };
}
