import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { Timetable } from '../../platform/background/timetable.ts';
import { listTenants } from '../../platform/tenants/tenants.sql.ts';
import { maintainStore, maintainTenant } from './maintain.ts';
import type { PipelineContext } from './process-tenant.ts';

const EVERY_MS = 60_000;

/** What time alone makes necessary, and nobody waits for. */
export function runMaintenance(context: PipelineContext): Loop {
  const timetable = new Timetable();
  return runTenants({
    context,
    look_every_ms: EVERY_MS,
    at_once: 1,
    due: async (turns) => {
      const tenants = (await listTenants(context.db)).map((tenant) => tenant.tenant_id);
      await maintainStore(context, { tenants, turns }).catch((error) => context.onError(error as Error, 0));
      return timetable.due(tenants);
    },
    turn: async (tenantId, { take }) => {
      timetable.set(tenantId, EVERY_MS);
      await take('maintain', () => maintainTenant(context, tenantId));
      return null;
    },
  });
}
