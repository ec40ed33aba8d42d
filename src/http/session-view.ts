import type { Static } from 'typebox';
import type { Caller } from '../domain/roles.ts';
import { findCallerPrincipal } from '../store/caller-principal.ts';
import { loadOrganisation } from '../store/organisations.ts';
import { tenantName } from '../store/tenants.ts';
import { VERSION } from '../version.ts';
import type { RouteContext } from './route-context.ts';
import type { SessionAnswer } from './schemas/session.ts';

/** What a page must know of who looks at it. */
export async function loadSession(
  { db, is_auth_disabled }: Pick<RouteContext, 'db' | 'is_auth_disabled'>,
  { caller, is_by_cookie }: { caller: Caller; is_by_cookie: boolean },
): Promise<Static<typeof SessionAnswer>> {
  const q = db.tenant(caller.tenant_id);
  const [principal, tenant, organisation] = await Promise.all([
    findCallerPrincipal(q, caller),
    tenantName(db, caller.tenant_id),
    loadOrganisation(q),
  ]);
  return {
    auth: is_auth_disabled ? 'disabled' : is_by_cookie ? 'cookie' : 'bearer',
    tenant,
    organisation_name: organisation.name,
    principal_id: principal?.id ?? null,
    name: principal?.display_name ?? null,
    email: caller.label.includes('@') ? caller.label : (principal?.email ?? null),
    roles: [...caller.roles],
    version: VERSION,
  };
}
