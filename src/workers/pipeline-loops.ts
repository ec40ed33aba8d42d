import { runAnalyses } from '../core/overview/run-analyses.ts';
import { runMaintenance } from '../core/pipeline/run-maintenance.ts';
import { runPipeline } from '../core/pipeline/run-pipeline.ts';
import { runSweeps } from '../core/scores/sweep/run-sweeps.ts';
import type { StartLoops } from './worker-settings.ts';

export const startLoops: StartLoops = (means) => ({
  events: runPipeline(means),
  sweep: runSweeps(means),
  analyses: runAnalyses(means),
  maintenance: runMaintenance(means),
});
