import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sequenceEntries } from '../src/audit/sequence-entries.ts';
import { accessOf } from '../src/http/access.ts';
import { createDevAuthenticate } from '../src/http/token-verifier.ts';
import { appendAuditEntries } from '../src/store/audit-entries.ts';
import { createTestApp, type TestApp } from './support/app.ts';
import { insertScores } from './support/score-rows.ts';

/** The registry that leads to a tenant is the only table that is not a tenant's. */
const NOT_TENANT_TABLES = ['schema_migrations', 'tenants'];

let tenantA: TestApp;
let tenantB: TestApp;

const SECRET = 'Zanzibar';
const DIRECTORY = [
  {
    kind: 'principal',
    id: 'only-a',
    display_name: `${SECRET} User`,
    type: 'user',
    email: 'zanzibar@a.example',
  },
  { kind: 'principal', id: 'only-a-group', display_name: `${SECRET} Group`, type: 'group' },
  { kind: 'asset', id: 'asset-only-a', name: `${SECRET} ledger`, type: 'table', platform: 'fabric' },
  { kind: 'grant', id: 'grant-only-a', principal_id: 'only-a', asset_id: 'asset-only-a', permission: SECRET },
];

beforeAll(async () => {
  tenantA = await createTestApp();
  tenantB = await createTestApp({
    test: tenantA.test,
    authenticate: (test) => createDevAuthenticate(test.tenants.b),
  });
  await tenantA.import(DIRECTORY);
  await insertScores(tenantA.test, tenantA.test.tenants.a, [
    {
      grant_id: 'scored-only-a',
      principal_id: 'only-a',
      asset_id: 'asset-only-a',
      lapses_at: 0,
      permission: SECRET,
    },
  ]);
  await tenantA.call({
    method: 'POST',
    url: '/v1/events',
    payload: { principal_id: 'only-a', asset_id: SECRET, action: 'query', timestamp: '2026-01-31T09:30:00Z' },
  });
  await tenantB.import([
    { kind: 'principal', id: 'only-b', display_name: 'Other', type: 'user' },
    { kind: 'asset', id: 'asset-only-b', name: 'other', type: 'table', platform: 'fabric' },
  ]);
});
afterAll(() => tenantA.close());

