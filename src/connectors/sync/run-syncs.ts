import { v7 as uuidv7 } from 'uuid';
import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { dueWork } from '../../platform/background/tenants-with.sql.ts';
import type { RemediationContext } from '../../remediation/engine/remediation-context.ts';
import { claimConnector } from '../leases.sql.ts';
import { SYNC_LEASE_MS, syncConnector } from './sync-connector.ts';

/** Reads one connector of the tenant that is due. Answers whether there was one. */
export async function syncTenant(
  context: RemediationContext,
  tenantId: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, now } = context;
  const lease = uuidv7();
  const claim = { now: now(), lease, lease_ms: SYNC_LEASE_MS };
  const due = await db.transaction(tenantId, (tx) => claimConnector(tx, claim));
  if (!due) return false;
  await syncConnector({ db, tenant_id: tenantId, lease, now, signal }, due, () =>
    context.openConnector(tenantId, due.id),
  );
  return true;
}

/** Of all tenants: a platform that hangs keeps one of these until its time is up. */
const AT_ONCE = 8;

/** Any number of these may run: each connector is in one worker's hands at a time. */
export function runSyncs(context: RemediationContext): Loop {
  return runTenants({
    context,
    at_once: AT_ONCE,
    due: () => dueWork(context, 'connectors'),
    turn: (tenantId, { signal, take }) => take('syncs', () => syncTenant(context, tenantId, signal)),
  });
}
