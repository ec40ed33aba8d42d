import type { Static } from 'typebox';
import { loadOrganisation } from '../core/tenants/organisations.sql.ts';
import { findCallerPrincipal } from '../gateway/caller-principal.sql.ts';
import type { Caller } from '../gateway/roles.rules.ts';
import type { RouteContext } from '../gateway/route-context.ts';
import { tenantName } from '../platform/tenants/tenants.sql.ts';
import { VERSION } from '../platform/version.ts';
import type { SessionAnswer } from './session.schema.ts';

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
