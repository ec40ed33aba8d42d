import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadOrder } from '../platform/background/background-thread.ts';
import { backendPriority, lowerThreadPriority } from '../platform/background/lower-priority.ts';
import { openDatabase, WORKER_QUERY_MS_MAX } from '../platform/database/database.ts';
import { startDatabaseClock } from '../platform/database/database-clock.ts';
import { openTracing } from '../platform/tracing/open-tracing.ts';
import { VERSION } from '../platform/version.ts';
import { GROUPS } from './groups.ts';
import type { WorkerSettings } from './worker-settings.ts';

/** The program of every thread: it runs the loops of one group until it is told to stop. */
const { group, settings } = workerData as { group: string; settings: WorkerSettings };
const {
  load,
  pool_size,
  plans = 'force_custom_plan',
  takes_in_order = false,
} = GROUPS[group] ?? never(group);
const { connection } = settings;
const report = (error: string, tenant_id: number): void => parentPort?.postMessage({ error, tenant_id });

lowerThreadPriority();
const db = openDatabase({
  connection,
  pool_size,
  plans,
  takes_in_order,
  query_ms_max: WORKER_QUERY_MS_MAX,
  ...backendPriority(connection),
  onError: () => {},
});
const onTrouble = (error: string): void => report(error, 0);
const tracing = await openTracing({ env: process.env, version: VERSION, onTrouble });
const clock = await startDatabaseClock(db);
const { startLoops } = await load();
const loops = startLoops(
  {
    db,
    now: clock.now,
    onError: (error, tenant_id) => report(error.stack ?? error.message, tenant_id),
    ...(tracing ? { tracing } : {}),
  },
  settings,
);

parentPort?.on('message', async (order: ThreadOrder) => {
  if (order !== 'stop') {
    for (const kind of order.wake) loops[kind]?.wake();
    return;
  }
  clock.stop();
  await Promise.all(Object.values(loops).map((loop) => loop.stop()));
  await db.close();
  await tracing?.close();
  parentPort?.close();
});

function never(name: string): never {
  throw new Error(`there is no group of workers called ${name}`);
}
