import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runAlerts } from '../src/alerts/evaluate-alerts.ts';
import { createIntegrityCheck } from '../src/audit/entry-integrity.ts';
import { createLogKeys } from '../src/audit/log/log-keys.ts';
import { runSequencer } from '../src/audit/log/run-sequencer.ts';
import { ConnectorError } from '../src/connectors/connector.ts';
import { runSyncs } from '../src/connectors/sync/run-syncs.ts';
import { importDirectory } from '../src/core/directory/import/import-directory.ts';
import { appendToInbox } from '../src/core/events/inbox.sql.ts';
import { runAnalyses } from '../src/core/overview/run-analyses.ts';
import { processTenant } from '../src/core/pipeline/process-tenant.ts';
import { runMaintenance } from '../src/core/pipeline/run-maintenance.ts';
import { runPipeline } from '../src/core/pipeline/run-pipeline.ts';
import { DEFAULT_POLICY } from '../src/core/policy/policy.rules.ts';
import { runSweeps } from '../src/core/scores/sweep/run-sweeps.ts';
import { tallyApiEvents } from '../src/metrics/api-tally.ts';
import { createServiceFigures } from '../src/metrics/service-figures.ts';
import { runDigests } from '../src/notifications/digest/run-digests.ts';
import type { Loop } from '../src/platform/background/run-loop.ts';
import { TENANT_WORK, type TenantWork } from '../src/platform/background/tenant-work.rules.ts';
import type { Database, Querier } from '../src/platform/database/database.ts';
import { runRemediations } from '../src/remediation/engine/run-remediations.ts';
import { runReports } from '../src/reports/run-reports.ts';
import { runSchedules } from '../src/reports/schedules/run-schedules.ts';
import { createReportStorages } from '../src/reports/storage/report-storages.ts';
import { runDeliveries } from '../src/webhooks/delivery/run-deliveries.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';

/** Every kind of work that goes over tenants: one tenant's fails, the other's gets done. */

let store: TestDatabase;
let broken: number;
let well: number;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
/** The broken one comes first: whatever ends with it never reaches the other. */
beforeEach(async () => {
  const [a, b] = await store.db.registry<{ tenant_id: number }>(
    'INSERT INTO tenants (tid) VALUES ($1), ($2) RETURNING tenant_id',
    [uuidv7(), uuidv7()],
  );
  broken = a?.tenant_id as number;
  well = b?.tenant_id as number;
  for (const tenantId of [broken, well]) await prepare(tenantId);
});

