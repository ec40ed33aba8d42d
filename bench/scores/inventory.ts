/**
 * What the daily look for inventory accounts reads: buffers from EXPLAIN (ANALYZE, BUFFERS) of its statements, at 10,000 and at
 * 1,000,000 grants of which seven in ten were used lately, with two accounts that use nine in ten assets.
 *
 *   node scripts/run-ts.mjs bench/scores/inventory.ts [--large 1000000]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import type pg from 'pg';
import { accountsUsingNearlyAll } from '../../src/core/scores/inventory/inventory-accounts.sql.ts';
import { sessionSettings } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { withClient } from '../../test/support/with-client.ts';
import { explained, type Reading } from './explained.ts';
import { fill } from './fill.ts';

const { values } = parseArgs({ options: { large: { type: 'string', default: '1000000' } } });
const SMALL = 10_000;
const TENANT = 1;
const USED_SHARE = 0.7;

async function main(): Promise<void> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  try {
    for (const grants of [SMALL, Number(values.large)]) {
      const database = `bench_${grants}`;
      await withClient(server.connection('superuser', 'postgres'), (client) =>
        client.query(`CREATE DATABASE ${database} OWNER lapse_owner`),
      );
      await migrate(server.connection('owner', database), { role: 'lapse_app' });
      const now = Date.now();
      await withClient(server.connection('superuser', database), async (client) => {
        await client.query(
          `INSERT INTO tenants (tenant_id, tid) OVERRIDING SYSTEM VALUE VALUES (${TENANT}, 'bench')`,
        );
        await fill(client, TENANT, { grants, crossings: 0, used_share: USED_SHARE, now });
        await addInventories(client);
      });
      const application = sessionSettings(
        server.connection('application', database),
        'lapse bench',
        'force_custom_plan',
      );
      await withClient(application, (client) => look(client, grants, now));
    }
  } finally {
    await server.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

async function addInventories(client: pg.Client): Promise<void> {
  await client.query(`
    INSERT INTO principals (tenant_id, id, display_name, type, source)
    SELECT ${TENANT}, 'scanner-' || i, 'Scanner ' || i, 'service_account', 'import' FROM generate_series(1, 2) i`);
  await client.query(`
    INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at)
    SELECT ${TENANT}, p.id || ' ' || a.id, p.id, a.id, 'read', now()
    FROM principals p, assets a WHERE p.id LIKE 'scanner-%' AND hashtext(a.id) % 10 <> 0`);
  await client.query(`
    INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, last_used_at, active_days, lapses_at, reached,
      calculated_at)
    SELECT ${TENANT}, id, principal_id, asset_id, true, now(), decode(repeat('00', 64), 'hex'), now(), 0, now()
    FROM grants WHERE principal_id LIKE 'scanner-%'`);
  await client.query('VACUUM ANALYZE');
}

async function look(client: pg.Client, grants: number, now: number): Promise<void> {
  const readings: Reading[] = [];
  await client.query(`SET lapse.tenant_id = '${TENANT}'`);
  await client.query('BEGIN');
  const found = await accountsUsingNearlyAll(
    explained(client, TENANT, (reading) => readings.push(reading)),
    now,
  );
  const began = performance.now();
  await accountsUsingNearlyAll(
    { tenant_id: TENANT, query: async (text, given) => (await client.query(text, given)).rows },
    now,
  );
  const ms = Math.round(performance.now() - began);
  await client.query('COMMIT');
  const blocks = await client.query("SELECT pg_relation_size('grant_scores') / 8192 AS blocks");
  console.log(`${grants} grants: found ${found}; ${ms} ms; the scores have ${blocks.rows[0].blocks} blocks`);
  for (const { buffers, seq_scans } of readings)
    console.log(`  ${buffers} buffers, sequential scans of ${seq_scans.join(', ') || 'nothing'}`);
}

await main();
