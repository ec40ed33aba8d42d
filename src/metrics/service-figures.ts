import type { Database } from '../store/database.ts';
import { loadOperationalFigures } from '../store/operational-figures.ts';
import { loadPolicy } from '../store/policies.ts';
import { listTenants } from '../store/tenants.ts';
import type { TenantFigures } from './service-metrics.ts';

/** However many scrape, and however often: the database is asked once in this time. */
const REMEMBERED_MS = 5_000;
/** Tenants asked at once, so that a scrape leaves connections to others. */
const AT_ONCE = 2;

/** Figures of the whole service, the same from every process. */
export function createServiceFigures({
  db,
  now,
}: {
  db: Database;
  now: () => number;
}): () => Promise<TenantFigures[]> {
  let asked: { at: number; answer: Promise<TenantFigures[]> } | null = null;
  return () => {
    const at = now();
    if (asked === null || at - asked.at >= REMEMBERED_MS || at < asked.at) {
      const answer = loadAll(db, at);
      const mine = { at, answer };
      asked = mine;
      // A failure is not remembered: the next one asks again.
      answer.catch(() => {
        if (asked === mine) asked = null;
      });
    }
    return asked.answer;
  };
}

async function loadAll(db: Database, now: number): Promise<TenantFigures[]> {
  const waiting = await listTenants(db);
  const found = new Map<number, TenantFigures>();
  const order = waiting.map(({ tenant_id }) => tenant_id);
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { tenant_id, tid } = next;
      const { policy } = await loadPolicy(db.tenant(tenant_id));
      const figures = await db.transaction(
        tenant_id,
        (tx) => loadOperationalFigures(tx, { policy, now }),
        'force_generic_plan',
      );
      found.set(tenant_id, { tid, figures });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return order.map((id) => found.get(id) as TenantFigures);
}
