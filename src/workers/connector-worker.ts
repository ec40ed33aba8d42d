import { parentPort, workerData } from 'node:worker_threads';
import { v7 as uuidv7 } from 'uuid';
import { runAlerts } from '../alerts/run-alerts.ts';
import { connectorSetup, createOpenConnector } from '../connectors/open-connectors.ts';
import type { ConnectorReach } from '../connectors/reach.rules.ts';
import { runSyncs } from '../connectors/sync/run-syncs.ts';
import type { ThreadOrder } from '../platform/background/background-thread.ts';
import { backendPriority, lowerThreadPriority } from '../platform/background/lower-priority.ts';
import { type ConnectionSettings, openDatabase, WORKER_QUERY_MS_MAX } from '../platform/database/database.ts';
import { startDatabaseClock } from '../platform/database/database-clock.ts';
import { openTracing } from '../platform/tracing/open-tracing.ts';
import { VERSION } from '../platform/version.ts';
import { runRemediations } from '../remediation/engine/run-remediations.ts';

export interface ConnectorThreadData {
  connection: ConnectionSettings;
  secrets_key: Uint8Array;
  reach: ConnectorReach;
}

/** A few remediations and syncs at once, which wait for platforms most of the time, and looks at the alerts. */
const POOL_SIZE = 8;

const { connection, secrets_key, reach } = workerData as ConnectorThreadData;
lowerThreadPriority();
const db = openDatabase({
  connection,
  pool_size: POOL_SIZE,
  plans: 'force_custom_plan',
  query_ms_max: WORKER_QUERY_MS_MAX,
  ...backendPriority(connection),
  onError: () => {},
});
const tracing = await openTracing({
  env: process.env,
  version: VERSION,
  onTrouble: (error) => parentPort?.postMessage({ error, tenant_id: 0 }),
});
const clock = await startDatabaseClock(db);
const context = {
  ...(tracing ? { tracing } : {}),
  db,
  now: clock.now,
  newId: () => uuidv7(),
  onError: (error: Error, tenant_id: number) =>
    parentPort?.postMessage({ error: error.stack ?? error.message, tenant_id }),
  openConnector: createOpenConnector(db, connectorSetup(Buffer.from(secrets_key), reach)),
};
const loops = { remediations: runRemediations(context), connectors: runSyncs(context) };
// Not woken: nothing that happens makes a look at the alerts due.
const alerts = runAlerts(context);

parentPort?.on('message', async (order: ThreadOrder) => {
  if (order !== 'stop') {
    for (const kind of order.wake) if (kind in loops) loops[kind as keyof typeof loops].wake();
    return;
  }
  clock.stop();
  await Promise.all([...Object.values(loops), alerts].map((loop) => loop.stop()));
  await db.close();
  await tracing?.close();
  parentPort?.postMessage('stopped');
  parentPort?.close();
});
