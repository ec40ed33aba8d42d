import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createAdmission } from '../core/events/admit-events.ts';
import { type BodyOrder, takeBodyWith } from '../core/take-body.ts';
import { answerBody } from '../platform/background/body-port.ts';
import { backendPriority, lowerThreadPriority } from '../platform/background/lower-priority.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { BodySettings } from './start-body-thread.ts';

/** Bodies of all tenants share these: one has a connection for as long as a chunk is stored. */
const POOL_SIZE = 4;

/** The program of the thread that takes bodies of any length, so that who answers requests never reads or stores a line. */
const { connection, ingest_backlog_max } = workerData as BodySettings;
lowerThreadPriority();
const db = openDatabase({
  connection,
  pool_size: POOL_SIZE,
  onError: () => {},
  ...backendPriority(connection),
});
const admission = createAdmission(db, ingest_backlog_max, (tenant_id, events) =>
  parentPort?.postMessage({ tenant_id, events }),
);
const takeBody = takeBodyWith({ db, admission });

parentPort?.on('message', async (message: { order: BodyOrder; port: MessagePort } | 'stop') => {
  if (message !== 'stop') {
    const { order, port } = message;
    await answerBody(port, (body) => takeBody(order, body));
    return;
  }
  await db.close();
  parentPort?.close();
});
