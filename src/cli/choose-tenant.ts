import type { Database } from '../platform/database/database.ts';
import { StartupError } from '../platform/errors.ts';
import { LOCAL_TENANT } from '../platform/tenants/tenant.rules.ts';
import { ensureTenants, listTenants } from '../platform/tenants/tenants.sql.ts';

/** The tenant that is named, or the only one there is. */
export async function chooseTenant(db: Database, wanted: string | undefined): Promise<number> {
  const tenants = await listTenants(db);
  const known = tenants.map((tenant) => tenant.tid).join(', ');
  if (wanted !== undefined) {
    const found = tenants.find((tenant) => tenant.tid === wanted);
    if (found) return found.tenant_id;
    throw new StartupError(
      `There is no tenant ${wanted}${known ? ` (there is ${known})` : ''}; add it with "lapse tenant add".`,
    );
  }
  if (tenants.length > 1)
    throw new StartupError(`There are several tenants; choose one with --tenant: ${known}.`);
  const [only] = tenants.length === 1 ? tenants : await ensureTenants(db, [LOCAL_TENANT]);
  return (only as { tenant_id: number }).tenant_id;
}
