import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, type Kind, readOn, sendUses } from './clients.ts';
import type { FaultMode, FaultProxy } from './fault-proxy.ts';
import { makeUses, TENANTS } from './uses.ts';

const POLL_MS = 10;

/** Waits for something, or for the end of the work that could bring it about. */
export async function until(isTrue: () => boolean, isOver: () => boolean = () => false): Promise<void> {
  while (!isTrue() && !isOver()) await sleep(POLL_MS);
}

export interface Load {
  singles: number;
  batches: number;
  streams: number;
  per_batch?: number;
  per_stream?: number;
  with_id?: boolean;
}

/** Both tenants send all three kinds at once, and read meanwhile; single events go on for as long as it takes. */
export async function runLoad(
  caller: Caller,
  load: Load,
  isEnough: () => boolean = () => true,
): Promise<void> {
  const reading = new AbortController();
  const reads = TENANTS.map((tenant) => readOn({ ...caller, signal: reading.signal }, tenant));
  const lane = async (tenant: (typeof TENANTS)[number], kind: Kind, count: number, size: number) => {
    const goesOn = (index: number) => index < count || (kind === 'single' && !isEnough());
    for (let index = 0; goesOn(index) && !caller.signal?.aborted; index += 1) {
      await sendUses(caller, makeUses(tenant, size, { with_id: load.with_id ?? true }), kind);
    }
  };
  await Promise.all(
    TENANTS.flatMap((tenant) => [
      lane(tenant, 'single', Math.ceil(load.singles / 2), 1),
      lane(tenant, 'single', Math.floor(load.singles / 2), 1),
      lane(tenant, 'batch', load.batches, load.per_batch ?? 10),
      lane(tenant, 'stream', load.streams, load.per_stream ?? 100),
    ]),
  );
  reading.abort();
  await Promise.all(reads);
}

export interface Disturbance {
  rounds: number;
  /** The worst time from the end of a fault to the next thing acknowledged. */
  recovery_ms: number;
}

/**
 * Turns a fault on and off while a load runs: on after something was acknowledged, off when the fault has been felt
 * often enough, and on again once something more was acknowledged.
 */
export async function disturb(
  options: {
    on: () => void | Promise<void>;
    off: () => void | Promise<void>;
    isFelt: () => boolean;
    acknowledged: () => number;
    rounds: number;
  },
  startLoad: (isEnough: () => boolean) => Promise<unknown>,
): Promise<Disturbance> {
  const result: Disturbance = { rounds: 0, recovery_ms: 0 };
  let isOver = false;
  const over = () => isOver;
  const ended = startLoad(() => result.rounds >= options.rounds).finally(() => {
    isOver = true;
  });
  ended.catch(() => {});
  while (!isOver && result.rounds < options.rounds) {
    const before = options.acknowledged();
    await until(() => options.acknowledged() > before, over);
    if (isOver) break;
    await options.on();
    await until(options.isFelt, over);
    await options.off();
    const [since, known] = [performance.now(), options.acknowledged()];
    await until(() => options.acknowledged() > known, over);
    result.rounds += 1;
    result.recovery_ms = Math.max(result.recovery_ms, performance.now() - since);
  }
  await ended;
  return result;
}

export function disturbWith(
  proxy: FaultProxy,
  mode: FaultMode,
  { rounds, felt, acknowledged }: { rounds: number; felt: number; acknowledged: () => number },
  startLoad: (isEnough: () => boolean) => Promise<unknown>,
): Promise<Disturbance> {
  return disturb(
    {
      on: () => proxy.set(mode),
      off: () => proxy.set('pass'),
      isFelt: () => proxy.felt >= felt,
      acknowledged,
      rounds,
    },
    startLoad,
  );
}
