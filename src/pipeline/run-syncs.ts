import { type Loop, runLoop } from '../background/run-loop.ts';
import { SYNC_LEASE_MS, syncConnector } from '../commands/sync-connector.ts';
import { claimConnector } from '../store/connector-leases.ts';
import { tenantsWith } from '../store/tenants-with.ts';
import type { RemediationContext } from './remediation-context.ts';

const REST_MS = 1_000;

/** Reads one connector of the tenant that is due. Answers whether there was one. */
export async function syncTenant(
  context: RemediationContext,
  tenantId: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, now, newId } = context;
  const lease = newId();
  const claim = { now: now(), lease, lease_ms: SYNC_LEASE_MS };
  const due = await db.transaction(tenantId, (tx) => claimConnector(tx, claim));
  if (!due) return false;
  await syncConnector({ db, tenant_id: tenantId, lease, now, newId, signal }, due, () =>
    context.openConnector(tenantId, due.id),
  );
  return true;
}

/** Any number of these may run: each connector is in one worker's hands at a time. */
export function runSyncs(context: RemediationContext): Loop {
  return runLoop({
    rest_ms: REST_MS,
    onError: (error) => context.onError(error, 0),
    turn: async (signal) => {
      const due = await tenantsWith(context, 'connectors');
      for (const tenantId of due) if (!signal.aborted) await syncTenant(context, tenantId, signal);
      return due.length > 0;
    },
  });
}