/** Something to do of every kind. */
async function prepare(tenantId: number): Promise<void> {
  const lines = [
    { kind: 'principal', id: 'ann', display_name: 'Ann', type: 'user' },
    { kind: 'asset', id: 'wiki', name: 'wiki', type: 'table', platform: 'fabric' },
    {
      kind: 'grant',
      id: 'g-ann',
      principal_id: 'ann',
      asset_id: 'wiki',
      permission: 'read',
      granted_at: '2024-01-01T00:00:00Z',
    },
  ];
  await importDirectory(
    { db: store.db, tenant_id: tenantId },
    (async function* () {
      for (const [n, line] of lines.entries()) yield { number: n + 1, text: JSON.stringify(line) };
    })(),
  );
  while (await processTenant(contextOf(store.db), tenantId));
  await store.db.transaction(tenantId, (tx) =>
    appendToInbox(tx, [
      {
        event_id: 'e',
        principal_id: 'ann',
        asset_id: 'wiki',
        action: 'query',
        platform: 'fabric',
        timestamp: '2024-06-01T00:00:00Z',
        metadata: null,
      },
    ]),
  );
  await store.admin('SET session_replication_role = replica');
  const insert = (table: string, row: Record<string, unknown>): Promise<unknown> => {
    const columns = Object.keys(row);
    const places = columns.map((_, place) => `$${place + 2}`);
    return store.admin(
      `INSERT INTO ${table} (tenant_id, ${columns.join(', ')}) VALUES ($1, ${places.join(', ')})`,
      [tenantId, ...Object.values(row)],
    );
  };
  const past = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const policy = JSON.stringify(DEFAULT_POLICY);
  await insert('idempotency_keys', {
    caller: 'x',
    method: 'POST',
    path: '/',
    key: 'old',
    request_hash: Buffer.alloc(1),
    status: 200,
    content_type: 'x',
    body: Buffer.alloc(1),
    created_at: past,
  });
  await insert('policy_dry_runs', {
    id: 'dry',
    status: 'running',
    policy_now: policy,
    policy_then: policy,
    created_by: 'x',
    created_at: new Date().toISOString(),
    total: 1,
  });
  await insert('review_decisions', {
    id: 'answer',
    review_id: 'r',
    grant_id: 'g-ann',
    decision: 'CONFIRM',
    reason: 'x',
    decided_by: 'x',
    decided_at: past,
  });
  await insert('reviews', {
    id: 'asked',
    principal_id: 'ann',
    asset_id: 'elsewhere',
    access_grant_ids: ['g-ann'],
    decay_score: 90,
    risk_level: 'CRITICAL',
    recommendation: 'REVIEW',
    workflow_id: 'x',
    status: 'PENDING',
    origin: 'manual',
    requested_by: 'x',
    due_at: past,
    created_at: past,
    weighed_at: past,
  });
  await insert('connectors', {
    id: 'c',
    platform: 'fabric',
    name: 'c',
    settings: '{}',
    sealed_secrets: '',
    secret_names: [],
    sync_every_seconds: 60,
    next_sync_at: past,
    created_by: 'x',
  });
  await insert('remediations', {
    id: 'm',
    review_id: 'r',
    decision_id: 'd',
    grant_id: 'g-ann',
    principal_id: 'ann',
    asset_id: 'wiki',
    platform: 'fabric',
    connector_id: 'c',
    action: 'revoke_grant',
    target: 'x',
    reason: 'x',
    requested_by: 'x',
    due_at: past,
    created_at: past,
  });
  const report = {
    type: 'stale_access',
    format: 'csv',
    period_start: '2024-01-01T00:00:00Z',
    period_end: past,
    filters: '{}',
    requested_by: 'x',
    created_at: past,
    rows_estimated: 0,
  };
  await insert('reports', { ...report, id: 'wanted', due_at: past });
  await insert('reports', { ...report, id: 'removed', status: 'completed', removed_at: past });
  await insert('reports', { ...report, id: 'finished', status: 'completed' });
  await insert('report_schedule_runs', { report_id: 'finished', schedule_name: 'x', recipients: [] });
  await insert('report_schedules', {
    id: 's',
    name: 's',
    type: 'stale_access',
    format: 'csv',
    filters: '{}',
    cron: '0 6 * * *',
    time_zone: 'UTC',
    period_rule: 'previous_day',
    recipients: [],
    enabled: true,
    next_run_at: past,
    created_by: 'x',
    created_at: past,
  });
  await insert('notification_settings', {
    principal_id: 'ann',
    delivery: 'daily',
    digest_at: '08:00',
    time_zone: 'UTC',
    weekdays: ['monday'],
    occasions: [],
    version: 1,
    changed_at: past,
    next_digest_at: past,
  });
  await insert('campaigns', {
    id: 'completed',
    name: 'x',
    filter: '{}',
    created_by: 'x',
    created_at: past,
    grants_total: 0,
    generated_at: past,
    report: 'csv',
  });
  const webhook = { kind: 'webhook', url: 'https://example.org/', event_types: ['*'], created_by: 'x' };
  await insert('webhooks', { id: 'w', ...webhook });
  await insert('webhooks', { id: 'deleted', ...webhook, status: 'deleted' });
  await insert('webhook_events', { id: 'ev', type: 'x', payload: '{}', created_at: past });
  await insert('webhook_deliveries', {
    endpoint_id: 'w',
    id: uuidv7(),
    event_id: 'ev',
    type: 'x',
    due_at: past,
  });
  await store.admin('SET session_replication_role = origin');
}

const contextOf = (db: Database, onError: (error: Error, tenantId: number) => void = () => {}) => ({
  db,
  now: Date.now,
  onError,
});
type Context = ReturnType<typeof contextOf>;

interface Case {
  /** What fails for the broken tenant. */
  breaks: RegExp;
  start: (context: Context) => { stop(): Promise<unknown>; wake?: () => void };
  /** As SQL about tenant $1, or asked of what was started. */
  done: string | (() => Promise<boolean>);
}

const ANYTHING = /^/;
const noPlatform = (context: Context) => ({
  ...context,
  openConnector: async () => {
    throw new ConnectorError('unavailable', 'The platform does not answer.');
  },
});
const reports = (context: Context): Loop =>
  runReports({
    ...context,
    storages: createReportStorages(store.db, null),
    integrity: createIntegrityCheck(createLogKeys(Buffer.alloc(32))),
  });
