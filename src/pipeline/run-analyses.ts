import { type Loop, runLoop } from '../background/run-loop.ts';
import { tenantsWith } from '../store/tenants-with.ts';
import { computeOverview } from './compute-overview.ts';
import { dryRunPolicy } from './dry-run-policy.ts';
import type { PipelineContext } from './process-tenant.ts';

/** Somebody waits for it, but not as for an event. */
const REST_MS = 500;

/** What is computed for those who look, beside the pipeline, so that events do not wait for it. */
export function runAnalyses(context: PipelineContext): Loop {
  return runLoop({
    rest_ms: REST_MS,
    onError: (error) => context.onError(error, 0),
    turn: async (signal) => {
      let worked = false;
      for (const tenantId of await tenantsWith(context, 'dry_runs')) {
        if (!signal.aborted) worked = (await dryRunPolicy(context, tenantId)) || worked;
      }
      for (const tenantId of await tenantsWith(context, 'overview')) {
        if (!signal.aborted) worked = (await computeOverview(context, tenantId, signal)) || worked;
      }
      return worked;
    },
  });
}
