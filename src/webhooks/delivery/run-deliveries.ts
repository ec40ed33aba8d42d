import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { dueWork } from '../../platform/background/tenants-with.sql.ts';
import { Deliverer } from './deliver.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { runUpkeep } from './upkeep.ts';

/** What is under way when the service stops. */
const DRAIN_MS_MAX = 5_000;
/** Results are written all the time while there is much to send. */
const TURN_EVERY_MS = 20;
/** Claims, each one short statement: what they start goes on without them. */
const AT_ONCE = 4;

/** Any number of these may run: each delivery is in one worker's hands at a time. */
export function runDeliveries(context: DeliveryContext, drainMs = DRAIN_MS_MAX): Loop {
  const deliverer = new Deliverer({ ...context, onRecorded: () => loop.wake() });
  const loop: Loop = runTenants({
    context,
    turn_every_ms: TURN_EVERY_MS,
    at_once: AT_ONCE,
    due: () => dueWork(context, 'deliveries'),
    turn: (tenantId, { signal, take }) =>
      take('deliveries', async () => (await deliverer.startDue(tenantId, signal)) > 0),
  });
  const upkeep = runUpkeep(context);
  return {
    wake: loop.wake,
    stop: async () => {
      await Promise.all([loop.stop(), upkeep.stop()]);
      await deliverer.drain(drainMs);
    },
  };
}
