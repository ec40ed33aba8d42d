import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { dueWork } from '../../platform/background/tenants-with.sql.ts';
import { fitTenant } from '../outcomes/fit-tenant.ts';
import type { PipelineContext } from '../pipeline/process-tenant.ts';
import { dryRunPolicy } from '../policy/dry-run-policy.ts';
import { weighWaitingAgain } from '../reviews/budget/weigh-waiting.ts';
import { weighAgain } from '../reviews/priority/weigh-again.ts';
import { computeOverview } from './compute-overview.ts';

/** Each keeps a processor of PostgreSQL's busy. */
const AT_ONCE = 2;

/** What is computed for those who look, beside the pipeline, so that events do not wait for it. */
export function runAnalyses(context: PipelineContext): Loop {
  let waiting = {
    dry_runs: new Set<number>(),
    overviews: new Set<number>(),
    likelihoods: new Set<number>(),
  };
  return runTenants({
    context,
    at_once: AT_ONCE,
    due: async () => {
      const dryRuns = await dueWork(context, 'dry_runs');
      const overviews = await dueWork(context, 'overview');
      const likelihoods = await dueWork(context, 'likelihoods');
      waiting = {
        dry_runs: new Set(dryRuns.tenants),
        overviews: new Set(overviews.tenants),
        likelihoods: new Set(likelihoods.tenants),
      };
      const later = [overviews.next_ms, likelihoods.next_ms].filter((ms) => ms !== null);
      return {
        tenants: new Set([...dryRuns.tenants, ...overviews.tenants, ...likelihoods.tenants]),
        next_ms: later.length > 0 ? Math.min(...later) : null,
      };
    },
    turn: async (tenantId, { signal, take }) => {
      const { dry_runs, overviews, likelihoods } = waiting;
      const ran = dry_runs.has(tenantId) && (await take('dry_runs', () => dryRunPolicy(context, tenantId)));
      const computed =
        overviews.has(tenantId) &&
        (await take('overviews', () => computeOverview(context, tenantId, signal)));
      // As often as a day ends, and when somebody looks.
      const weighed =
        overviews.has(tenantId) &&
        (await take('priorities', async () => {
          const open = await weighAgain(context, tenantId, signal);
          return (await weighWaitingAgain(context, tenantId, signal)) || open;
        }));
      const fitted =
        likelihoods.has(tenantId) && (await take('likelihoods', () => fitTenant(context, tenantId)));
      return ran || computed || weighed || fitted;
    },
  });
}
