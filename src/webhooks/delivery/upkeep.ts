import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { Timetable } from '../../platform/background/timetable.ts';
import { listTenants } from '../../platform/tenants/tenants.sql.ts';
import { forgetDeliveries } from '../upkeep.sql.ts';
import type { DeliveryContext } from './delivery-context.ts';

const EVERY_MS = 60_000;
/** Deliveries and what was sent are kept this long. */
export const KEPT_MS = 30 * 86_400_000;
/** Per turn and tenant, so that deliveries never wait for it. */
const ROWS_MAX = 1_000;

/** Forgets what is old or belongs to deleted endpoints, a little at a time. */
export function runUpkeep(context: Pick<DeliveryContext, 'db' | 'now' | 'onError'>): Loop {
  const { db, now } = context;
  const timetable = new Timetable();
  return runTenants({
    context,
    look_every_ms: EVERY_MS,
    at_once: 1,
    due: async () => timetable.due((await listTenants(db)).map(({ tenant_id }) => tenant_id)),
    turn: async (tenantId, { take }) => {
      const forget = { before: now() - KEPT_MS, limit: ROWS_MAX };
      const forgotten = await take('delivery_upkeep', () =>
        db.transaction(tenantId, (tx) => forgetDeliveries(tx, forget)),
      );
      const has_more = (forgotten ?? 0) >= ROWS_MAX;
      timetable.set(tenantId, has_more ? 0 : EVERY_MS);
      return has_more;
    },
  });
}