describe('the catalog', () => {
  test('every table of tenants forces row security, leads its keys with the tenant, and no other exists', async () => {
    const rows = await tenantA.test.admin(`
      SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS is_forced,
             (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid AND p.polcmd = '*'
                AND pg_get_expr(p.polqual, p.polrelid) = '(tenant_id = current_tenant())') AS policies,
             (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid) AS all_policies
      FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);
    const tables = rows.filter((row) => !NOT_TENANT_TABLES.includes(String(row.name)));
    expect(tables.length).toBeGreaterThanOrEqual(9);
    for (const table of tables) {
      expect(table).toEqual({ name: table.name, is_forced: true, policies: 1, all_policies: 1 });
    }
    const keys = await tenantA.test.admin(
      `
      SELECT i.indexrelid::regclass::text AS index,
             (SELECT attname FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = i.indkey[0]) AS leads
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)`,
      [NOT_TENANT_TABLES],
    );
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => key.leads !== 'tenant_id')).toEqual([]);
  });

  test('the application is no superuser, bypasses nothing and owns nothing', async () => {
    const [role] = await tenantA.test.db.registry(`
      SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
             (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
      FROM pg_roles r WHERE rolname = current_user`);
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      owned: 0,
    });
  });

  test('without a tenant nothing is there, also for statements that forget to name one', async () => {
    expect(await tenantA.test.db.registry('SELECT id FROM principals')).toEqual([]);
    const seen = await tenantA.test.db.tenant(tenantA.test.tenants.b).query('SELECT id FROM principals');
    expect(seen).toEqual([{ id: 'only-b' }]);
  });

  test('the tenant does not outlive its statement on a shared connection', async () => {
    const { db, tenants } = tenantA.test;
    const [before] = await db.tenant(tenants.a).query<{ n: number }>('SELECT count(*) AS n FROM principals');
    expect(before?.n).toBe(2);
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        db
          .tenant(index % 2 ? tenants.a : tenants.b)
          .query<{ id: string }>('SELECT id FROM principals ORDER BY id'),
      ),
    );
    results.forEach((rows, index) => {
      expect(rows.map((row) => row.id)).toEqual(index % 2 ? ['only-a', 'only-a-group'] : ['only-b']);
    });
  });

  test('a row of another tenant cannot be written', async () => {
    const { db, tenants } = tenantA.test;
    await expect(
      db
        .tenant(tenants.b)
        .query(
          "INSERT INTO principals (tenant_id, id, display_name, type, source) VALUES ($1, 'x', 'x', 'user', 'x')",
          [tenants.a],
        ),
    ).rejects.toThrow(/row-level security/);
  });
});

async function appendToLogOfA(): Promise<void> {
  await tenantA.test.db.transaction(tenantA.test.tenants.a, (tx) =>
    appendAuditEntries(tx, [
      {
        id: 'audit-only-a',
        principal_id: 'only-a',
        event_type: 'test',
        description: SECRET,
        actor: 'system',
        at: '2026-06-01T12:00:00Z',
        data: {},
      },
    ]),
  );
  const context = { secrets_key: Buffer.alloc(32, 7), now: () => 0, newId: () => 'log' };
  for (const tenant of [tenantA.test.tenants.a, tenantA.test.tenants.b]) {
    await tenantA.test.db.transaction(tenant, (tx) => sequenceEntries(tx, context));
  }
}

describe('every endpoint as the other tenant', () => {
  const ids: Record<string, string> = {
    '/v1/principals/:id': 'only-a',
    '/v1/principals/:id/context': 'only-a',
    '/v1/assets/:id': 'asset-only-a',
    '/v1/grants/:id': 'grant-only-a',
    '/v1/scores/:principal_id': 'only-a',
    '/v1/metrics/principal/:principal_id': 'only-a',
    '/v1/jobs/:job_id': 'job-only-a',
    '/v1/policy/dry-runs/:id': 'dry-run-only-a',
    '/v1/audit/:id': 'audit-only-a',
    '/v1/audit/:id/proof': 'audit-only-a',
    '/v1/remediations/:id': 'remediation-only-a',
    '/v1/connectors/:id': 'connector-only-a',
    '/v1/reviews/:id': 'review-only-a',
    '/v1/reviews/:id/removal': 'review-only-a',
    '/v1/workflows/:id': 'workflow-only-a',
    '/v1/campaigns/:id': 'campaign-only-a',
    '/v1/webhooks/:id': 'webhook-only-a',
    '/v1/webhooks/:id/deliveries': 'webhook-only-a',
    '/v1/webhooks/:id/deliveries/:delivery_id': 'webhook-only-a',
    '/v1/reports/:id': 'report-only-a',
    '/v1/reports/:id/download': 'report-only-a',
    '/v1/reports/schedules/:id': 'schedule-only-a',
    '/v1/notifications/channels/:id': 'channel-only-a',
    '/v1/notifications/channels/:id/deliveries': 'channel-only-a',
  };

  test('an id of tenant A is 404 for B, with the very answer of an id that never was', async () => {
    const routes = tenantA.app.routeTable.routes.filter(
      ({ url, method }) => url.includes(':') && method === 'GET' && accessOf('GET', url) !== 'public',
    );
    expect(routes.length).toBeGreaterThanOrEqual(3);
    await tenantA.test.admin(
      "INSERT INTO jobs (tenant_id, id, kind, status, total_items) VALUES ($1, 'job-only-a', 'score_refresh', 'accepted', 1)",
      [tenantA.test.tenants.a],
    );
    await tenantA.test.admin(
      `INSERT INTO remediations (tenant_id, id, review_id, decision_id, grant_id, principal_id, asset_id, platform, action,
         target, reason, requested_by, created_at)
       VALUES ($1, 'remediation-only-a', 'r', 'd', 'grant-only-a', 'only-a', 'asset-only-a', 'fabric', 'revoke_grant',
         'x', 'x', 'x', now())`,
      [tenantA.test.tenants.a],
    );
    await tenantA.test.admin(
      `INSERT INTO policy_dry_runs (tenant_id, id, status, policy_now, policy_then, created_by, created_at, total)
       VALUES ($1, 'dry-run-only-a', 'running', '{}', '{}', 'x', now(), 1)`,
      [tenantA.test.tenants.a],
    );
    await insertReviewOf(tenantA.test, tenantA.test.tenants.a);
    await appendToLogOfA();
    await tenantA.test.admin(
      `WITH r AS (
         INSERT INTO reports (tenant_id, id, type, format, period_start, period_end, filters, requested_by, created_at,
           status, progress, rows_estimated, lease, completed_at, size_bytes, sha256, row_count, rows_sha256)
         VALUES ($1, 'report-only-a', 'stale_access', 'csv', now(), now(),
           '{"department": null, "platform": null, "classification": null}', 'x', now(), 'completed', 1, 0, 'l', now(), 1,
           'aa', 0, 'bb'))
       INSERT INTO report_chunks (tenant_id, report_id, attempt, position, bytes) VALUES ($1, 'report-only-a', 'l', 0, 'x')`,
      [tenantA.test.tenants.a],
    );
    await tenantA.test.admin(
      `INSERT INTO report_schedules (tenant_id, id, name, type, format, filters, cron, time_zone, period_rule, recipients,
         enabled, created_by, created_at)
       VALUES ($1, 'schedule-only-a', 'x', 'stale_access', 'csv',
         '{"department": null, "platform": null, "classification": null}', '0 6 * * *', 'UTC', 'previous_day', '{}', false,
         'x', now())`,
      [tenantA.test.tenants.a],
    );
    await tenantA.test.admin(
      `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
         created_by)
       VALUES ($1, 'connector-only-a', 'postgres', 'x', '{}', 'x', '{}', 300, 'x')`,
      [tenantA.test.tenants.a],
    );
    await tenantA.test.admin(
      `INSERT INTO webhooks (tenant_id, id, kind, event_types, settings, created_by)
       VALUES ($1, 'channel-only-a', 'slack', '{review.created}', '{"gather_seconds": 60}', 'x')`,
      [tenantA.test.tenants.a],
    );
    await tenantA.test.admin(
      `WITH w AS (INSERT INTO webhooks (tenant_id, id, kind, url, event_types, created_by)
                  VALUES ($1, 'webhook-only-a', 'webhook', 'https://hooks.example.com/', '{*}', 'x')),
            e AS (INSERT INTO webhook_events (tenant_id, id, type, payload, created_at) VALUES ($1, 'e', 'x', '{}', now()))
       INSERT INTO webhook_deliveries (tenant_id, endpoint_id, id, event_id, type)
       VALUES ($1, 'webhook-only-a', 'webhook-only-a', 'e', 'x')`,
      [tenantA.test.tenants.a],
    );
    for (const { url } of routes) {
      const id = ids[url];
      expect([url, id]).toEqual([url, expect.any(String)]);
      const own = await tenantA.call({ url: url.replace(/:\w+/g, id as string) });
      const foreign = await tenantB.call({ url: url.replace(/:\w+/g, id as string) });
      const absent = await tenantB.call({ url: url.replace(/:\w+/g, 'never-was') });
      expect([url, own.statusCode, foreign.statusCode]).toEqual([url, 200, 404]);
      expect(foreign.body).toBe(absent.body);
    }
  });

  test('lists, filters, searches and totals of B show nothing of A', async () => {
    for (const url of [
      '/v1/principals',
      '/v1/principals?email=zanzibar@a.example',
      '/v1/principals?q=zanz',
      '/v1/principals?sort=name',
      '/v1/principals?sort=score',
      '/v1/assets?sort=name',
      '/v1/grants?include=scores',
      '/v1/grants?sort=score',
      '/v1/grants?q=zanz',
      '/v1/grants?platform=fabric',
      '/v1/assets',
      '/v1/assets?q=zanz',
      '/v1/grants',
      '/v1/grants?principal_id=only-a',
      '/v1/grants?asset_id=asset-only-a',
      '/v1/grants?status=active',
      '/v1/scores',
      '/v1/scores?form=principal',
      '/v1/scores?principal_id=only-a',
      '/v1/scores?asset_id=asset-only-a',
      '/v1/scores?min_score=1',
      '/v1/scores?below=100',
      '/v1/scores/history?principal_id=only-a&points=10',
      '/v1/reviews',
      '/v1/reviews?principal_id=only-a',
      '/v1/reviews?asset_id=asset-only-a',
      '/v1/campaigns',
      '/v1/reports',
      '/v1/reports/schedules',
      '/v1/notifications/channels',
      '/v1/events/rejections',
      '/v1/events/dead-letters',
      '/v1/audit',
      '/v1/audit?principal_id=only-a',
      '/v1/audit?event_type=test',
      '/v1/connectors',
      '/v1/alerts',
      '/v1/webhooks',
      '/v1/remediations',
      '/v1/remediations?asset_id=asset-only-a',
    ]) {
      const answer = await tenantB.call({ url });
      expect(answer.statusCode).toBe(200);
      expect([url, answer.body.includes(SECRET)]).toEqual([url, false]);
      const { items, total } = answer.json();
      expect([url, total]).toEqual([url, items.length]);
    }
  });

  test('a cursor of A is refused to B', async () => {
    const { next_cursor } = (await tenantA.call({ url: '/v1/principals?limit=1' })).json();
    expect((await tenantB.call({ url: `/v1/principals?limit=1&cursor=${next_cursor}` })).statusCode).toBe(
      400,
    );
  });

  test('B cannot point to what is A’s', async () => {
    const summary = await tenantB.import([
      { kind: 'grant', id: 'g', principal_id: 'only-a', asset_id: 'asset-only-a', permission: 'read' },
      { kind: 'membership', group_id: 'only-a-group', member_id: 'only-b' },
      { kind: 'identity', principal_id: 'only-a', provider: 'x', external_id: 'y' },
    ]);
    expect(summary).toMatchObject({ imported: 0, rejected: 3 });
    expect(summary.rejections[0]?.reason).toBe(
      'principal_id: there is no principal "only-a"; asset_id: there is no asset "asset-only-a"',
    );
  });

  test('the same id in both tenants is two things', async () => {
    await tenantB.import([{ kind: 'principal', id: 'only-a', display_name: 'B’s own', type: 'user' }]);
    expect((await tenantA.call({ url: '/v1/principals/only-a' })).json().display_name).toBe(`${SECRET} User`);
    expect((await tenantB.call({ url: '/v1/principals/only-a' })).json().display_name).toBe('B’s own');
  });
});

/** A packet with its workflow and campaign. */
async function insertReviewOf(test: TestApp['test'], tenantId: number): Promise<void> {
  await test.admin(
    `INSERT INTO reviews (tenant_id, id, principal_id, asset_id, access_grant_ids, decay_score, risk_level,
       recommendation, workflow_id, campaign_id, status, origin, notes, requested_by, due_at, created_at)
     VALUES ($1, 'review-only-a', 'only-a', 'asset-only-a', '{grant-only-a}', 90, 'CRITICAL', 'REVIEW', 'workflow-only-a',
       'campaign-only-a', 'PENDING', 'manual', $2, 'x', now(), now())`,
    [tenantId, SECRET],
  );
  await test.admin(
    `INSERT INTO workflows (tenant_id, id, review_id, steps, reminder_percents, started_at)
     VALUES ($1, 'workflow-only-a', 'review-only-a', '[]', '{}', now())`,
    [tenantId],
  );
  await test.admin(
    `INSERT INTO campaigns (tenant_id, id, name, filter, created_by, created_at, grants_total)
     VALUES ($1, 'campaign-only-a', $2, '{}', 'x', now(), 1)`,
    [tenantId, SECRET],
  );
}
