import type { PipelineContext } from '../core/pipeline/process-tenant.ts';
import type { Loop } from '../platform/background/run-loop.ts';
import { runTenants } from '../platform/background/run-tenants.ts';
import { tenantsWith } from '../platform/background/tenants-with.sql.ts';
import { evaluateAlerts } from './evaluate-alerts.ts';

/** Short against the time between two looks at a tenant, so that these come when they are due. */
const REST_MS = 1_000;

const AT_ONCE = 2;

/** Looks at the operational alerts of every tenant. Any number of these may run: each look is taken by one. */
export function runAlerts(context: Pick<PipelineContext, 'db' | 'now' | 'newId' | 'onError'>): Loop {
  const { db, now, newId } = context;
  return runTenants({
    context,
    rest_ms: REST_MS,
    at_once: AT_ONCE,
    due: () => tenantsWith(context, 'alerts'),
    turn: async (tenantId, { take }) => {
      await take('alerts', () => evaluateAlerts(db, tenantId, { now: now(), newId }));
      return false;
    },
  });
}