const schedules = (context: Context): Loop => runSchedules({ ...context, public_url: 'http://localhost' });
const deliveries = (context: Context): Loop =>
  runDeliveries({
    ...context,
    random: Math.random,
    senders: {
      webhook: async () => ({
        outcome: 'success',
        status_code: 200,
        latency_ms: 1,
        error: null,
        response: null,
      }),
    },
    schedule: [60],
    timeout_ms: 1_000,
  });
/** Of how many tenants figures were read. */
let told = 0;

/** A kind without a case does not compile. */
const CASES: Record<TenantWork, Case> = {
  apply: {
    breaks: /inbox/,
    start: runPipeline,
    done: 'EXISTS (SELECT FROM events WHERE tenant_id = $1)',
  },
  sweep: {
    breaks: /principal_scores/,
    start: runSweeps,
    done: 'EXISTS (SELECT FROM principal_scores WHERE tenant_id = $1 AND reached > 0)',
  },
  maintain: {
    breaks: /tallies/,
    start: runMaintenance,
    done: 'NOT EXISTS (SELECT FROM idempotency_keys WHERE tenant_id = $1)',
  },
  stage_times: {
    breaks: /stage_timings/,
    start: runPipeline,
    done: 'EXISTS (SELECT FROM stage_timings WHERE tenant_id = $1)',
  },
  event_retention: {
    breaks: /policies/,
    start: runMaintenance,
    done: 'NOT EXISTS (SELECT FROM idempotency_keys WHERE tenant_id = $1)',
  },
  dry_runs: {
    breaks: /policy_dry_runs/,
    start: runAnalyses,
    done: "EXISTS (SELECT FROM policy_dry_runs WHERE tenant_id = $1 AND status <> 'running')",
  },
  overviews: {
    breaks: /overviews/,
    start: runAnalyses,
    done: 'EXISTS (SELECT FROM overviews WHERE tenant_id = $1 AND computed_at IS NOT NULL)',
  },
  likelihoods: {
    breaks: /likelihoods/,
    start: runAnalyses,
    done: 'EXISTS (SELECT FROM likelihoods WHERE tenant_id = $1)',
  },
  priorities: {
    breaks: /weighed_at/,
    start: runAnalyses,
    done: "EXISTS (SELECT FROM reviews WHERE tenant_id = $1 AND id = 'asked' AND weighed_at > now() - interval '1 day')",
  },
  removals: {
    breaks: ANYTHING,
    start: (context) => runRemediations(noPlatform(context)),
    done: "EXISTS (SELECT FROM remediations WHERE tenant_id = $1 AND (attempts > 0 OR lease IS NOT NULL OR status <> 'pending'))",
  },
  syncs: {
    breaks: ANYTHING,
    start: (context) => runSyncs(noPlatform(context)),
    done: 'EXISTS (SELECT FROM connectors WHERE tenant_id = $1 AND failures > 0)',
  },
  alerts: {
    breaks: ANYTHING,
    start: runAlerts,
    done: 'EXISTS (SELECT FROM alert_evaluations WHERE tenant_id = $1)',
  },
  reports: {
    breaks: ANYTHING,
    start: reports,
    done: "EXISTS (SELECT FROM reports WHERE tenant_id = $1 AND id = 'wanted' AND attempts > 0)",
  },
  report_removal: {
    breaks: /removed_at/,
    start: reports,
    done: "NOT EXISTS (SELECT FROM reports WHERE tenant_id = $1 AND id = 'removed')",
  },
  report_schedules: {
    breaks: ANYTHING,
    start: schedules,
    done: 'EXISTS (SELECT FROM report_schedules WHERE tenant_id = $1 AND next_run_at > now())',
  },
  finished_runs: {
    breaks: ANYTHING,
    start: schedules,
    done: "NOT EXISTS (SELECT FROM report_schedule_runs WHERE tenant_id = $1 AND report_id = 'finished')",
  },
  campaign_reports: {
    breaks: ANYTHING,
    start: schedules,
    done: 'EXISTS (SELECT FROM campaigns WHERE tenant_id = $1 AND report_id IS NOT NULL)',
  },
  audit: {
    breaks: ANYTHING,
    start: (context) => runSequencer({ ...context, secrets_key: Buffer.alloc(32), name: 'one' }),
    done: 'EXISTS (SELECT FROM audit_checkpoints WHERE tenant_id = $1)',
  },
  checkpoints: {
    breaks: /audit_sendings/,
    start: (context) =>
      runSequencer({
        ...context,
        secrets_key: Buffer.alloc(32),
        name: 'one',
        places: { every_seconds: 0, directory: null, putObject: null },
      }),
    done: 'EXISTS (SELECT FROM audit_sendings WHERE tenant_id = $1)',
  },
  deliveries: {
    breaks: ANYTHING,
    start: deliveries,
    done: "EXISTS (SELECT FROM webhook_deliveries WHERE tenant_id = $1 AND status = 'delivered')",
  },
  delivery_upkeep: {
    breaks: ANYTHING,
    start: deliveries,
    done: "NOT EXISTS (SELECT FROM webhooks WHERE tenant_id = $1 AND id = 'deleted')",
  },
  digests: {
    breaks: /notification_settings/,
    start: runDigests,
    done: 'EXISTS (SELECT FROM notification_settings WHERE tenant_id = $1 AND next_digest_at > now())',
  },
  figures: {
    breaks: ANYTHING,
    start: (context) => {
      void createServiceFigures(context)().then((tenants) => {
        told = tenants.length;
      });
      return { stop: async () => {} };
    },
    done: async () => (await store.admin('SELECT FROM tenants')).length === told + 1,
  },
  ingest_totals: {
    breaks: ANYTHING,
    start: (context) => {
      const tally = tallyApiEvents(context.db, context.onError);
      tally.count(broken, 5);
      tally.count(well, 7);
      return tally;
    },
    done: 'EXISTS (SELECT FROM ingest_totals WHERE tenant_id = $1 AND events = 7)',
  },
};

