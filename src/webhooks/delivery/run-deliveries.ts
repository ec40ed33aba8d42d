import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { dueWork } from '../../platform/background/tenants-with.sql.ts';
import { Timetable } from '../../platform/background/timetable.ts';
import { listTenants } from '../../platform/tenants/tenants.sql.ts';
import { forgetDeliveries } from '../upkeep.sql.ts';
import { Deliverer } from './deliver.ts';
import type { DeliveryContext } from './delivery-context.ts';

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

const UPKEEP_EVERY_MS = 60_000;
/** Deliveries and what was sent are kept this long. */
const KEPT_MS = 30 * 86_400_000;
/** Per turn and tenant, so that deliveries never wait for it. */
const ROWS_MAX = 1_000;

/** Forgets what is old or belongs to deleted endpoints, a little at a time. */
function runUpkeep(context: Pick<DeliveryContext, 'db' | 'now' | 'onError'>): Loop {
  const { db, now } = context;
  const timetable = new Timetable();
  return runTenants({
    context,
    look_every_ms: UPKEEP_EVERY_MS,
    at_once: 1,
    due: async () => timetable.due((await listTenants(db)).map(({ tenant_id }) => tenant_id)),
    turn: async (tenantId, { take }) => {
      const forget = { before: now() - KEPT_MS, limit: ROWS_MAX };
      const forgotten = await take('delivery_upkeep', () =>
        db.transaction(tenantId, (tx) => forgetDeliveries(tx, forget)),
      );
      const has_more = (forgotten ?? 0) >= ROWS_MAX;
      timetable.set(tenantId, has_more ? 0 : UPKEEP_EVERY_MS);
      return has_more;
    },
  });
}
