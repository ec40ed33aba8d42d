import { parentPort, workerData } from 'node:worker_threads';
import { v7 as uuidv7 } from 'uuid';
import { describeRemediations } from '../notifications/describe-remediations.ts';
import { describeReviews } from '../notifications/describe-reviews.ts';
import { createSlackSender, createTeamsSender } from '../notifications/send/notification-post.ts';
import { createEmailSender } from '../notifications/send/send-email.ts';
import type { ThreadOrder } from '../platform/background/background-thread.ts';
import { backendPriority, lowerThreadPriority } from '../platform/background/lower-priority.ts';
import {
  type ConnectionSettings,
  openDatabase,
  type Querier,
  WORKER_QUERY_MS_MAX,
} from '../platform/database/database.ts';
import { startDatabaseClock } from '../platform/database/database-clock.ts';
import { openTracing } from '../platform/tracing/open-tracing.ts';
import { VERSION } from '../platform/version.ts';
import { runDeliveries } from '../webhooks/delivery/run-deliveries.ts';
import { createWebhookSender } from '../webhooks/delivery/send-webhook.ts';
import { traceSenders } from '../webhooks/delivery/trace-senders.ts';
import type { WebhookReach } from '../webhooks/reach/reach.rules.ts';
import { createDispatcher } from '../webhooks/reach/reach.ts';

export interface WebhookThreadData {
  connection: ConnectionSettings;
  secrets_key: Uint8Array;
  reach: WebhookReach;
  schedule: readonly number[];
  timeout_ms: number;
  /** What links in messages begin with. */
  public_url: string;
}

/** Claims, results and upkeep; each is one short statement. */
const POOL_SIZE = 4;

const { connection, reach, schedule, timeout_ms, public_url, ...data } = workerData as WebhookThreadData;
const secrets_key = Buffer.from(data.secrets_key);
lowerThreadPriority();
const db = openDatabase({
  connection,
  pool_size: POOL_SIZE,
  plans: 'force_generic_plan',
  query_ms_max: WORKER_QUERY_MS_MAX,
  ...backendPriority(connection),
  takes_in_order: true,
  onError: () => {},
});
const dispatcher = createDispatcher(reach);
const clock = await startDatabaseClock(db);
const { now } = clock;
const user_agent = `Lapse/${VERSION}`;
const people = {
  db,
  secrets_key,
  public_url,
  describeReviews: (q: Querier, reviews: Parameters<typeof describeReviews>[1]) =>
    describeReviews(q, reviews, now()),
  describeRemediations,
};
const chat = { ...people, dispatcher, user_agent, now };
const tracing = await openTracing({
  env: process.env,
  version: VERSION,
  onTrouble: (error) => parentPort?.postMessage({ error, tenant_id: 0 }),
});
const loop = runDeliveries({
  db,
  now,
  newId: () => uuidv7(),
  random: Math.random,
  senders: traceSenders(tracing, {
    webhook: createWebhookSender({ dispatcher, secrets_key, user_agent, now }),
    slack: createSlackSender(chat),
    teams: createTeamsSender(chat),
    email: createEmailSender({ ...people, reach }),
  }),
  schedule,
  timeout_ms,
  onError: (error, tenant_id) => parentPort?.postMessage({ error: error.stack ?? error.message, tenant_id }),
});

parentPort?.on('message', async (order: ThreadOrder) => {
  if (order !== 'stop') {
    if (order.wake.includes('deliveries')) loop.wake();
    return;
  }
  clock.stop();
  await loop.stop();
  await Promise.all([db.close(), dispatcher.destroy(), tracing?.close()]);
  parentPort?.postMessage('stopped');
  parentPort?.close();
});
