import { type Loop, type LoopTiming, runLoop } from './run-loop.ts';
import { TenantTurns, type TurnsContext } from './tenant-turns.ts';
import type { TenantWork } from './tenant-work.rules.ts';

export interface TenantTurn {
  signal: AbortSignal;
  /** Null: it failed, which is recorded, or the tenant rests after a failure. */
  take: <T>(work: TenantWork, turn: () => Promise<T>) => Promise<T | null>;
}

export interface TenantLoop extends LoopTiming {
  context: TurnsContext;
  /** Turns of all tenants together. */
  at_once: number;
  /** Turns of one tenant, less than of all together where turns are long: the others then find room. */
  at_once_per_tenant?: number;
  /** The tenants with something to do, and in how many milliseconds others will have. */
  due: (turns: TenantTurns) => Promise<{ tenants: Iterable<number>; next_ms?: number | null }>;
  /**
   * Answers whether there was anything to do, so that there may be more, or in how many milliseconds there will be. All of it
   * goes through `take`.
   */
  turn: (tenantId: number, turn: TenantTurn) => Promise<boolean | number | null>;
}

/**
 * The one way in which work goes over tenants. In a round every tenant with something to do has one turn, a few tenants at
 * once, and nobody has a second one before all have had the first. A turn that takes long keeps its own place and holds nobody
 * else up; one that fails is recorded, and tried again later (`TenantTurns`). Whoever did something is looked at again, until
 * there is nothing left.
 */
export function runTenants(options: TenantLoop): Loop {
  const { context, at_once, at_once_per_tenant = 1 } = options;
  const turns = new TenantTurns(context);
  const running = new Set<Promise<void>>();
  const perTenant = new Map<number, number>();
  /** They had something to do while all their turns were taken. */
  const passedOver = new Set<number>();
  const countOf = (tenantId: number): number => perTenant.get(tenantId) ?? 0;

  async function turnOf(tenantId: number, signal: AbortSignal): Promise<void> {
    const take: TenantTurn['take'] = (work, turn) => turns.take(work, tenantId, turn, signal);
    let answer: boolean | number | null = null;
    try {
      answer = await options.turn(tenantId, { signal, take });
    } catch (error) {
      context.onError(error as Error, tenantId);
    }
    if (answer === true || passedOver.delete(tenantId)) loop.wake();
    else if (typeof answer === 'number') loop.wake(answer);
    const rest = turns.restMs(tenantId);
    if (rest !== null) loop.wake(rest);
  }

  function begin(tenantId: number, signal: AbortSignal): void {
    perTenant.set(tenantId, countOf(tenantId) + 1);
    const ended: Promise<void> = turnOf(tenantId, signal).then(() => {
      running.delete(ended);
      perTenant.set(tenantId, countOf(tenantId) - 1);
      if (countOf(tenantId) === 0) perTenant.delete(tenantId);
    });
    running.add(ended);
  }

  async function round(signal: AbortSignal): Promise<number | null> {
    const { tenants, next_ms = null } = await options.due(turns);
    for (const tenantId of tenants) {
      while (running.size >= at_once) await Promise.race(running);
      if (signal.aborted) return null;
      if (countOf(tenantId) < at_once_per_tenant) begin(tenantId, signal);
      else passedOver.add(tenantId);
    }
    return next_ms;
  }

  const { look_every_ms, turn_every_ms } = options;
  const loop = runLoop({
    ...(look_every_ms === undefined ? {} : { look_every_ms }),
    ...(turn_every_ms === undefined ? {} : { turn_every_ms }),
    turn: round,
    onError: (error) => context.onError(error, 0),
  });
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      await Promise.all(running);
    },
  };
}
