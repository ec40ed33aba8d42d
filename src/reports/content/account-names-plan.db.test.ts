import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { blocksOf, explain } from '../../../test/support/explain.ts';
import { DEFAULT_POLICY } from '../../core/policy/policy.rules.ts';
import { rowsText } from './query.sql.ts';
import { reportQuery } from './rows.sql.ts';

let database: TestDatabase;
const GRANTS = 2_000;
const PEOPLE = 100;
const REPORTS = ['stale_access', 'review_decisions', 'remediation_log'] as const;
type Type = (typeof REPORTS)[number];
/** One in ten of the grants `id`. */
const UNANSWERED = "id LIKE '%3'";
/** Those of the first ten grants in the first days of May, the others' later. */
const DECIDED = `(CASE WHEN length(id) = 2 THEN '2026-05-03' ELSE '2026-05-20' END)::timestamptz`;

beforeAll(async () => {
  database = await createTestDatabase();
  const { admin, tenants } = database;
  const fill = (text: string) => admin(text, [tenants.a]);
  await fill(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds, created_by)
     VALUES ($1, 'c1', 'fabric', 'Fabric', '{}', '', '{}', 300, 'root'),
            ($1, 'c2', 'synapse', 'Synapse', '{}', '', '{}', 300, 'root')`,
  );
  await fill(
    `INSERT INTO principals (tenant_id, id, display_name, type, source)
     SELECT $1, 'p' || i, 'Person ' || i, 'user', 'fabric' FROM generate_series(0, ${PEOPLE - 1}) i`,
  );
  await fill(
    `INSERT INTO assets (tenant_id, id, name, type, platform) VALUES ($1, 'wiki', 'wiki', 'table', 'fabric')`,
  );
  await fill(
    `INSERT INTO accounts (tenant_id, id, connector_id, external_key, type, home_id, principal_id, name, disabled, profile, how,
       linked_at, linked_by, first_seen_at)
     SELECT $1, id, 'c1', 'user/' || id, 'user', id, id, id || '@corp.example', false, '{}', 'own', now(), 'system', now()
     FROM principals WHERE tenant_id = $1`,
  );
  await fill(
    `INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at, created_at)
     SELECT $1, 'g' || i, 'p' || i % ${PEOPLE}, 'wiki', 'read' || i, '2025-01-01', '2025-01-01'
     FROM generate_series(0, ${GRANTS - 1}) i`,
  );
  await fill(
    `INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, active_days, lapses_at, reached, calculated_at)
     SELECT $1, id, principal_id, asset_id, true, decode(repeat('00', 64), 'hex'), '2026-01-01', 0, '2026-05-01'
     FROM grants WHERE tenant_id = $1`,
  );
  await fill(
    `INSERT INTO reviews (tenant_id, id, principal_id, asset_id, access_grant_ids, decay_score, risk_level, recommendation,
       workflow_id, status, origin, requested_by, due_at, created_at, closed_at)
     SELECT $1, 'r' || id, principal_id, asset_id, ARRAY[id], 60, 'HIGH', 'REVIEW', 'w' || id,
            CASE WHEN ${UNANSWERED} THEN 'EXPIRED' ELSE 'DECIDED' END, 'threshold', 'system', '2026-05-09', '2026-05-02', ${DECIDED}
     FROM grants WHERE tenant_id = $1`,
  );
  await fill(
    `INSERT INTO review_decisions (tenant_id, id, review_id, grant_id, decision, reason, decided_by, decided_at)
     SELECT $1, 'd' || id, 'r' || id, id, 'CONFIRM', 'needed', 'olaf@corp.example', ${DECIDED}
     FROM grants WHERE tenant_id = $1 AND NOT ${UNANSWERED}`,
  );
  await fill(
    `INSERT INTO remediations (tenant_id, id, review_id, decision_id, grant_id, principal_id, asset_id, action, target, platform,
       status, attempts, reason, requested_by, created_at)
     SELECT $1, 'm' || id, 'x', 'x', id, principal_id, asset_id, 'revoke_grant', 'wiki', 'fabric', 'pending', 0, 'unused', 'system', ${DECIDED}
     FROM grants WHERE tenant_id = $1`,
  );
  await admin('VACUUM ANALYZE');
});
afterAll(() => database.drop());

const report = (type: Type, until = '2026-06-01'): string =>
  rowsText(
    reportQuery(
      database.tenants.a,
      {
        type,
        format: 'csv',
        period_start: '2026-05-01T00:00:00Z',
        period_end: `${until}T00:00:00Z`,
        filters: { department: null, platform: null, classification: null },
      },
      DEFAULT_POLICY,
    ),
  );

async function read(text: string): Promise<{ blocks: number; rows: number }> {
  const [plan] = await explain(database, (q) => q.query(text));
  return { blocks: plan ? blocksOf(plan) : 0, rows: plan?.['Actual Rows'] ?? 0 };
}

const bringGrants = async () => {
  await database.admin(
    `INSERT INTO connector_objects (tenant_id, connector_id, kind, external_key, lapse_id, is_owned, details)
     SELECT $1, 'c1', 'grant', 'grant/' || id, id, true, jsonb_build_object('principal_key', 'user/' || principal_id)
     FROM grants WHERE tenant_id = $1`,
    [database.tenants.a],
  );
  await database.admin('VACUUM ANALYZE');
};
afterEach(() => database.admin('DELETE FROM connector_objects WHERE tenant_id = $1', [database.tenants.a]));

test.each(['stale_access', 'review_decisions'] as const)(
  'whose account each grant of %s is costs less than a block for each',
  async (type) => {
    const without = await read(report(type));
    await bringGrants();
    const accounted = await read(report(type));
    expect([without.rows, accounted.rows]).toEqual([GRANTS, GRANTS]);
    expect(accounted.blocks - without.blocks).toBeLessThan(GRANTS);
  },
);

test('whose account a few decisions were about costs nothing for the other grants', async () => {
  const without = await read(report('review_decisions', '2026-05-10'));
  await bringGrants();
  const accounted = await read(report('review_decisions', '2026-05-10'));
  expect([without.rows, accounted.rows]).toEqual([10, 10]);
  expect(accounted.blocks - without.blocks).toBeLessThan(12 * 10);
});

test.each(REPORTS)(
  'each grant of %s is listed once, with its account, also where it was brought twice',
  async (type) => {
    const { admin, db, tenants } = database;
    await bringGrants();
    await admin(
      `INSERT INTO connector_objects (tenant_id, connector_id, kind, external_key, lapse_id, is_owned, details)
     SELECT $1, 'c1', 'grant', 'again/' || id, id, false, jsonb_build_object('principal_key', 'user/' || principal_id)
     FROM grants WHERE tenant_id = $1 AND id LIKE 'g1%'`,
      [tenants.a],
    );
    await admin("DELETE FROM connector_objects WHERE tenant_id = $1 AND lapse_id = 'g7'", [tenants.a]);
    const rows = await db
      .tenant(tenants.a)
      .query<{ grant_id: string; principal_id: string; account: string | null }>(report(type));
    expect(rows).toHaveLength(GRANTS);
    for (const { grant_id, principal_id, account } of rows) {
      expect(account).toBe(grant_id === 'g7' ? null : `${principal_id}@corp.example (Fabric)`);
    }
  },
);

test.each(REPORTS)('%s names the account of the platform that knows who is in a group', async (type) => {
  const { admin, db, tenants } = database;
  await bringGrants();
  await admin(
    `UPDATE connector_objects SET connector_id = 'c2', details = details || '{"members_at": "c1"}'
     WHERE tenant_id = $1 AND lapse_id = 'g3'`,
    [tenants.a],
  );
  const rows = await db.tenant(tenants.a).query<{ grant_id: string; account: string }>(report(type));
  expect(rows.find(({ grant_id }) => grant_id === 'g3')?.account).toBe('p3@corp.example (Fabric)');
});
