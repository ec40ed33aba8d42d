import { type Loop, runLoop } from '../background/run-loop.ts';
import { StageTimes } from '../domain/stage-times.ts';
import { addStageTimings } from '../store/stage-timings.ts';
import { renewStatistics } from '../store/statistics.ts';
import { listTenants } from '../store/tenants.ts';
import { tenantsWith } from '../store/tenants-with.ts';
import { maintainStore, maintainTenant } from './maintain.ts';
import { type PipelineContext, processTenant } from './process-tenant.ts';
import { sweepTenant } from './sweep.ts';

/** What comes in through the gateway of this process ends the rest. */
const REST_MS = 100;
/** Crossings are announced within seconds; finding none costs two short statements. */
const SWEEP_EVERY_MS = 2_000;
const TENANTS_EVERY_MS = 2_000;
const MAINTAIN_EVERY_MS = 60_000;
/** As long as reads may go by plans for a table that was small: a look at counters in memory. */
const STATISTICS_EVERY_MS = 2_000;
/** What is known of the last ten minutes may be a few seconds behind. */
const TIMES_EVERY_MS = 5_000;
/**
 * Events that come one by one are applied together: a turn costs nearly the same for one event as for fifty. What comes
 * after a pause is applied at once.
 */
const TURN_EVERY_MS = 50;
/** The same for what comes in a tenant's stream, ten pieces a second of it: nobody waits for each of them. */
const TENANT_EVERY_MS = 500;

/** Applies what arrives, for all tenants in turn, until it is stopped. Any number of these may run. */
export function runPipeline(given: PipelineContext): Loop {
  const times = new StageTimes();
  const context = { ...given, times };
  let tenants: number[] = [];

  const due = new Map<string, number>();
  const isDue = (what: string, everyMs: number): boolean => {
    // Time since start: a clock that was set back would keep everything from being due.
    if ((due.get(what) ?? 0) > performance.now()) return false;
    due.set(what, performance.now() + everyMs);
    return true;
  };

  /** Answers whether there was anything to do, or will be in a moment. */
  async function applyWaiting(tenantId: number): Promise<boolean> {
    if (!isDue(`apply ${tenantId}`, TENANT_EVERY_MS)) return true;
    const worked = await processTenant(context, tenantId);
    if (worked !== 'caught up') due.delete(`apply ${tenantId}`);
    return worked !== false;
  }

  async function workFor(tenantId: number, hasWork: boolean): Promise<boolean> {
    let worked = hasWork && (await applyWaiting(tenantId));
    if (isDue(`sweep ${tenantId}`, SWEEP_EVERY_MS) && (await sweepTenant(context, tenantId)) > 0) {
      // There may be more of it: go on after the events that came in meanwhile.
      due.delete(`sweep ${tenantId}`);
      worked = true;
    }
    if (isDue(`maintain ${tenantId}`, MAINTAIN_EVERY_MS)) await maintainTenant(context, tenantId);
    return worked;
  }

  async function turn(signal: AbortSignal): Promise<boolean> {
    if (isDue('tenants', TENANTS_EVERY_MS))
      tenants = (await listTenants(context.db)).map((tenant) => tenant.tenant_id);
    if (isDue('store', MAINTAIN_EVERY_MS)) await maintainStore(context, tenants);
    if (isDue('statistics', STATISTICS_EVERY_MS)) await renewStatistics(context.db);
    if (isDue('times', TIMES_EVERY_MS)) await saveTimes(context);
    const waiting = new Set(await tenantsWith(context, 'events'));
    let worked = false;
    for (const tenantId of tenants) {
      if (signal.aborted) return false;
      worked = (await workFor(tenantId, waiting.has(tenantId))) || worked;
    }
    return worked;
  }

  return runLoop({
    turn,
    rest_ms: REST_MS,
    turn_every_ms: TURN_EVERY_MS,
    onError: (error) => context.onError(error, 0),
  });
}

/** One statement per tenant that had something to do, however many batches that was. */
async function saveTimes({ db, now, times }: PipelineContext & { times: StageTimes }): Promise<void> {
  for (const { tenant_id, stages } of times.take()) {
    await addStageTimings(db.alone(tenant_id), stages, now());
  }
}