/** The database as it is, but statements of one tenant fail, except those that record it. */
function brokenFor(db: Database, tenantId: number, breaks: RegExp): Database {
  const guard = (q: Querier): Querier =>
    q.tenant_id !== tenantId
      ? q
      : {
          ...q,
          query: (text, values) =>
            breaks.test(text) && !text.includes('work_failures')
              ? Promise.reject(new Error('these rows cannot be read'))
              : q.query(text, values),
        };
  return {
    ...db,
    tenant: (id) => guard(db.tenant(id)),
    alone: (id) => guard(db.alone(id)),
    transaction: (id, work, plans) => db.transaction(id, (tx) => work(guard(tx)), plans),
  };
}

const failuresOf = async (tenantId: number, work: TenantWork) =>
  store.admin('SELECT attempts, error FROM work_failures WHERE tenant_id = $1 AND work = $2', [
    tenantId,
    work,
  ]);

const allFailures = () => store.admin('SELECT tenant_id, work, error FROM work_failures');
/** Far longer than any of them takes. */
const WAITED_MS_MAX = 60_000;

describe('while the work of one tenant fails, that of another gets done', () => {
  test.each(TENANT_WORK)('%s', async (work) => {
    const { breaks, start, done } = CASES[work];
    const isDone = async (): Promise<boolean> => {
      if (typeof done !== 'string') return done();
      const [row] = await store.admin(`SELECT ${done} AS is_done`, [well]);
      return row?.is_done === true;
    };
    const errors: number[] = [];
    const running = start(
      contextOf(brokenFor(store.db, broken, breaks), (_, tenantId) => errors.push(tenantId)),
    );
    try {
      const deadline = performance.now() + WAITED_MS_MAX;
      while (!(await isDone()) || (await failuresOf(broken, work)).length === 0) {
        if (performance.now() > deadline)
          throw new Error(`done: ${await isDone()}, failures: ${JSON.stringify(await allFailures())}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        // Nobody waits here for the time at which a loop would look by itself.
        running.wake?.();
      }
    } finally {
      await running.stop();
    }
    expect(await failuresOf(broken, work)).toMatchObject([{ error: 'these rows cannot be read' }]);
    expect(await failuresOf(well, work)).toEqual([]);
    expect(new Set(errors)).toEqual(new Set([broken]));
  });
});

test('nothing goes over tenants but by the runner', () => {
  const src = path.resolve(import.meta.dirname, '../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const loose = files.filter((file) => {
    const text = readFileSync(path.join(src, file), 'utf8');
    return (
      /\b(dueWork|listTenants)\(/.test(text) &&
      !/\b(runTenants\(|TenantTurns\b)/.test(text) &&
      // Where they are defined, and what an operator runs by hand and reads himself.
      !/^(platform\/tenants\/tenants\.sql\.ts|platform\/background\/tenants-with\.sql\.ts|cli\/)/.test(file)
    );
  });
  expect(loose).toEqual([]);
});
