import type { Database } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { expectedIssuer, withTenant } from '../../platform/tenants/tenant.rules.ts';
import { findTenant, onlyTenant } from '../../platform/tenants/tenants.sql.ts';
import type { OidcConfig } from './oidc-settings.ts';

/** Where somebody signs in. Without a tenant, the token will name it. */
export interface ChosenProvider {
  issuer: string;
  tenant_id: number | null;
}

/** Microsoft's sign-in finds out by itself to which organisation an account belongs. */
const ENTRA_ORIGIN = 'https://login.microsoftonline.com';
const ENTRA_ANY_ORGANISATION = 'organizations';

export const isEntra = (issuer: string): boolean => issuer.startsWith(`${ENTRA_ORIGIN}/`);

/** `null`: the person must say for which organisation. */
export async function chooseProvider(
  { issuer }: Pick<OidcConfig, 'issuer'>,
  db: Database,
  tid: string | undefined,
): Promise<ChosenProvider | null> {
  if (tid !== undefined) {
    const tenant = await findTenant(db, tid);
    const own = tenant && expectedIssuer(issuer, tenant);
    if (!tenant || !own) throw new LapseError('not_found', 'There is no organisation with this id here.');
    return { issuer: own, tenant_id: tenant.tenant_id };
  }
  const hasTenantPart = withTenant(issuer, '') === null;
  if (!hasTenantPart) return { issuer, tenant_id: null };
  if (isEntra(issuer))
    return { issuer: withTenant(issuer, ENTRA_ANY_ORGANISATION) as string, tenant_id: null };
  const tenant = await onlyTenant(db);
  const own = tenant && expectedIssuer(issuer, tenant);
  return own ? { issuer: own, tenant_id: tenant.tenant_id } : null;
}
