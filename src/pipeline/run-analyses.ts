import { type Loop, runLoop } from '../background/run-loop.ts';
import { tenantsWith } from '../background/tenants-with.ts';
import { computeOverview, isOverviewDue } from './compute-overview.ts';
import type { PipelineContext } from './process-tenant.ts';

const REST_MS = 1_000;

/** What is computed for those who look, beside the pipeline, so that events do not wait for it. */
export function runAnalyses(context: PipelineContext): Loop {
  return runLoop({
    rest_ms: REST_MS,
    onError: (error) => context.onError(error, 0),
    turn: async (signal) => {
      let worked = false;
      for (const tenantId of await tenantsWith(context, isOverviewDue)) {
        if (!signal.aborted) worked = (await computeOverview(context, tenantId, signal)) || worked;
      }
      return worked;
    },
  });
}
