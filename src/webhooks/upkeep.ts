import { listTenants } from '../store/tenants.ts';
import { forgetDeliveries } from '../store/webhook-upkeep.ts';
import type { DeliveryContext } from './delivery-context.ts';

const EVERY_MS = 60_000;
/** Deliveries and what was sent are kept this long. */
export const KEPT_MS = 30 * 86_400_000;
/** Per turn and tenant, so that deliveries never wait for it. */
const ROWS_MAX = 1_000;

/** Forgets what is old or belongs to deleted endpoints, a little at a time. */
export class Upkeep {
  readonly #context: Pick<DeliveryContext, 'db' | 'now'>;
  #nextAt = 0;

  constructor(context: Pick<DeliveryContext, 'db' | 'now'>) {
    this.#context = context;
  }

  /** Answers whether there is more to forget. */
  async turn(): Promise<boolean> {
    const { db, now } = this.#context;
    if (now() < this.#nextAt) return false;
    let isMore = false;
    for (const { tenant_id } of await listTenants(db)) {
      const before = now() - KEPT_MS;
      const forgotten = await db.transaction(tenant_id, (tx) =>
        forgetDeliveries(tx, { before, limit: ROWS_MAX }),
      );
      isMore ||= forgotten >= ROWS_MAX;
    }
    if (!isMore) this.#nextAt = now() + EVERY_MS;
    return isMore;
  }
}
