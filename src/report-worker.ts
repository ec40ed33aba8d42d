import { parentPort, workerData } from 'node:worker_threads';
import { v7 as uuidv7 } from 'uuid';
import type { ThreadOrder } from './background/background-thread.ts';
import type { ReportBucket } from './domain/report-bucket.ts';
import { createReportStorages } from './reports/report-storages.ts';
import { runReports } from './reports/run-reports.ts';
import { type ConnectionSettings, openDatabase } from './store/database.ts';

export interface ReportThreadData {
  connection: ConnectionSettings;
  bucket: ReportBucket | null;
}

/** For claims, progress and chunks; what is read has connections of its own. */
const POOL_SIZE = 4;

const { connection, bucket } = workerData as ReportThreadData;
const db = openDatabase({ connection, pool_size: POOL_SIZE, plans: 'force_custom_plan', onError: () => {} });
const reports = runReports({
  db,
  storages: createReportStorages(db, bucket),
  now: () => Date.now(),
  newId: () => uuidv7(),
  onError: (error, tenant_id) => parentPort?.postMessage({ error: error.stack ?? error.message, tenant_id }),
});

parentPort?.on('message', async (order: ThreadOrder) => {
  if (order === 'wake') {
    reports.wake();
    return;
  }
  await reports.stop();
  await db.close();
  parentPort?.postMessage('stopped');
  parentPort?.close();
});
