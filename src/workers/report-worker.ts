import { parentPort, workerData } from 'node:worker_threads';
import { v7 as uuidv7 } from 'uuid';
import { createIntegrityCheck } from '../audit/entry-integrity.ts';
import { createLogKeys } from '../audit/log/log-keys.ts';
import type { ThreadOrder } from '../platform/background/background-thread.ts';
import { backendPriority, lowerThreadPriority } from '../platform/background/lower-priority.ts';
import { type ConnectionSettings, openDatabase, WORKER_QUERY_MS_MAX } from '../platform/database/database.ts';
import { startDatabaseClock } from '../platform/database/database-clock.ts';
import { runReports } from '../reports/run-reports.ts';
import { fireReportSchedule } from '../reports/schedules/fire-report-schedules.ts';
import { runSchedules } from '../reports/schedules/run-schedules.ts';
import type { ReportBucket } from '../reports/storage/bucket.rules.ts';
import { createReportStorages } from '../reports/storage/report-storages.ts';

export interface ReportThreadData {
  connection: ConnectionSettings;
  bucket: ReportBucket | null;
  secrets_key: Uint8Array;
  /** Where people reach this program. */
  public_url: string;
}

/** For claims, progress and chunks; what is read has connections of its own. */
const POOL_SIZE = 4;

const { connection, bucket, secrets_key, public_url } = workerData as ReportThreadData;
lowerThreadPriority();
const db = openDatabase({
  connection,
  pool_size: POOL_SIZE,
  plans: 'force_custom_plan',
  query_ms_max: WORKER_QUERY_MS_MAX,
  ...backendPriority(connection),
  onError: () => {},
});
const clock = await startDatabaseClock(db);
const means = {
  db,
  now: clock.now,
  newId: () => uuidv7(),
  onError: (error: Error, tenant_id: number) =>
    parentPort?.postMessage({ error: error.stack ?? error.message, tenant_id }),
};
const reports = runReports({
  ...means,
  storages: createReportStorages(db, bucket),
  integrity: createIntegrityCheck(createLogKeys(Buffer.from(secrets_key))),
});
const schedules = runSchedules({ ...means, public_url, fire: fireReportSchedule });

parentPort?.on('message', async (order: ThreadOrder) => {
  if (order !== 'stop') {
    if (order.wake.includes('reports')) reports.wake();
    if (order.wake.includes('schedules')) schedules.wake();
    return;
  }
  clock.stop();
  await Promise.all([reports.stop(), schedules.stop()]);
  await db.close();
  parentPort?.postMessage('stopped');
  parentPort?.close();
});
