import type { Loop } from '../../../platform/background/run-loop.ts';
import { runTenants } from '../../../platform/background/run-tenants.ts';
import { Timetable } from '../../../platform/background/timetable.ts';
import { renewStatistics } from '../../../platform/database/statistics.ts';
import { listTenants } from '../../../platform/tenants/tenants.sql.ts';
import type { PipelineContext } from '../../pipeline/process-tenant.ts';
import { lookAtTime, sweepTenant } from './sweep.ts';

/** After a change every tenant is looked at, which costs two short statements where nothing is due. */
const SWEEP_EVERY_MS = 2_000;
/** For what is due and had to wait, such as scores of a platform that is not watched. */
const LOOK_EVERY_MS = 15_000;
const AT_ONCE = 2;

/** Brings about what time makes due, at its instant, and soon after a change. Any number of these may run. */
export function runSweeps(context: PipelineContext): Loop {
  const timetable = new Timetable();
  const loop = runTenants({
    context,
    look_every_ms: LOOK_EVERY_MS,
    turn_every_ms: SWEEP_EVERY_MS,
    at_once: AT_ONCE,
    due: async () => {
      // Of no tenant: plans of reads that were made for a small table are made anew.
      await renewStatistics(context.db).catch((error) => context.onError(error as Error, 0));
      return timetable.due((await listTenants(context.db)).map((tenant) => tenant.tenant_id));
    },
    turn: async (tenantId, { take }) => {
      timetable.set(tenantId, LOOK_EVERY_MS);
      const next_ms = await take('sweep', async () => {
        const due = await lookAtTime(context, tenantId);
        // There may be more of it: go on after the others.
        return (await sweepTenant(context, tenantId, due)) > 0 ? 0 : due.next_ms;
      });
      if (next_ms !== null && next_ms < LOOK_EVERY_MS) timetable.set(tenantId, next_ms);
      return next_ms;
    },
  });
  return {
    ...loop,
    wake: () => {
      timetable.clear();
      loop.wake();
    },
  };
}
