import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { tenantsWith } from '../../platform/background/tenants-with.sql.ts';
import type { PipelineContext } from '../pipeline/process-tenant.ts';
import { dryRunPolicy } from '../policy/dry-run-policy.ts';
import { computeOverview } from './compute-overview.ts';

/** Somebody waits for it, but not as for an event. */
const REST_MS = 500;
/** Each keeps a processor of PostgreSQL's busy. */
const AT_ONCE = 2;

/** What is computed for those who look, beside the pipeline, so that events do not wait for it. */
export function runAnalyses(context: PipelineContext): Loop {
  let waiting = { dry_runs: new Set<number>(), overviews: new Set<number>() };
  return runTenants({
    context,
    rest_ms: REST_MS,
    at_once: AT_ONCE,
    due: async () => {
      waiting = {
        dry_runs: new Set(await tenantsWith(context, 'dry_runs')),
        overviews: new Set(await tenantsWith(context, 'overview')),
      };
      return new Set([...waiting.dry_runs, ...waiting.overviews]);
    },
    turn: async (tenantId, { signal, take }) => {
      const { dry_runs, overviews } = waiting;
      const ran = dry_runs.has(tenantId) && (await take('dry_runs', () => dryRunPolicy(context, tenantId)));
      const computed =
        overviews.has(tenantId) &&
        (await take('overviews', () => computeOverview(context, tenantId, signal)));
      return (ran ?? false) || (computed ?? false);
    },
  });
}
