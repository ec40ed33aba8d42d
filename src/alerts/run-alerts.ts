import type { PipelineContext } from '../core/pipeline/process-tenant.ts';
import type { Loop } from '../platform/background/run-loop.ts';
import { runTenants } from '../platform/background/run-tenants.ts';
import { dueWork } from '../platform/background/tenants-with.sql.ts';
import { evaluateAlerts } from './evaluate-alerts.ts';

const AT_ONCE = 2;

/** Looks at the operational alerts of every tenant. Any number of these may run: each look is taken by one. */
export function runAlerts(context: Pick<PipelineContext, 'db' | 'now' | 'onError'>): Loop {
  const { db, now } = context;
  return runTenants({
    context,
    at_once: AT_ONCE,
    due: () => dueWork(context, 'alerts'),
    turn: async (tenantId, { take }) => {
      await take('alerts', () => evaluateAlerts(db, tenantId, now()));
      return false;
    },
  });
}
