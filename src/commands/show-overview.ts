import { dateOf } from '../domain/overview.ts';
import type { Database } from '../store/database.ts';
import { scanOverview } from '../store/overview-figures.ts';
import { loadOverview } from '../store/overview-live.ts';
import { loadPolicy } from '../store/policies.ts';

export async function showOverview(db: Database, tenantId: number, now: number) {
  const { policy } = await loadPolicy(db.tenant(tenantId));
  const { bands, reviews, history } = await loadOverview(db.tenant(tenantId), { policy, now });
  const figures = await db.transaction(tenantId, (tx) => scanOverview(tx, { policy, now }));
  const total = bands.low + bands.medium + bands.high + bands.critical;
  const today = { date: dateOf(now), ...bands };
  return {
    as_of: new Date(now).toISOString(),
    computed_at: new Date(now).toISOString(),
    grants: { total, bands },
    history: [...history, today],
    reviews,
    ...figures,
  };
}
