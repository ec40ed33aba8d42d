import { type Loop, runLoop } from '../background/run-loop.ts';
import { evaluateAlerts } from '../commands/evaluate-alerts.ts';
import { tenantsWith } from '../store/tenants-with.ts';
import type { PipelineContext } from './process-tenant.ts';

/** Short against the time between two looks at a tenant, so that these come when they are due. */
const REST_MS = 1_000;

/** Looks at the operational alerts of every tenant. Any number of these may run: each look is taken by one. */
export function runAlerts(context: Pick<PipelineContext, 'db' | 'now' | 'newId' | 'onError'>): Loop {
  const { db, now, newId } = context;
  return runLoop({
    rest_ms: REST_MS,
    onError: (error) => context.onError(error, 0),
    turn: async (signal) => {
      for (const tenantId of await tenantsWith(context, 'alerts')) {
        if (!signal.aborted) await evaluateAlerts(db, tenantId, { now: now(), newId });
      }
      return false;
    },
  });
}
