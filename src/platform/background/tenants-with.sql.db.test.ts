import { EventEmitter, once } from 'node:events';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { blocksOf, explain, type PlanNode } from '../../../test/support/explain.ts';
import { type AuditEntry, appendAuditEntries } from '../../audit/entries.sql.ts';
import { sequenceEntries } from '../../audit/log/sequence-entries.ts';
import { dueWork, type Work } from './tenants-with.sql.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const TABLES = `inbox, recalculations, peer_moves, webhooks, webhook_deliveries, remediations, connectors, reports,
  report_schedules, report_schedule_runs, alert_evaluations, policy_dry_runs, overviews, band_days, grant_scores,
  review_decisions, likelihoods, policies, campaigns, reviews`;

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
  // What a row points to is of no interest here.
  await store.admin("SET session_replication_role = 'replica'");
});
afterAll(() => store.drop());
beforeEach(() => store.admin(`TRUNCATE ${TABLES} CASCADE`));

const look = (work: Work, now = NOW) => dueWork({ db: store.db, now: () => now }, work);
const having = async (work: Work, now = NOW): Promise<number[]> => (await look(work, now)).tenants;

/** A row of tenant b with what is given, and of whatever else has to be there something that fits. */
async function put(table: string, given: Record<string, string>): Promise<void> {
  const columns = await store.admin(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type FROM pg_attribute a
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull AND NOT a.atthasdef
       AND a.attidentity = ''`,
    [table],
  );
  const anything: Record<string, string> = {
    text: "''",
    integer: '0',
    smallint: '0',
    bigint: '0',
    boolean: 'false',
    'double precision': '0',
    jsonb: "'{}'",
    json: "'{}'",
    bytea: "''",
    date: "'2026-01-01'",
    'timestamp with time zone': "'2026-01-01'",
  };
  const row = new Map(
    columns.map(({ name, type }) => [String(name), anything[String(type)] ?? "'{}'"] as const),
  );
  row.set('tenant_id', String(store.tenants.b));
  for (const [name, value] of Object.entries(given)) row.set(name, value);
  const checks = await store.admin(
    "SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'",
    [table],
  );
  for (const { conname } of checks) await store.admin(`ALTER TABLE ${table} DROP CONSTRAINT "${conname}"`);
  await store.admin(`INSERT INTO ${table} (${[...row.keys()].join()}) VALUES (${[...row.values()].join()})`);
}

const BEFORE = "'2026-03-10T11:59:59Z'";
const AFTER = "'2026-03-10T12:00:01Z'";

describe.each<[Work, string, Record<string, string>, Record<string, string> | null, number?]>([
  [
    'events',
    'inbox',
    { not_before: "now() - interval '1 s'" },
    { not_before: "now() + interval '1 minute'" },
    60_000,
  ],
  [
    'events',
    'recalculations',
    { not_before: "now() - interval '1 s'" },
    { not_before: "now() + interval '1 minute'" },
    60_000,
  ],
  ['events', 'peer_moves', {}, null],
  ['remediations', 'remediations', { due_at: BEFORE }, { due_at: AFTER }, 1_000],
  [
    'connectors',
    'connectors',
    { next_sync_at: BEFORE, enabled: 'true' },
    { next_sync_at: AFTER, enabled: 'true' },
    1_000,
  ],
  [
    'connectors',
    'connectors',
    { next_sync_at: BEFORE, enabled: 'true' },
    { next_sync_at: BEFORE, enabled: 'false' },
  ],
  ['reports', 'reports', { due_at: BEFORE }, { due_at: AFTER }, 1_000],
  ['reports', 'reports', { expires_at: BEFORE }, { expires_at: AFTER }, 1_000],
  ['reports', 'reports', { removed_at: BEFORE }, { removed_at: AFTER }, 1_000],
  ['schedules', 'report_schedules', { next_run_at: BEFORE }, { next_run_at: AFTER }, 1_000],
  ['dry_runs', 'policy_dry_runs', { status: "'running'" }, { status: "'completed'" }],
  [
    'overview',
    'overviews',
    { asked_at: BEFORE, computed_at: "'2026-03-09T00:00Z'" },
    { asked_at: BEFORE, computed_at: AFTER },
  ],
  ['overview', 'grant_scores', { active: 'true' }, { active: 'false' }],
  ['likelihoods', 'review_decisions', { decided_at: BEFORE }, null],
])('%s, by a row of %s', (work, table, due, notYet, nextMs) => {
  test('are those of the tenant whose row it is, when its time has come', async () => {
    expect(await having(work)).toEqual([]);
    if (notYet) await put(table, notYet);
    const before = await look(work);
    expect(before.tenants).toEqual([]);
    if (nextMs === undefined) expect(before.next_ms).toBeNull();
    // What goes by the clock of the server is a little nearer by now.
    else expect(before.next_ms).toSatisfy((ms: number) => ms > 0 && ms <= nextMs);
    await store.admin(`TRUNCATE ${table} CASCADE`);
    await put(table, due);
    expect(await having(work)).toEqual([store.tenants.b]);
  });
});

