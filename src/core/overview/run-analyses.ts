import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { dueWork } from '../../platform/background/tenants-with.sql.ts';
import type { PipelineContext } from '../pipeline/process-tenant.ts';
import { dryRunPolicy } from '../policy/dry-run-policy.ts';
import { computeOverview } from './compute-overview.ts';

/** Each keeps a processor of PostgreSQL's busy. */
const AT_ONCE = 2;

/** What is computed for those who look, beside the pipeline, so that events do not wait for it. */
export function runAnalyses(context: PipelineContext): Loop {
  let waiting = { dry_runs: new Set<number>(), overviews: new Set<number>() };
  return runTenants({
    context,
    at_once: AT_ONCE,
    due: async () => {
      const dryRuns = await dueWork(context, 'dry_runs');
      const overviews = await dueWork(context, 'overview');
      waiting = { dry_runs: new Set(dryRuns.tenants), overviews: new Set(overviews.tenants) };
      return { tenants: new Set([...dryRuns.tenants, ...overviews.tenants]), next_ms: overviews.next_ms };
    },
    turn: async (tenantId, { signal, take }) => {
      const { dry_runs, overviews } = waiting;
      const ran = dry_runs.has(tenantId) && (await take('dry_runs', () => dryRunPolicy(context, tenantId)));
      const computed =
        overviews.has(tenantId) &&
        (await take('overviews', () => computeOverview(context, tenantId, signal)));
      return ran || computed;
    },
  });
}
