import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { v7 as uuidv7 } from 'uuid';
import { type AuditEntry, appendAuditEntries } from '../../src/audit/entries.sql.ts';
import type { ConnectionSettings, Database } from '../../src/platform/database/database.ts';
import { addWebhook } from '../../src/webhooks/manage-webhook.ts';
import { formatSecret, signatureHeaders } from '../../src/webhooks/signature.rules.ts';
import { envelope, wireId } from '../../src/webhooks/types.rules.ts';
import { WINDOW_MAX } from '../../src/webhooks/window.rules.ts';
import type { WorkerSettings } from '../../src/workers/worker-settings.ts';
import type { BenchReceiver } from './receiver.ts';

const SECRET = formatSecret(Buffer.alloc(32, 1));
const KEY = Buffer.alloc(32, 7);
const REACH = { allow_loopback: true, allowed_networks: [], proxy: null };
const BATCH = 2_500;

function entries(count: number): (AuditEntry & { id: string })[] {
  const at = new Date().toISOString();
  return Array.from({ length: count }, () => ({
    id: uuidv7(),
    principal_id: 'prin-001',
    event_type: 'review.created',
    description: 'A review.',
    actor: 'system',
    at,
    data: {
      review_id: uuidv7(),
      principal_id: 'prin-001',
      asset_id: 'asset-001',
      decay_score: 71.5,
      risk_level: 'HIGH',
      recommendation: 'REVIEW',
      assigned_to_id: 'prin-002',
      due_at: at,
    },
  }));
}

/** The same signed POSTs from a loop that keeps nothing. Per second. */
export async function bareRound(receiver: BenchReceiver, count: number): Promise<number> {
  const dispatcher = new Agent();
  const waiting = entries(count);
  const began = performance.now();
  const lane = async (): Promise<void> => {
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
      const { id, event_type: type, at: created_at, data } = entry;
      const payload = envelope({ id, type, created_at, data });
      const signed = signatureHeaders(
        { first: SECRET, second: null },
        { id: wireId(id), payload, now: Date.now() },
      );
      const answer = await request(receiver.url, {
        dispatcher,
        method: 'POST',
        headers: { ...signed, 'content-type': 'application/json', 'user-agent': 'bare' },
        body: payload,
      });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: WINDOW_MAX }, lane));
  const seconds = (performance.now() - began) / 1_000;
  await dispatcher.close();
  return count / seconds;
}

export interface Machine {
  round(receiver: BenchReceiver, count: number): Promise<number>;
  stop(): Promise<void>;
}

/** The thread of the service on its database: enqueued in transactions, claimed, sent, recorded. */
export async function startMachine(
  db: Database,
  tenantId: number,
  connection: ConnectionSettings,
  receiver: BenchReceiver,
): Promise<Machine> {
  await db.transaction(tenantId, (tx) =>
    addWebhook(
      tx,
      { secrets_key: KEY, reach: REACH },
      { url: receiver.url, event_types: ['*'] },
      {
        actor: 'bench',
        now: Date.now(),
        secret: SECRET,
      },
    ),
  );
  const settings: WorkerSettings = {
    connection,
    secrets_key: KEY,
    public_url: 'http://127.0.0.1:8000',
    connector_reach: { hosts: null, log_dir: null, baton_dir: null },
    webhook_reach: REACH,
    webhook_retry_schedule: [5],
    webhook_timeout_ms: 15_000,
    report_bucket: null,
    checkpoints: { every_seconds: 3_600, directory: null, remembered_in: [] },
  };
  const worker = new Worker(new URL('../../dist/workers/thread.js', import.meta.url), {
    workerData: { group: 'messages', settings },
  });
  worker.on('message', (report) => console.error(report));
  const pending = async (): Promise<number> => {
    const [row] = await db.tenant(tenantId).query<{ n: number }>(
      `SELECT count(*) AS n FROM webhooks w JOIN LATERAL (SELECT FROM webhook_deliveries d
           WHERE d.tenant_id = $1 AND d.endpoint_id = w.id AND d.due_at <= $2
           ORDER BY d.due_at LIMIT 1) one ON true
         WHERE w.tenant_id = $1`,
      [tenantId, new Date(Date.now() + 3_600_000).toISOString()],
    );
    return row?.n ?? 0;
  };
  return {
    round: async (to, count) => {
      const all = entries(count);
      const arrived = (await to.count()) + count;
      const began = performance.now();
      for (let start = 0; start < count; start += BATCH) {
        await db.transaction(tenantId, (tx) => appendAuditEntries(tx, all.slice(start, start + BATCH)));
        worker.postMessage({ wake: ['deliveries'] });
      }
      // Not only arrived: the result of each is recorded too. The database is asked at the end: asking takes its time.
      while ((await to.count()) < arrived) await sleep(5);
      while ((await pending()) > 0) await sleep(5);
      return count / ((performance.now() - began) / 1_000);
    },
    stop: async () => {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('stop');
      await ended;
    },
  };
}
