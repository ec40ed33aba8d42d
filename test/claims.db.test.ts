import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimConnector } from '../src/connectors/leases.sql.ts';
import { takeVanished } from '../src/connectors/objects.sql.ts';
import { claimPeerMoves } from '../src/core/scores/apply/peer-groups.sql.ts';
import { claimRecalculation } from '../src/core/scores/apply/recalculations.sql.ts';
import type { Querier } from '../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';

let store: TestDatabase;
const NOW = Date.UTC(2026, 0, 2);

/** Three of everything. */
beforeAll(async () => {
  store = await createTestDatabase();
  const three = 'FROM generate_series(1, 3) i';
  const a = store.tenants.a;
  for (const insert of [
    `recalculations (tenant_id, cause, grant_ids) SELECT ${a}, 'imported', ARRAY['g' || i] ${three}`,
    `peer_moves (tenant_id, asset_id, department, type) SELECT ${a}, 'a' || i, 'd', 'user' ${three}`,
    `connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds, created_by, next_sync_at)
     SELECT ${a}, 'c' || i, 'postgres', 'c' || i, '{}', '', '{}', 60, 'x', '2026-01-01' ${three}`,
    `connector_objects (tenant_id, connector_id, kind, external_key, lapse_id, is_owned, missing_in)
     SELECT ${a}, 'c1', 'asset', 'k' || i, 'a' || i, true, 1 ${three}`,
  ])
    await store.admin(`INSERT INTO ${insert}`);
});
afterAll(() => store.drop());

/** A plan that looks for what to claim again for every row there is, which statistics may bring about at any time. */
async function searchingAgain(tx: Querier): Promise<void> {
  await tx.query(
    `SELECT set_config(name, 'off', true) FROM unnest(ARRAY['enable_indexscan', 'enable_bitmapscan', 'enable_hashjoin',
       'enable_mergejoin', 'enable_material']) AS s (name)`,
  );
}

test.each<[string, string, (tx: Querier) => Promise<unknown>]>([
  ['recalculations', 'true', claimRecalculation],
  ['peer_moves', 'true', (tx) => claimPeerMoves(tx, 1)],
  ['connectors', 'lease IS NULL', (tx) => claimConnector(tx, { now: NOW, lease: 'l', lease_ms: 60_000 })],
  [
    'connector_objects',
    'gone_at IS NULL',
    (tx) => takeVanished(tx, { connector_id: 'c1', kind: 'asset', now: NOW, limit: 1 }),
  ],
])('of %s no more is claimed than was asked for, whatever the plan', async (table, left, claim) => {
  await store.db.transaction(store.tenants.a, async (tx) => {
    await searchingAgain(tx);
    await claim(tx);
  });
  expect(await store.admin(`SELECT 1 FROM ${table} WHERE ${left}`)).toHaveLength(2);
});
