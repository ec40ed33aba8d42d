import type { Database, Querier } from '../store/database.ts';
import { listTenants } from '../store/tenants.ts';

/** Tenants that have something to do. The questions travel together, so that many idle tenants cost little. */
export async function tenantsWith(
  { db, now }: { db: Database; now: () => number },
  isDue: (q: Querier, now: number) => Promise<boolean>,
): Promise<number[]> {
  const ids = (await listTenants(db)).map((tenant) => tenant.tenant_id);
  const due = await Promise.all(ids.map((id) => isDue(db.tenant(id), now())));
  return ids.filter((_, index) => due[index]);
}