test('deliveries are due where the endpoint may be tried', async () => {
  await put('webhook_deliveries', { endpoint_id: "'w'", due_at: BEFORE });
  expect(await having('deliveries')).toEqual([]);
  await put('webhooks', { id: "'w'", status: "'enabled'", breaker: "'open'", probe_at: AFTER });
  expect(await look('deliveries')).toEqual({ tenants: [], next_ms: 1_000 });
  await store.admin('UPDATE webhooks SET probe_at = $1', ['2026-03-10T12:00:00Z']);
  expect(await having('deliveries')).toEqual([store.tenants.b]);
  await store.admin("UPDATE webhooks SET breaker = 'closed', probe_at = NULL");
  expect(await having('deliveries')).toEqual([store.tenants.b]);
  await store.admin("UPDATE webhooks SET status = 'disabled'");
  expect(await having('deliveries')).toEqual([]);
});

test('likelihoods are due ten minutes after an answer or a change of the policy, else a day after the last time', async () => {
  await put('review_decisions', { decided_at: "'2026-03-10T10:00Z'" });
  await put('likelihoods', { fitted_at: "'2026-03-10T11:00Z'" });
  const [minute, hour] = [60_000, 3_600_000];
  expect(await look('likelihoods')).toEqual({ tenants: [], next_ms: 23 * hour });
  await store.admin("UPDATE likelihoods SET fitted_at = '2026-03-10T11:58Z'");
  await put('policies', { changed_at: BEFORE });
  expect(await look('likelihoods')).toEqual({ tenants: [], next_ms: 8 * minute });
  expect(await having('likelihoods', NOW + 8 * minute)).toEqual([store.tenants.b]);
  await store.admin('TRUNCATE policies');
  await store.admin("UPDATE review_decisions SET decided_at = '2026-03-10T11:59Z'");
  expect(await look('likelihoods')).toEqual({ tenants: [], next_ms: 8 * minute });
  // While it was too little, whether it is enough is found out soon.
  await store.admin("UPDATE likelihoods SET blocks = '[]'");
  expect(await having('likelihoods')).toEqual([store.tenants.b]);
});

test('a run of a schedule is due when its report is done', async () => {
  await put('report_schedule_runs', { report_id: "'r'" });
  await put('reports', { id: "'r'", status: "'generating'" });
  expect(await having('schedules')).toEqual([]);
  await store.admin("UPDATE reports SET status = 'ready'");
  expect(await having('schedules')).toEqual([store.tenants.b]);
});

test('a campaign that wants a report is due when the last of its reviews is made and closed', async () => {
  await put('campaigns', { id: "'c'", report: "'pdf'" });
  await put('reviews', { id: "'r'", campaign_id: "'c'", status: "'ESCALATED'" });
  expect(await having('schedules')).toEqual([]);
  await store.admin('UPDATE campaigns SET generated_at = created_at');
  expect(await having('schedules')).toEqual([]);
  await store.admin("UPDATE reviews SET status = 'DECIDED'");
  expect(await having('schedules')).toEqual([store.tenants.b]);
  await store.admin("UPDATE campaigns SET report_id = 'asked for'");
  expect(await having('schedules')).toEqual([]);
});

