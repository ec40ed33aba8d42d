import { parentPort, workerData } from 'node:worker_threads';
import { v7 as uuidv7 } from 'uuid';
import { runAnalyses } from '../core/overview/run-analyses.ts';
import { runMaintenance } from '../core/pipeline/run-maintenance.ts';
import { runPipeline } from '../core/pipeline/run-pipeline.ts';
import { runSweeps } from '../core/scores/sweep/run-sweeps.ts';
import type { ThreadOrder } from '../platform/background/background-thread.ts';
import { backendPriority, lowerThreadPriority } from '../platform/background/lower-priority.ts';
import { type ConnectionSettings, openDatabase, WORKER_QUERY_MS_MAX } from '../platform/database/database.ts';
import { startDatabaseClock } from '../platform/database/database-clock.ts';
import { openTracing } from '../platform/tracing/open-tracing.ts';
import { VERSION } from '../platform/version.ts';

/** The pipeline in a thread of its own: however much arrives, reads are answered by another. */

export interface PipelineThreadData {
  connection: ConnectionSettings;
}
type PipelineThreadReport = { error: string; tenant_id: number } | 'stopped';

/** The transactions of two tenants, one that is behind with two, looks at what is due, sweeps and analyses. */
const POOL_SIZE = 8;

const { connection } = workerData as PipelineThreadData;
const report = (message: PipelineThreadReport): void => parentPort?.postMessage(message);
const onError = (error: Error, tenant_id = 0): void =>
  report({ error: error.stack ?? error.message, tenant_id });

lowerThreadPriority();
const db = openDatabase({
  connection,
  pool_size: POOL_SIZE,
  plans: 'force_custom_plan',
  query_ms_max: WORKER_QUERY_MS_MAX,
  ...backendPriority(connection),
  onError: () => {},
});
const onTrouble = (error: string): void => report({ error, tenant_id: 0 });
const tracing = await openTracing({ env: process.env, version: VERSION, onTrouble });
const clock = await startDatabaseClock(db);
const context = { db, now: clock.now, newId: () => uuidv7(), onError, ...(tracing ? { tracing } : {}) };
const loops = { events: runPipeline(context), sweep: runSweeps(context), analyses: runAnalyses(context) };
const maintenance = runMaintenance(context);

parentPort?.on('message', async (order: ThreadOrder) => {
  if (order !== 'stop') {
    for (const kind of order.wake) if (kind in loops) loops[kind as keyof typeof loops].wake();
    return;
  }
  clock.stop();
  await Promise.all([...Object.values(loops), maintenance].map((loop) => loop.stop()));
  await db.close();
  await tracing?.close();
  report('stopped');
  parentPort?.close();
});
