import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import type { TenantTurns } from '../../platform/background/tenant-turns.ts';
import { dueWork } from '../../platform/background/tenants-with.sql.ts';
import { type PipelineContext, processTenant } from './process-tenant.ts';
import { StageTimes } from './stage-times.rules.ts';
import { addStageTimings } from './stage-timings.sql.ts';

/** What is known of the last ten minutes may be a few seconds behind. */
const TIMES_EVERY_MS = 5_000;
/** One tenant that waits for a lock does not hold the others up; more would only take turns at the same processors. */
const AT_ONCE = 2;

/** Applies what arrives, for all tenants in turn, until it is stopped. Any number of these may run. */
export function runPipeline(given: PipelineContext): Loop {
  const times = new StageTimes();
  const context = { ...given, times };
  let saveAt = 0;

  /** Nobody waits for it. */
  async function saveTimes(turns: TenantTurns): Promise<void> {
    if (performance.now() < saveAt) return;
    saveAt = performance.now() + TIMES_EVERY_MS;
    const { db, now } = context;
    for (const { tenant_id, stages } of times.take()) {
      await turns.take('stage_times', tenant_id, () => addStageTimings(db.alone(tenant_id), stages, now()));
    }
  }

  return runTenants({
    context,
    at_once: AT_ONCE,
    due: async (turns) => {
      await saveTimes(turns);
      return dueWork(context, 'events');
    },
    turn: (tenantId, { take }) => take('apply', () => processTenant(context, tenantId)),
  });
}
