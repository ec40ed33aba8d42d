import type { Database } from '../../platform/database/database.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { dateOf, NO_REMOVALS } from './overview.rules.ts';
import { loadOverview } from './overview-live.sql.ts';
import { askForOverview } from './overviews.sql.ts';

const NOTHING_YET = { heat_map: [], decisions: [], forecast: [] };

/** What an index answers is counted now; for the rest a worker is asked, and what it last found is shown. */
export async function showOverview(
  db: Database,
  { tenant_id, policy, now }: { tenant_id: number; policy: Policy; now: number },
) {
  const shown = await loadOverview(db.tenant(tenant_id), { policy, now });
  const { bands, reviews, history, figures, computed_at, is_asked, is_computing } = shown;
  if (!is_asked) await askForOverview(db.alone(tenant_id));
  return {
    as_of: new Date(now).toISOString(),
    computed_at,
    status: is_computing ? ('computing' as const) : ('current' as const),
    grants: { total: bands.low + bands.medium + bands.high + bands.critical, bands },
    history: [...history, { date: dateOf(now), ...bands }],
    reviews,
    ...(figures ?? NOTHING_YET),
    // What an earlier release computed does not tell all of it.
    removals: { ...NO_REMOVALS, ...figures?.removals },
  };
}
