import { setTimeout as sleep } from 'node:timers/promises';
import { type Loop, runLoop } from './run-loop.ts';
import { TenantTurns, type TurnsContext } from './tenant-turns.ts';
import type { TenantWork } from './tenant-work.rules.ts';

export interface TenantTurn {
  signal: AbortSignal;
  /** Null: it failed, which is recorded, or the tenant rests after a failure. */
  take: <T>(work: TenantWork, turn: () => Promise<T>) => Promise<T | null>;
}

export interface TenantLoop {
  context: TurnsContext;
  rest_ms: number;
  /** At least this long from the beginning of a round that did something to that of the next. */
  turn_every_ms?: number;
  /** Turns of all tenants together. */
  at_once: number;
  /** Turns of one tenant, less than of all together where turns are long: the others then find room. */
  at_once_per_tenant?: number;
  /** The tenants with something to do. */
  due: (turns: TenantTurns) => Promise<Iterable<number>>;
  /** Answers whether there was anything to do. All of it goes through `take`. */
  turn: (tenantId: number, turn: TenantTurn) => Promise<boolean | null>;
}

/**
 * The one way in which work goes over tenants. In a round every tenant with something to do has one turn, a few tenants at
 * once, and nobody has a second one before all have had the first. A turn that takes long keeps its own place and holds nobody
 * else up; one that fails is recorded, and tried again later (`TenantTurns`).
 */
export function runTenants(options: TenantLoop): Loop {
  const { context, rest_ms, at_once, at_once_per_tenant = 1 } = options;
  const turns = new TenantTurns(context);
  const running = new Set<Promise<void>>();
  const perTenant = new Map<number, number>();
  const countOf = (tenantId: number): number => perTenant.get(tenantId) ?? 0;

  async function turnOf(tenantId: number, signal: AbortSignal): Promise<boolean> {
    const take: TenantTurn['take'] = (work, turn) => turns.take(work, tenantId, turn, signal);
    try {
      return (await options.turn(tenantId, { signal, take })) ?? false;
    } catch (error) {
      context.onError(error as Error, tenantId);
      return false;
    }
  }

  function begin(tenantId: number, signal: AbortSignal): Promise<boolean> {
    perTenant.set(tenantId, countOf(tenantId) + 1);
    const turn = turnOf(tenantId, signal);
    const ended: Promise<void> = turn.then(() => {
      running.delete(ended);
      perTenant.set(tenantId, countOf(tenantId) - 1);
      if (countOf(tenantId) === 0) perTenant.delete(tenantId);
    });
    running.add(ended);
    return turn;
  }

  async function round(signal: AbortSignal): Promise<boolean> {
    const begun: Promise<boolean>[] = [];
    for (const tenantId of await options.due(turns)) {
      while (running.size >= at_once) await Promise.race(running);
      if (signal.aborted) return false;
      if (countOf(tenantId) < at_once_per_tenant) begun.push(begin(tenantId, signal));
    }
    return begun.length > 0 && outcome(begun, signal);
  }

  /** Waits for the round, but not for turns that take long: there may be room for others meanwhile. */
  async function outcome(begun: Promise<boolean>[], signal: AbortSignal): Promise<boolean> {
    const waiting = new AbortController();
    let isOver = false;
    let worked = false;
    const all = Promise.all(
      begun.map(async (turn) => {
        if (!(await turn)) return;
        worked = true;
        if (isOver) loop.wake();
      }),
    );
    const late = sleep(rest_ms, undefined, { signal: AbortSignal.any([signal, waiting.signal]) });
    await Promise.race([all, late.catch(() => {})]);
    waiting.abort();
    isOver = true;
    return worked;
  }

  const loop = runLoop({
    rest_ms,
    ...(options.turn_every_ms === undefined ? {} : { turn_every_ms: options.turn_every_ms }),
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
