import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { blocksOf, explain } from '../../../test/support/explain.ts';
import { DEFAULT_POLICY } from '../../core/policy/policy.rules.ts';
import { rowsText } from './query.sql.ts';
import { staleAccessQuery } from './stale-access.sql.ts';

let database: TestDatabase;
const GRANTS = 2_000;
const PEOPLE = 100;
const PERIOD = { period_start: '2026-05-01T00:00:00Z', period_end: '2026-06-01T00:00:00Z' };

beforeAll(async () => {
  database = await createTestDatabase();
  const { admin, tenants } = database;
  const fill = (text: string) => admin(text, [tenants.a]);
  await fill(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds, created_by)
     VALUES ($1, 'c1', 'fabric', 'Fabric', '{}', '', '{}', 300, 'root')`,
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
  await admin('VACUUM ANALYZE');
});
afterAll(() => database.drop());

const report = (): string =>
  rowsText(
    staleAccessQuery(
      database.tenants.a,
      {
        type: 'stale_access',
        format: 'csv',
        ...PERIOD,
        filters: { department: null, platform: null, classification: null },
      },
      DEFAULT_POLICY,
    ),
  );

async function read(): Promise<{ blocks: number; rows: number }> {
  const [plan] = await explain(database, (q) => q.query(report()));
  return { blocks: plan ? blocksOf(plan) : 0, rows: plan?.['Actual Rows'] ?? 0 };
}

test('whose account each grant is costs less than a block for each', async () => {
  const without = await read();
  await database.admin(
    `INSERT INTO connector_objects (tenant_id, connector_id, kind, external_key, lapse_id, is_owned, details)
     SELECT $1, 'c1', 'grant', 'grant/' || id, id, true, jsonb_build_object('principal_key', 'user/' || principal_id)
     FROM grants WHERE tenant_id = $1`,
    [database.tenants.a],
  );
  await database.admin('VACUUM ANALYZE');
  const accounted = await read();
  expect([without.rows, accounted.rows]).toEqual([GRANTS, GRANTS]);
  expect(accounted.blocks - without.blocks).toBeLessThan(GRANTS);
});

test('each grant is listed once, with its account, also where it was brought twice', async () => {
  const { admin, db, tenants } = database;
  await admin(
    `INSERT INTO connector_objects (tenant_id, connector_id, kind, external_key, lapse_id, is_owned, details)
     SELECT $1, 'c1', 'grant', 'again/' || id, id, false, jsonb_build_object('principal_key', 'user/' || principal_id)
     FROM grants WHERE tenant_id = $1 AND id LIKE 'g1%'`,
    [tenants.a],
  );
  await admin("DELETE FROM connector_objects WHERE tenant_id = $1 AND lapse_id = 'g7'", [tenants.a]);
  const rows = await db
    .tenant(tenants.a)
    .query<{ grant_id: string; principal_id: string; account: string | null }>(report());
  expect(rows).toHaveLength(GRANTS);
  for (const { grant_id, principal_id, account } of rows) {
    expect(account).toBe(grant_id === 'g7' ? null : `${principal_id}@corp.example (Fabric)`);
  }
});
