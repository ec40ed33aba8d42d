import type { Database, Querier } from '../database/database.ts';
import { LapseError } from '../errors.ts';
import type { Tenant } from './tenant.rules.ts';
import { TenantCache } from './tenant-cache.sql.ts';

type Registry = Pick<Database, 'registry'>;

/** One cache per database, so that two in one process never answer for each other. */
const caches = new WeakMap<Registry, TenantCache>();

function cacheOf(db: Registry): TenantCache {
  let cache = caches.get(db);
  if (cache === undefined) {
    cache = new TenantCache((tids) => selectTenants(db, tids));
    caches.set(db, cache);
  }
  return cache;
}

/** Cached: a tenant added elsewhere is seen within seconds. */
export function findTenant(db: Registry, tid: string): Promise<Tenant | null> {
  return cacheOf(db).find(tid);
}

function selectTenants(db: Registry, tids: readonly string[]): Promise<Tenant[]> {
  return db.registry<Tenant>('SELECT tenant_id, tid, issuer FROM tenants WHERE tid = ANY($1::text[])', [
    tids,
  ]);
}

/** Registers the tenants that are missing, with the configured issuer. Answers in the order of `tids`. */
export async function ensureTenants(db: Registry, tids: readonly string[]): Promise<Tenant[]> {
  // Known ones are left out first: a conflict would use up a number of the sequence at every start.
  await db.registry(
    `INSERT INTO tenants (tid)
     SELECT tid FROM unnest($1::text[]) AS wanted (tid)
     WHERE NOT EXISTS (SELECT FROM tenants WHERE tenants.tid = wanted.tid)
     ON CONFLICT (tid) DO NOTHING`,
    [tids],
  );
  for (const tid of tids) cacheOf(db).forget(tid);
  const byTid = new Map((await selectTenants(db, tids)).map((tenant) => [tenant.tid, tenant]));
  return tids.flatMap((tid) => byTid.get(tid) ?? []);
}

/** The same tenant may be added twice. Another issuer for it is a `conflict`: tokens of the old one would stop working. */
export async function addTenant(db: Registry, tid: string, issuer: string | null): Promise<Tenant> {
  await db.registry('INSERT INTO tenants (tid, issuer) VALUES ($1, $2) ON CONFLICT (tid) DO NOTHING', [
    tid,
    issuer,
  ]);
  cacheOf(db).forget(tid);
  const [tenant] = await selectTenants(db, [tid]);
  if (tenant?.issuer !== issuer) {
    const existing = tenant?.issuer ?? 'the configured one';
    throw new LapseError('conflict', `The tenant ${tid} exists already, with another issuer: ${existing}.`);
  }
  return tenant;
}

export function listTenants(db: Registry): Promise<Tenant[]> {
  return db.registry<Tenant>('SELECT tenant_id, tid, issuer FROM tenants ORDER BY tid');
}

/** The tenant, if there is exactly one. */
export async function onlyTenant(db: Registry): Promise<Tenant | null> {
  const [tenant, other] = await db.registry<Tenant>('SELECT tenant_id, tid, issuer FROM tenants LIMIT 2');
  return tenant && !other ? tenant : null;
}

/** What the tenant is called at its identity provider. */
export async function tenantTid(q: Querier): Promise<string> {
  const [row] = await q.query<{ tid: string }>('SELECT tid FROM tenants WHERE tenant_id = $1', [q.tenant_id]);
  return row?.tid ?? String(q.tenant_id);
}