test('alerts are due where nobody has looked yet, or long ago', async () => {
  expect(await having('alerts')).toEqual([store.tenants.a, store.tenants.b]);
  await put('alert_evaluations', { next_at: AFTER });
  expect(await look('alerts')).toEqual({ tenants: [store.tenants.a], next_ms: 1_000 });
  expect(await having('alerts', NOW + 1_000)).toEqual([store.tenants.a, store.tenants.b]);
});

test('an overview is due when a day has ended that is not told', async () => {
  await put('grant_scores', { active: 'true' });
  await put('overviews', { asked_at: BEFORE, computed_at: AFTER });
  await put('band_days', { day: "'2026-03-09'" });
  expect(await look('overview')).toEqual({ tenants: [], next_ms: 43_200_000 });
  expect(await having('overview', NOW + 86_400_000)).toEqual([store.tenants.b]);
});

describe('the audit trail', () => {
  const context = { secrets_key: Buffer.alloc(32), now: () => NOW };
  const entry = (): AuditEntry => ({
    id: uuidv7(),
    principal_id: null,
    event_type: 'grant.created',
    description: '',
    actor: 'system',
    at: new Date(NOW).toISOString(),
    data: {},
  });
  const append = (tenant: number, wait?: () => Promise<void>) =>
    store.db.transaction(tenant, async (tx) => {
      await appendAuditEntries(tx, [entry()]);
      await wait?.();
    });
  const sequence = async (): Promise<void> => {
    for (const tenant of Object.values(store.tenants)) {
      while ((await store.db.transaction(tenant, (tx) => sequenceEntries(tx, context))).has_more);
    }
  };

  test('is to be put in order where entries are new, also those of a transaction that was under way', async () => {
    const { a, b } = store.tenants;
    expect(await having('audit')).toEqual([a, b]);
    await sequence();
    expect(await having('audit')).toEqual([]);
    await append(b);
    expect(await having('audit')).toEqual([b]);
    const tells = new EventEmitter();
    const slow = append(a, async () => {
      tells.emit('under way');
      await once(tells, 'end');
    });
    await once(tells, 'under way');
    await append(a);
    await sequence();
    expect(await having('audit')).toEqual([]);
    tells.emit('end');
    await slow;
    expect(await having('audit')).toEqual([a]);
    await sequence();
    expect(await having('audit')).toEqual([]);
  });

  test('is asked about at the same price however long it is', async () => {
    const price = async (): Promise<number> =>
      blocksOf(
        (await explain(store, (q) => q.query("SELECT * FROM work_due('audit', now())")))[0] as PlanNode,
      );
    await sequence();
    await price();
    const short = await price();
    await store.db.transaction(store.tenants.b, (tx) =>
      appendAuditEntries(tx, Array.from({ length: 20_000 }, entry)),
    );
    await sequence();
    await price();
    expect(await price()).toBeLessThanOrEqual(short + 10);
  });

  test('is looked at once more on another server', async () => {
    await sequence();
    await store.admin("UPDATE audit_sequencers SET cluster = 'another' WHERE tenant_id = $1", [
      store.tenants.a,
    ]);
    expect(await having('audit')).toEqual([store.tenants.a]);
  });
});

test('whoever asks is no tenant afterwards, and sees nobody’s rows', async () => {
  await put('inbox', { not_before: "now() - interval '1 s'" });
  const rows = await store.db.registry(
    `SELECT (SELECT array_agg(tenant_id) FROM work_due('events', now())) AS found,
            current_tenant() AS tenant, (SELECT count(*) FROM inbox) AS seen`,
  );
  expect(rows).toEqual([{ found: [store.tenants.b], tenant: null, seen: 0 }]);
  const inside = await store.db.transaction(store.tenants.a, (tx) =>
    tx.query("SELECT tenant_id AS t, current_tenant() AS tenant FROM work_due('events', now())"),
  );
  expect(inside).toEqual([{ t: store.tenants.b, tenant: store.tenants.a }]);
});

test('an unknown kind of work is an error', async () => {
  await expect(having('nothing' as Work)).rejects.toThrow('There is no work called nothing.');
});
