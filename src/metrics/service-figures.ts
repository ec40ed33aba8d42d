import { loadOperationalFigures } from '../alerts/operational-figures.sql.ts';
import { loadPolicy } from '../core/policy/policies.sql.ts';
import { TenantTurns } from '../platform/background/tenant-turns.ts';
import type { Database } from '../platform/database/database.ts';
import { listTenants } from '../platform/tenants/tenants.sql.ts';
import type { TenantFigures } from './service-metrics.ts';

/** However many scrape, and however often: the database is asked once in this time. */
const REMEMBERED_MS = 5_000;
/** Tenants asked at once, so that a scrape leaves connections to others. */
const AT_ONCE = 2;

/** Figures of the whole service, the same from every process. */
export function createServiceFigures(context: {
  db: Database;
  now: () => number;
  onError: (error: Error, tenantId: number) => void;
}): () => Promise<TenantFigures[]> {
  const { db, now } = context;
  const turns = new TenantTurns(context);
  let asked: { at: number; answer: Promise<TenantFigures[]> } | null = null;
  return () => {
    const at = now();
    if (asked === null || at - asked.at >= REMEMBERED_MS || at < asked.at) {
      const answer = loadAll(db, at, turns);
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

/** A tenant whose figures cannot be read is left out, and the others are told. */
async function loadAll(db: Database, now: number, turns: TenantTurns): Promise<TenantFigures[]> {
  const waiting = await listTenants(db);
  const found = new Map<number, TenantFigures>();
  const order = waiting.map(({ tenant_id }) => tenant_id);
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { tenant_id, tid } = next;
      const figures = await turns.take('figures', tenant_id, async () => {
        const { policy } = await loadPolicy(db.tenant(tenant_id));
        return db.transaction(
          tenant_id,
          (tx) => loadOperationalFigures(tx, { policy, now }),
          'force_generic_plan',
        );
      });
      if (figures !== null) found.set(tenant_id, { tid, figures });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return order.flatMap((id) => found.get(id) ?? []);
}
