import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { demoOrganisation } from '../synthetic/demo-organisation.ts';
import { loadDemo } from '../synthetic/load-demo.ts';

const MIGRATION = readFileSync(
  path.join(import.meta.dirname, '../platform/database/migrations/0056_external_keys_and_demo.sql'),
  'utf8',
).split('-- BEGIN of the demo')[1] as string;

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
  const { db, tenants } = service.test;
  await loadDemo({ db, tenant_id: tenants.a, now: new Date() }, () => {});
  // Another organisation that calls an asset the same, and has none of these people.
  await service.test.admin(
    `INSERT INTO assets (tenant_id, id, name, type, platform) VALUES ($1, 'asset-002', 'general_ledger', 'table', 'fabric')`,
    [tenants.b],
  );
});
afterAll(() => service.close());
/** As an earlier version left it. */
beforeEach(() => service.test.admin('UPDATE assets SET simulated = false'));

const migrate = () => service.test.admin(MIGRATION);
const simulated = async (tenant: number): Promise<unknown[]> =>
  (
    await service.test.admin('SELECT id FROM assets WHERE tenant_id = $1 AND simulated ORDER BY id', [tenant])
  ).map((row) => row.id);
const demoAssets = demoOrganisation(new Date())
  .lines.flatMap((line) => (line.kind === 'asset' ? [line.id] : []))
  .sort();

test('every asset of the demo is recognised, and nobody else’s', async () => {
  await migrate();
  expect(await simulated(service.test.tenants.a)).toEqual(demoAssets);
  expect(await simulated(service.test.tenants.b)).toEqual([]);
});

test('what was imported beside the demo, renamed, moved or connected since is not taken for it', async () => {
  const { a } = service.test.tenants;
  await service.test.admin(
    `INSERT INTO assets (tenant_id, id, name, type, platform) VALUES ($1, 'own', 'general_ledger', 'table', 'fabric')`,
    [a],
  );
  await service.test.admin("UPDATE assets SET name = 'Ledger' WHERE tenant_id = $1 AND id = 'asset-002'", [
    a,
  ]);
  await service.test.admin(
    "UPDATE assets SET platform = 'synapse' WHERE tenant_id = $1 AND id = 'asset-003'",
    [a],
  );
  await service.test.admin(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by) VALUES ($1, 'pg', 'postgres', 'pg', '{}', 'x', '{}', 300, 'x')`,
    [a],
  );
  await service.test.admin(
    `INSERT INTO connector_objects (tenant_id, connector_id, kind, external_key, lapse_id, is_owned)
     VALUES ($1, 'pg', 'asset', 'payroll', 'asset-022', true)`,
    [a],
  );
  await migrate();
  const others = ['asset-002', 'asset-003', 'asset-022'];
  expect(await simulated(a)).toEqual(demoAssets.filter((id) => !others.includes(id)));
});

test('what came of its remediations says that it was simulated; what waits for a person goes on by itself', async () => {
  const { a } = service.test.tenants;
  const insert = (id: string, status: string, more = '') =>
    service.test.admin(
      `INSERT INTO remediations (tenant_id, id, review_id, decision_id, grant_id, principal_id, asset_id, platform, execution,
         action, target, reason, requested_by, created_at, status, completed_at, requested_at, attested_by, attested_at)
       VALUES ($1, $2, 'r', 'd', 'grant-001', 'prin-008', 'asset-001', 'fabric', 'person', 'revoke_grant', 'x', 'x', 'x', now(),
         $3, now(), now(), $4, CASE WHEN $4::text IS NOT NULL THEN now() END)`,
      [a, id, status, more === '' ? null : more],
    );
  await insert('done', 'completed');
  await insert('attested', 'completed', 'olga');
  await insert('asked', 'requested');
  await migrate();
  const rows = await service.test.admin('SELECT id, execution, status FROM remediations ORDER BY id');
  expect(rows).toEqual([
    { id: 'asked', execution: 'simulated', status: 'pending' },
    { id: 'attested', execution: 'person', status: 'completed' },
    { id: 'done', execution: 'simulated', status: 'completed' },
  ]);
});
