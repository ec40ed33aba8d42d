import { type Static, Type } from 'typebox';
import { loadOrganisation } from '../core/tenants/organisations.sql.ts';
import { callerOf } from '../gateway/authentication.ts';
import { findCallerPrincipal } from '../gateway/caller-principal.sql.ts';
import { Enum, Model, NullableString } from '../gateway/common.schema.ts';
import { type Caller, ROLES } from '../gateway/roles.rules.ts';
import { type RouteContext, routeOf, type TypedApp } from '../gateway/route-context.ts';
import { tenantTid } from '../platform/tenants/tenants.sql.ts';
import { VERSION } from '../platform/version.ts';

const route = routeOf('session');

interface SessionContext extends Pick<RouteContext, 'db' | 'auth_disabled'> {
  public_url: string | null;
}

export function sessionRoutes(app: TypedApp, context: SessionContext): void {
  app.get(
    '/v1/session',
    route({
      summary: 'Who is calling, and what may they do?',
      description: 'The caller as Lapse sees it: tenant, roles, and the principal that the token stands for.',
      response: { 200: SessionAnswer },
    }),
    (request) => loadSession(context, { caller: callerOf(request), is_by_cookie: request.isByCookie }),
  );
}

/** What a page must know of who looks at it. */
async function loadSession(
  { db, auth_disabled, public_url }: SessionContext,
  { caller, is_by_cookie }: { caller: Caller; is_by_cookie: boolean },
): Promise<Static<typeof SessionAnswer>> {
  const q = db.tenant(caller.tenant_id);
  const [principal, tenant, organisation] = await Promise.all([
    findCallerPrincipal(q, caller),
    tenantTid(q),
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
    public_url,
  };
}

export const SessionAnswer = Model(
  'Session',
  {
    auth: Enum(['disabled', 'bearer', 'cookie'], {
      description:
        'How the caller is known: not at all (authentication is off), by a token, or by a session of the browser.',
    }),
    tenant: Type.String({ description: "The organisation's id at its identity provider." }),
    organisation_name: NullableString({
      description: 'What the organisation calls itself; null until somebody names it.',
    }),
    principal_id: NullableString({ description: 'The principal that the caller is, if it is known.' }),
    name: NullableString(),
    email: NullableString(),
    roles: Type.Array(Enum(ROLES)),
    version: Type.String({ description: 'Of the service.' }),
    public_url: NullableString({
      description:
        'Where people and programs reach the service (PUBLIC_URL); null when the operator has not said.',
    }),
  },
  {
    auth: 'bearer',
    tenant: '5f0c2a9e-31c4-4d1b-9b73-0f6b0d6f9d11',
    organisation_name: 'Northwind Mutual Insurance',
    principal_id: 'prin-007',
    name: 'Håkon Myrvold',
    email: 'hakon.myrvold@example.com',
    roles: ['service.reviewer'],
    version: '0.1.0',
    public_url: 'https://lapse.example.com',
  },
);
