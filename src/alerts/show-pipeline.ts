import { timeQuantile } from '../core/pipeline/stage-times.rules.ts';
import { loadPolicy } from '../core/policy/policies.sql.ts';
import type { Database } from '../platform/database/database.ts';
import type { OperationalFigures } from './operational-figures.rules.ts';
import { loadOperationalFigures } from './operational-figures.sql.ts';
import { COUNT_MAX } from './operational-lag.sql.ts';

/** How the work of a tenant gets on, from the figures that metrics have. */
export async function showPipeline(db: Database, tenantId: number, now: number) {
  const { policy } = await loadPolicy(db.tenant(tenantId));
  const figures = await db.transaction(
    tenantId,
    (tx) => loadOperationalFigures(tx, { policy, now }),
    'force_generic_plan',
  );
  return { as_of: new Date(now).toISOString(), ...viewOf(figures) };
}

function viewOf({ lag, stage_times, recent_computations, ...figures }: OperationalFigures) {
  const { connectors, dead_letters, webhook_deliveries, work_failures } = figures;
  const count = (buckets: readonly number[]): number => buckets.reduce((sum, each) => sum + each, 0);
  return {
    lag: Object.entries(lag).map(([stage, { items, oldest_s }]) => ({
      stage,
      items,
      is_at_least: items >= COUNT_MAX,
      oldest_seconds: oldest_s,
    })),
    stages: stage_times.map(({ stage, buckets, seconds }) => {
      const batches = count(buckets);
      return {
        stage,
        batches,
        mean_seconds: batches === 0 ? null : seconds / batches,
        p99_seconds: timeQuantile(0.99, { buckets, seconds }),
      };
    }),
    recent: {
      batches: count(recent_computations.buckets),
      p99_seconds: timeQuantile(0.99, recent_computations),
    },
    connectors,
    dead_letters,
    work_failures,
    webhook_deliveries,
  };
}
