import { setTimeout as sleep } from 'node:timers/promises';
import { LapseError } from '../domain/errors.ts';
import { StageTimes } from '../domain/stage-times.ts';
import { addStageTimings } from '../store/stage-timings.ts';
import { listTenants } from '../store/tenants.ts';
import { maintainStore, maintainTenant } from './maintain.ts';
import { type PipelineContext, processTenant } from './process-tenant.ts';
import { sweepTenant } from './sweep.ts';

/** Doubled while there is nothing to do; what comes in through the gateway of this process ends the rest. */
const IDLE_MS_MIN = 100;
const IDLE_MS_MAX = 400;
/** Crossings are announced within seconds; finding none costs three probes of an index. */
const SWEEP_EVERY_MS = 2_000;
const TENANTS_EVERY_MS = 2_000;
const MAINTAIN_EVERY_MS = 60_000;
/** What is known of the last ten minutes may be a few seconds behind. */
const TIMES_EVERY_MS = 5_000;
/**
 * Events that come one by one are applied together: a turn costs nearly the same for one event as for fifty. What comes
 * after a pause is applied at once.
 */
const TURN_EVERY_MS = 50;
const AFTER_FAILURE_MS = 1_000;

export interface Pipeline {
  /** There is something to do: do not wait for the next look. */
  wake(): void;
  stop(): Promise<void>;
}

/** Applies what arrives, for all tenants in turn, until it is stopped. Any number of these may run. */
export function runPipeline(given: PipelineContext): Pipeline {
  const times = new StageTimes();
  const context = { ...given, times };
  const stopping = new AbortController();
  let alarm = new AbortController();
  let isWoken = false;

  const due = new Map<string, number>();
  const isDue = (what: string, everyMs: number): boolean => {
    // Time since start: a clock that was set back would keep everything from being due.
    if ((due.get(what) ?? 0) > performance.now()) return false;
    due.set(what, performance.now() + everyMs);
    return true;
  };

  async function turn(tenants: number[]): Promise<boolean> {
    let worked = false;
    for (const tenantId of tenants) {
      if (stopping.signal.aborted) return false;
      worked = (await processTenant(context, tenantId)) || worked;
      if (isDue(`sweep ${tenantId}`, SWEEP_EVERY_MS) && (await sweepTenant(context, tenantId)) > 0) {
        // There may be more of it: go on after the events that came in meanwhile.
        due.delete(`sweep ${tenantId}`);
        worked = true;
      }
      if (isDue(`maintain ${tenantId}`, MAINTAIN_EVERY_MS)) await maintainTenant(context, tenantId);
    }
    return worked;
  }

  async function loop(): Promise<void> {
    let tenants: number[] = [];
    let idleMs = IDLE_MS_MIN;
    while (!stopping.signal.aborted) {
      try {
        if (isDue('tenants', TENANTS_EVERY_MS)) {
          tenants = (await listTenants(context.db)).map((tenant) => tenant.tenant_id);
        }
        if (isDue('store', MAINTAIN_EVERY_MS)) await maintainStore(context, tenants);
        if (isDue('times', TIMES_EVERY_MS)) await saveTimes(context);
        const began = performance.now();
        isWoken = false;
        if (await turn(tenants)) {
          idleMs = IDLE_MS_MIN;
          await pause(began + TURN_EVERY_MS - performance.now());
        } else {
          await rest(idleMs);
          idleMs = isWoken ? IDLE_MS_MIN : Math.min(IDLE_MS_MAX, idleMs * 2);
        }
      } catch (error) {
        // The database is away, or something is wrong that the next turn may find mended.
        if (!(error instanceof LapseError)) context.onError(error as Error, 0);
        isWoken = false;
        await rest(AFTER_FAILURE_MS);
      }
    }
  }

  const pause = async (ms: number): Promise<void> => {
    if (ms > 0) await sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  };

  async function rest(ms: number): Promise<void> {
    if (isWoken) return;
    alarm = new AbortController();
    const signal = AbortSignal.any([alarm.signal, stopping.signal]);
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  const done = loop();
  return {
    wake: () => {
      isWoken = true;
      alarm.abort();
    },
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

/** One statement per tenant that had something to do, however many batches that was. */
async function saveTimes({ db, now, times }: PipelineContext & { times: StageTimes }): Promise<void> {
  for (const { tenant_id, stages } of times.take()) {
    await addStageTimings(db.alone(tenant_id), stages, now());
  }
}
