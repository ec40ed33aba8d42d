import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants, type TenantTurn } from '../../platform/background/run-tenants.ts';
import type { TenantTurns } from '../../platform/background/tenant-turns.ts';
import { tenantsWith } from '../../platform/background/tenants-with.sql.ts';
import { renewStatistics } from '../../platform/database/statistics.ts';
import { listTenants } from '../../platform/tenants/tenants.sql.ts';
import { sweepTenant } from '../scores/sweep/sweep.ts';
import { maintainStore, maintainTenant } from './maintain.ts';
import { type PipelineContext, processTenant } from './process-tenant.ts';
import { StageTimes } from './stage-times.rules.ts';
import { addStageTimings } from './stage-timings.sql.ts';

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

/** One tenant that waits for a lock does not hold the others up; more would only take turns at the same processors. */
const AT_ONCE = 2;

/** Applies what arrives, for all tenants in turn, until it is stopped. Any number of these may run. */
export function runPipeline(given: PipelineContext): Loop {
  const times = new StageTimes();
  const context = { ...given, times };
  const schedule = new Schedule();
  let tenants: number[] = [];
  let waiting = new Set<number>();

  /** Answers whether there was anything to do, or will be in a moment. */
  async function apply(tenantId: number, take: TenantTurn['take']): Promise<boolean> {
    if (!schedule.begin(`apply ${tenantId}`, TENANT_EVERY_MS)) return true;
    const worked = await take('apply', () => processTenant(context, tenantId));
    if (worked === 'more waits') schedule.again(`apply ${tenantId}`);
    return worked !== null && worked !== false;
  }

  async function sweep(tenantId: number, take: TenantTurn['take']): Promise<boolean> {
    if (!schedule.begin(`sweep ${tenantId}`, SWEEP_EVERY_MS)) return false;
    const swept = (await take('sweep', () => sweepTenant(context, tenantId))) ?? 0;
    // There may be more of it: go on after the events that came in meanwhile.
    if (swept > 0) schedule.again(`sweep ${tenantId}`);
    return swept > 0;
  }

  async function turn(tenantId: number, { take }: TenantTurn): Promise<boolean> {
    const applied = waiting.has(tenantId) && (await apply(tenantId, take));
    const swept = await sweep(tenantId, take);
    if (schedule.begin(`maintain ${tenantId}`, MAINTAIN_EVERY_MS))
      await take('maintain', () => maintainTenant(context, tenantId));
    return applied || swept;
  }

  /** What is not any tenant's own: nobody waits for it, and its failure is nobody's. */
  async function beside(what: string, everyMs: number, work: () => Promise<unknown>): Promise<void> {
    if (!schedule.begin(what, everyMs)) return;
    await work().catch((error) => context.onError(error as Error, 0));
  }

  async function due(turns: TenantTurns): Promise<number[]> {
    if (schedule.begin('tenants', TENANTS_EVERY_MS))
      tenants = (await listTenants(context.db)).map((tenant) => tenant.tenant_id);
    await beside('store', MAINTAIN_EVERY_MS, () => maintainStore(context, { tenants, turns }));
    await beside('statistics', STATISTICS_EVERY_MS, () => renewStatistics(context.db));
    await beside('times', TIMES_EVERY_MS, () => saveTimes(context, turns));
    waiting = new Set(await tenantsWith(context, 'events'));
    return tenants.filter(
      (tenantId) =>
        waiting.has(tenantId) ||
        schedule.isDue(`sweep ${tenantId}`) ||
        schedule.isDue(`maintain ${tenantId}`),
    );
  }

  return runTenants({
    context,
    rest_ms: REST_MS,
    turn_every_ms: TURN_EVERY_MS,
    at_once: AT_ONCE,
    due,
    turn,
  });
}

/** What is done at most so often. By the time since start: a clock that was set back would keep everything from being due. */
class Schedule {
  readonly #next = new Map<string, number>();

  isDue(what: string): boolean {
    return (this.#next.get(what) ?? 0) <= performance.now();
  }

  /** Whether it is due; then it is not for a while. */
  begin(what: string, everyMs: number): boolean {
    if (!this.isDue(what)) return false;
    this.#next.set(what, performance.now() + everyMs);
    return true;
  }

  again(what: string): void {
    this.#next.delete(what);
  }
}

/** One statement per tenant that had something to do, however many batches that was. */
async function saveTimes(
  { db, now, times }: PipelineContext & { times: StageTimes },
  turns: TenantTurns,
): Promise<void> {
  for (const { tenant_id, stages } of times.take()) {
    await turns.take('stage_times', tenant_id, () => addStageTimings(db.alone(tenant_id), stages, now()));
  }
}
