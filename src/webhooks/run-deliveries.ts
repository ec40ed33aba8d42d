import { type Loop, runLoop } from '../background/run-loop.ts';
import { Deliverer } from './deliver.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { Upkeep } from './upkeep.ts';

/** Whoever has committed something wakes its own process; others find it this much later. */
const REST_MS = 100;
/** What is under way when the service stops. */
const SETTLE_MS_MAX = 5_000;

/** Any number of these may run: each delivery is in one worker's hands at a time. */
export function runDeliveries(context: DeliveryContext, settleMs = SETTLE_MS_MAX): Loop {
  const deliverer = new Deliverer(context);
  const upkeep = new Upkeep(context);
  const loop = runLoop({
    rest_ms: REST_MS,
    onError: (error) => context.onError(error, 0),
    turn: async (signal) => {
      const isStarted = await deliverer.turn(signal);
      return (await upkeep.turn()) || isStarted;
    },
  });
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      await deliverer.settle(settleMs);
    },
  };
}
